import pg from 'pg'
import { AppError } from '../http/app-error.ts'
import { longDay } from '../long-day.ts'
import type { SettingsStore } from '../settings/settings.ts'

/** The error that `refuse_closed_day` and `refuse_closed_instant` (server/sql) raise where nothing is booked any more. */
const closedDay = 'SK001'

/** The error for the caller where the books are closed, at the field with the day; null for any other error. */
export const booksClosedOf = async (error: unknown, settings: Pick<SettingsStore, 'get'>): Promise<AppError | null> => {
  if (!(error instanceof pg.DatabaseError) || error.code !== closedDay || error.detail === undefined) return null
  const locale = await settings.get('SITE_LOCALE_CURRENCY')
  const message = `The books are closed through ${longDay(error.detail, locale)}. Choose a later day.`
  return new AppError('booksClosed', { fields: [{ field: error.column ?? 'day', message }] })
}
