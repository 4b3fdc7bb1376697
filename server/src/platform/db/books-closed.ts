import pg from 'pg'
import { AppError } from '../http/app-error.ts'

/** The error that `refuse_closed_day` and `refuse_closed_instant` (server/sql) raise where nothing is booked any more. */
const closedDay = 'SK001'

const dayWords = new Intl.DateTimeFormat('en-AU', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** The error for the caller where the books are closed, at the field with the day; null for any other error. */
export const booksClosedOf = (error: unknown): AppError | null => {
  if (!(error instanceof pg.DatabaseError) || error.code !== closedDay || error.detail === undefined) return null
  const message = `The books are closed through ${dayWords.format(new Date(error.detail))}. Choose a later day.`
  return new AppError('booksClosed', { fields: [{ field: error.column ?? 'day', message }] })
}
