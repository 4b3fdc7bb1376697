import type { DisplayView } from '@spacekeeper/contract/display/shapes.ts'
import type { BrokenWhy } from '@spacekeeper/contract/display/words.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { StatusIcon } from '#platform/ui/status.tsx'
import { useFitting } from './use-fitting.ts'
import classes from './display.module.css'

const icons = { locked: 'locked', unsafe: 'refused', reported: 'warning' } as const satisfies Record<BrokenWhy, string>

/** What is locked, or reported and not mended. */
export const BrokenList = ({ broken: { devices: all, total } }: Pick<DisplayView, 'broken'>) => {
  const { t } = useTranslation('display')
  const { box, count } = useFitting(all, all.length)
  const devices = all.slice(0, count)
  const more = total - devices.length
  return (
    <div ref={box} className={classes.view}>
      <h1 className={classes.title}>{t('brokenHeading')}</h1>
      <ul className={classes.rows}>
        {devices.map(({ name, why, since }) => (
          <li key={`${name} ${since}`} className={classes.row}>
            <span className={classes.device}>
              <StatusIcon kind={icons[why]} size="0.85em" /> {name}
            </span>
            <span>{t(`why_${why}`)}</span>
          </li>
        ))}
        {more > 0 ? <li className={classes.dim}>{t('moreBroken', { count: more })}</li> : null}
      </ul>
    </div>
  )
}
