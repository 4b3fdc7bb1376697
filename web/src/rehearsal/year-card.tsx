import { Button, Card, Group, Text, TextInput, Title } from '@mantine/core'
import type { RehearsalStanding } from '@spacekeeper/contract/rehearsal/shapes.ts'
import { IconCalendarEvent, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { useState } from 'react'
import { formatCalendarDay, formatMonth } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { heldWhile, rehearsals, useOrder } from './api.ts'
import classes from './rehearsal.module.css'

const dayMs = 86_400_000
const numberOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / dayMs
const dayOf = (number: number) => new Date(number * dayMs).toISOString().slice(0, 10)

/** When the door opened for them, from the lines that say so. */
const openTimes = ({ story, today }: RehearsalStanding): { from: string; to: string }[] => {
  const times: { from: string; to: string }[] = []
  let from: string | null = null
  for (const { kind, day } of story) {
    if (kind === 'doorOpen') from = day
    if (kind === 'doorClosed' && from !== null) {
      times.push({ from, to: day })
      from = null
    }
  }
  return from === null ? times : [...times, { from, to: today }]
}

/** The year as a line, with today on it, the first of each month, and the days on which the door opened. */
const YearLine = ({ standing }: { standing: RehearsalStanding }) => {
  const { t } = useTranslation('rehearsal')
  const { begunOn, today } = standing
  const begin = numberOf(begunOn)
  const length = Math.max(366, numberOf(today) - begin + 1)
  const at = (day: string) => `${((numberOf(day) - begin) / length) * 100}%`
  const firsts = Array.from({ length }, (_, days) => dayOf(begin + days)).filter((day) => day.endsWith('-01'))
  // Names of months stand apart also where the rehearsal went on for years.
  const named = firsts.filter((_, place) => place % Math.ceil(firsts.length / 12) === 0)
  const count = numberOf(today) - begin + 1
  return (
    <div className={classes.year} role="img" aria-label={t('yearLabel', { day: formatCalendarDay(today), count })}>
      <div className={classes.track}>
        {openTimes(standing).map(({ from, to }) => (
          <span
            key={from}
            className={classes.open}
            style={{ left: at(from), width: `max(3px, calc(${at(to)} - ${at(from)}))` }}
          />
        ))}
        <span className={classes.today} style={{ left: at(today) }} />
      </div>
      {named.map((day) => (
        <span key={day} className={classes.month} style={{ left: at(day) }}>
          {formatMonth(day.slice(0, 7), 'short')}
        </span>
      ))}
    </div>
  )
}

type Props = { standing: RehearsalStanding; isBusy: boolean; isOnTour: boolean }

const MoveButtons = ({ standing, isBusy }: Omit<Props, 'isOnTour'>) => {
  const { t } = useTranslation('rehearsal')
  const order = useOrder()
  const { today, nextPaymentOn } = standing
  const [chosen, setChosen] = useState('')
  const least = dayOf(numberOf(today) + 1)
  const to = chosen < least ? least : chosen
  // Pressed while it works, a button keeps the focus and does nothing.
  const off = heldWhile(isBusy)
  return (
    <Group gap="xs" align="end">
      {(['day', 'week', 'payment'] as const).map((by) =>
        by === 'payment' && nextPaymentOn === null ? null : (
          <Button key={by} variant="default" {...off} onClick={() => void (isBusy || order(rehearsals.move({ by })))}>
            {t(`move_${by}`)}
          </Button>
        ),
      )}
      <TextInput
        // Unmarked: an empty day is the next one.
        type="date"
        aria-label={t('moveToLabel')}
        value={to}
        min={least}
        max={dayOf(numberOf(today) + 366)}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      />
      <Button
        variant="default"
        leftSection={<IconCalendarEvent size={16} aria-hidden />}
        {...off}
        onClick={() => void (isBusy || order(rehearsals.move({ by: 'date', to })))}
      >
        {t('moveTo')}
      </Button>
    </Group>
  )
}

/** Where the year stands, and how it goes on. */
export const YearCard = ({ standing, isBusy, isOnTour }: Props) => {
  const { t } = useTranslation('rehearsal')
  const order = useOrder()
  const isNew = standing.plan === null || standing.plan.state === 'ended'
  return (
    <Card component="section" aria-labelledby="rehearsal-year">
      <Group justify="space-between">
        <Title order={2} id="rehearsal-year">
          {t('today', { day: formatCalendarDay(standing.today) })}
        </Title>
        <Text size="sm" c="dimmed" role="status">
          {t(isBusy ? 'working' : 'ready')}
        </Text>
      </Group>
      <YearLine standing={standing} />
      <MoveButtons standing={standing} isBusy={isBusy} />
      {isOnTour ? (
        <Button
          mt="sm"
          leftSection={<IconPlayerStop size={16} aria-hidden />}
          onClick={() => void order(rehearsals.stopTour())}
        >
          {t('stopTour')}
        </Button>
      ) : isNew && !isBusy ? (
        <Group mt="sm" gap="sm">
          <Button leftSection={<IconPlayerPlay size={16} aria-hidden />} onClick={() => void order(rehearsals.tour())}>
            {t('playTour')}
          </Button>
          <Text size="sm" c="dimmed" maw={460}>
            {t('tourText')}
          </Text>
        </Group>
      ) : null}
    </Card>
  )
}
