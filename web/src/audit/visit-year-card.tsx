import { Card, Stack, Title, Text, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type CSSProperties } from 'react'
import { formatList, formatMonth, formatWeekday } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useNow } from '#platform/ui/use-now.ts'
import { visitYearQuery } from './api.ts'
import { countVisits, busiestDays, type VisitMonth } from './visit-months.ts'
import classes from './audit.module.css'

const dayName = (day: number, style: 'short' | 'long') => formatWeekday(day + 1, {}, style)

const monthName = (start: Date, style: 'narrow' | 'short') =>
  formatMonth(`${start.getFullYear()}-${String(start.getMonth() + 1).padStart(2, '0')}`, style)

const weekdays = [0, 1, 2, 3, 4, 5, 6]

/** A year of visits by weekday and month. Nothing is drawn of a member who never came. */
export const VisitYearCard = ({ memberId }: { memberId: number }) => {
  const { t } = useTranslation('audit')
  const [hasFigures, setFigures] = useState(false)
  const { data } = useQuery(visitYearQuery(memberId))
  const now = useNow(60_000)
  const months = countVisits(data?.startedAt ?? [], new Date(now))
  const total = months.reduce((sum, { counts }) => sum + counts.reduce((all, count) => all + count, 0), 0)
  if (total === 0) return null
  const days = busiestDays(months).map((day) => dayName(day, 'long'))
  return (
    <Card component="section" aria-labelledby="visit-year">
      <Stack gap="sm">
        <Title order={2} id="visit-year">
          {t('visits', { count: total })}
        </Title>
        {hasFigures ? <Figures months={months} /> : <HeatMap months={months} />}
        {days.length > 0 ? (
          <Text size="sm" c="dimmed">
            {t('mostly', { days: formatList(days) })}
          </Text>
        ) : null}
        <Button
          variant="subtle"
          size="compact-sm"
          style={{ alignSelf: 'flex-start' }}
          aria-expanded={hasFigures}
          onClick={() => setFigures(!hasFigures)}
        >
          {t(hasFigures ? 'asPicture' : 'asTable')}
        </Button>
      </Stack>
    </Card>
  )
}

const share = (count: number, most: number) => ({ '--share': count / most }) as CSSProperties // a variable of our own

const HeatMap = ({ months }: { months: readonly VisitMonth[] }) => {
  const { t } = useTranslation('audit')
  const most = Math.max(1, ...months.flatMap(({ counts }) => counts))
  return (
    <div className={classes.map} role="img" aria-label={t('visitsOf')}>
      <span />
      {months.map(({ start }) => (
        <span key={start.getTime()}>{monthName(start, 'narrow')}</span>
      ))}
      {weekdays.map((day) => [
        <span key={day} className={classes.weekday}>
          {dayName(day, 'short')}
        </span>,
        ...months.map(({ start, counts }) => (
          <span
            key={`${day} ${start.getTime()}`}
            className={classes.cell}
            data-filled={counts[day] ? true : undefined}
            style={share(counts[day] ?? 0, most)}
          />
        )),
      ])}
    </div>
  )
}

/** The same in figures. */
const Figures = ({ months }: { months: readonly VisitMonth[] }) => {
  const { t } = useTranslation('audit')
  return (
    <table className={classes.figures} aria-label={t('visitsOf')}>
      <thead>
        <tr>
          <th scope="col">{t('month')}</th>
          {weekdays.map((day) => (
            <th key={day} scope="col">
              {dayName(day, 'short')}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {months.map(({ start, counts }) => (
          <tr key={start.getTime()}>
            <th scope="row">{monthName(start, 'short')}</th>
            {weekdays.map((day) => (
              <td key={day}>{counts[day]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
