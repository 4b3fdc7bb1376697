import type { DisplayView } from '@spacekeeper/contract/display/shapes.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { sayOnSite } from '../visits/head-count.ts'
import { useFitting } from './use-fitting.ts'
import classes from './display.module.css'

/** How many are here; by name where the space says so. */
export const HereList = ({ here }: { here: NonNullable<DisplayView['here']> }) => {
  const { t } = useTranslation('display')
  const { t: tVisits } = useTranslation('visits')
  const { names: all, ...counts } = here
  const { box, count } = useFitting(all, all.length)
  const names = all.slice(0, count)
  const more = counts.members - names.length
  const isEmpty = counts.members + counts.guests + counts.visitors === 0
  return (
    <div ref={box} className={classes.view}>
      <h1 className={classes.title}>{t('hereHeading')}</h1>
      <p className={classes.count}>{isEmpty ? t('hereNone') : sayOnSite(tVisits, counts)}</p>
      {names.length === 0 ? null : (
        <ul className={classes.names}>
          {names.map((name, at) => (
            <li key={`${at} ${name}`} className={classes.person}>
              {name}
            </li>
          ))}
          {more > 0 ? <li className={classes.dim}>{t('moreNames', { count: more })}</li> : null}
        </ul>
      )}
    </div>
  )
}
