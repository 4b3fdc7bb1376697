import { Button, TextInput } from '@mantine/core'
import type { Period } from '@spacekeeper/contract/memberbucks/shapes.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { calendarMonth, yearOf } from './periods.ts'
import classes from './statement.module.css'

type Props = { period: Period; now: Date; onChange: (period: Period) => void }

/** Two days, both included, and the periods that are asked for most. */
export const PeriodForm = ({ period, now, onChange }: Props) => {
  const { t } = useTranslation('memberbucks')
  const usual = [
    { word: 'thisMonth', period: calendarMonth(now) },
    { word: 'lastMonth', period: calendarMonth(now, -1) },
    { word: 'thisYear', period: yearOf(now) },
    { word: 'lastYear', period: yearOf(now, -1) },
  ] as const
  const isWrong = period.from > period.to
  return (
    <div className={classes.period} role="group" aria-label={t('period')}>
      <TextInput
        // Unmarked: an empty day leaves the one before.
        type="date"
        label={t('from')}
        value={period.from}
        onChange={(event) => event.currentTarget.value && onChange({ ...period, from: event.currentTarget.value })}
      />
      <TextInput
        // Unmarked: an empty day leaves the one before.
        type="date"
        label={t('to')}
        value={period.to}
        error={isWrong ? t('periodWrong') : null}
        onChange={(event) => event.currentTarget.value && onChange({ ...period, to: event.currentTarget.value })}
      />
      {usual.map(({ word, period: one }) => (
        <Button
          key={word}
          size="xs"
          variant={one.from === period.from && one.to === period.to ? 'light' : 'default'}
          aria-pressed={one.from === period.from && one.to === period.to}
          onClick={() => onChange(one)}
        >
          {t(word)}
        </Button>
      ))}
    </div>
  )
}
