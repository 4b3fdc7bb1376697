// On its own: members and staff look at photos in the same way.

import { useTranslation } from '#platform/i18n/use-translation.ts'
import { photoAddress } from './api.ts'
import classes from './issues.module.css'

/** Photos of a report, each of which opens in full. */
export const PhotosList = ({ pictureIds, label }: { pictureIds: readonly number[]; label: string }) => {
  const { t } = useTranslation('issues')
  if (pictureIds.length === 0) return null
  return (
    <ul className={classes.photos} aria-label={label}>
      {pictureIds.map((id, at) => (
        <li key={id} className={classes.photo}>
          <a href={photoAddress(id)} target="_blank" rel="noreferrer">
            <img src={photoAddress(id)} alt={t('photoNumber', { number: at + 1 })} loading="lazy" />
          </a>
        </li>
      ))}
    </ul>
  )
}
