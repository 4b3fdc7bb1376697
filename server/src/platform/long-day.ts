import { dateFormat } from '@spacekeeper/contract/formatters.ts'
import type { Day } from './local-day.ts'

/** A day as people write it out, such as “24 November 2026”. */
export const longDay = (day: Day, locale: string): string =>
  dateFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
