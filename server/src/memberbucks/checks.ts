import type { HealthCheck, HealthFinding } from '#platform/health-check.ts'
import { type LedgerCheck, verifyLedger } from './verify.ts'

/** The same as `ledger verify` on the command line. */
export const judgeLedger = ({ entries, members, fault }: LedgerCheck): HealthFinding | null => {
  if (fault)
    return {
      state: 'wrong',
      says: `The ledger of balances doesn’t add up: the ${fault.what} of member ${fault.memberId} is off.`,
      todo: 'Run npm run cli -- ledger verify, and show what it says to the people who look after the portal. Don’t correct it by hand.',
      to: '/manage/memberbucks',
    }
  if (entries === 0) return null
  return { state: 'well', says: `All ${entries} entries of the ${members} balances add up.` }
}

export const ledgerChecks: readonly HealthCheck[] = [
  {
    name: 'memberbucks.ledger',
    area: 'money',
    title: 'Balances',
    pace: 'daily',
    timeoutMs: 30_000,
    find: async (ctx) => judgeLedger(await verifyLedger(ctx)),
  },
]
