import { IconEyeOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './last-seen.module.css'

/** Marks somebody whom other members do not see in this list. */
export const HiddenBadge = () => {
  const { t } = useTranslation('visits')
  return (
    <span className={classes.hidden}>
      <IconEyeOff size={16} stroke={1.7} aria-hidden />
      {t('hidden')}
    </span>
  )
}
