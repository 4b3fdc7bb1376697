import type { DisplayView } from '@spacekeeper/contract/display/shapes.ts'
import type { BrokenWhy } from '@spacekeeper/contract/display/words.ts'
import { useTranslation } from 'react-i18next'
import { StatusIcon } from '#platform/ui/status.tsx'
import classes from './display.module.css'

const icons = { locked: 'locked', unsafe: 'refused', reported: 'warning' } as const satisfies Record<BrokenWhy, string>

/** What is locked, or reported and not mended. */
export const BrokenList = ({ broken: { devices, total } }: Pick<DisplayView, 'broken'>) => {
  const { t } = useTranslation('display')
  const more = total - devices.length
  return (
    <>
      <h1 className={classes.title}>{t('brokenHeading')}</h1>
      <ul className={classes.rows}>
        {devices.map(({ name, why, since }) => (
          <li key={`${name} ${since}`} className={classes.row}>
            <span className={classes.first}>
              <StatusIcon kind={icons[why]} size={32} /> {name}
            </span>
            <span>{t(`why_${why}`)}</span>
          </li>
        ))}
        {more > 0 ? <li className={classes.dim}>{t('moreBroken', { count: more })}</li> : null}
      </ul>
    </>
  )
}
