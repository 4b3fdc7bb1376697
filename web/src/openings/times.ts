import { formatDay, formatTime } from '#platform/i18n/format.ts'
import type { Translate } from '#platform/i18n/use-translation.ts'

type OpenSpan = { startsAt: string; endsAt: string }

/** "18:00 to 22:00" */
export const sayHours = (t: Translate<'openings'>, { startsAt, endsAt }: OpenSpan, timeZone: string): string =>
  t('hours', { from: formatTime(startsAt, { timeZone }), until: formatTime(endsAt, { timeZone }) })

/** "Today" or "Tue 24 Nov", where the space is. */
export const sayDay = (t: Translate<'openings'>, at: string, { timeZone, now }: { timeZone: string; now: number }) => {
  const day = formatDay(at, { timeZone })
  return day === formatDay(now, { timeZone }) ? t('today') : day
}

/** "Open now until 22:00", or when it opens. */
export const sayNext = (
  t: Translate<'openings'>,
  next: OpenSpan,
  { timeZone, now }: { timeZone: string; now: number },
): { isOpen: boolean; words: string } => {
  const isOpen = new Date(next.startsAt).getTime() <= now
  const words = isOpen
    ? t('openUntil', { until: formatTime(next.endsAt, { timeZone }) })
    : t('opensNext', { day: sayDay(t, next.startsAt, { timeZone, now }), hours: sayHours(t, next, timeZone) })
  return { isOpen, words }
}
