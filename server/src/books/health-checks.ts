// On its own: beside the checks of the end of a month, which are others.
import type { HealthCheck, HealthFinding } from '#platform/health-check.ts'
import { findFaults } from './checks.ts'

/** The same as `books verify` on the command line. */
export const judgeBooks = (faults: readonly string[]): HealthFinding =>
  faults.length === 0
    ? { state: 'well', says: 'Charges, payments and the journal add up.' }
    : {
        state: 'wrong',
        says: `The books don’t add up. ${faults[0]}`,
        todo: 'Don’t close the month. Run npm run cli -- books verify, and show what it says to the people who look after the portal.',
        to: '/manage/books',
      }

export const bookChecks: readonly HealthCheck[] = [
  {
    name: 'books.sums',
    area: 'money',
    title: 'Books',
    pace: 'daily',
    timeoutMs: 30_000,
    find: async (ctx) => judgeBooks(await findFaults(ctx)),
  },
]
