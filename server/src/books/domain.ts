import type { Domain } from '#platform/domain.ts'
import { bookChecks } from './health-checks.ts'
import { booksPersonalData } from './personal-data.ts'
import { booksRoutes } from './routes.ts'

export const booksDomain: Domain = {
  name: 'books',
  tables: ['book_balances', 'book_closings', 'book_exports', 'books_closed'],
  routes: booksRoutes,
  checks: bookChecks,
  personalData: booksPersonalData,
}
