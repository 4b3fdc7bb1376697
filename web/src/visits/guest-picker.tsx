import { ActionIcon } from '@mantine/core'
import { maxGuests } from '@spacekeeper/contract/visits/words.ts'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import classes from './visits.module.css'

type Props = { count: number; onChange: (count: number) => void }

/** How many guests a member brings, by tapping. */
export const GuestPicker = ({ count, onChange }: Props) => {
  const { t } = useTranslation('visits')
  return (
    <div className={classes.guests} role="group" aria-label={t('guests')}>
      <span className={classes.guestsLabel} aria-hidden>
        {t('guests')}
      </span>
      <ActionIcon
        className={classes.step}
        size={44}
        aria-label={t('fewerGuests')}
        disabled={count === 0}
        onClick={() => onChange(count - 1)}
      >
        <IconMinus size={20} stroke={1.7} aria-hidden />
      </ActionIcon>
      <output className={classes.count} aria-live="polite">
        <strong>{count}</strong> <span className={classes.countNoun}>{t('guestsShort', { count })}</span>
      </output>
      <ActionIcon
        className={classes.step}
        size={44}
        aria-label={t('moreGuests')}
        disabled={count === maxGuests}
        onClick={() => onChange(count + 1)}
      >
        <IconPlus size={20} stroke={1.7} aria-hidden />
      </ActionIcon>
    </div>
  )
}
