// On its own: entries, overviews and statements count the same days.
import { type RawBuilder, sql } from 'kysely'

type Later = { days?: number; months?: number }

/**
 * The instant at which a day begins where the space is, or one so many days or months later. As a query of its own it is
 * worked out once, and not for each row it is compared with.
 */
export const startOfDaySql = (day: string, zone: string, { days = 0, months = 0 }: Later = {}): RawBuilder<Date> =>
  sql<Date>`(select (${day}::date + make_interval(months => ${months}::int, days => ${days}::int)) at time zone ${zone}::text)`

/** The same of a month such as `2026-11`. */
export const startOfMonth = (month: string, zone: string, later: Later = {}): RawBuilder<Date> =>
  startOfDaySql(`${month}-01`, zone, later)

/** The month in which an entry was, where the space is. */
export const monthSql = (at: string, zone: string): RawBuilder<string> =>
  sql<string>`to_char(${sql.ref(at)} at time zone ${zone}::text, 'YYYY-MM')`
