import { eraseAuditDetails } from '#platform/db/audit-erasure.ts'
import type { Retention } from '#platform/retention/retention.ts'
import { forgetSuspensions } from '../members/erasure.ts'
import { eraseClosedMessages } from '../messages/retention.ts'

/** What is kept of closed accounts for a limited time. */
export const closingRetentions: Retention[] = [
  {
    name: 'closedMessages',
    title: 'Texts and addresses of messages to a closed account',
    days: 30,
    reason: 'Until then staff can send the last message again or read what it said.',
    remove: eraseClosedMessages,
  },
  {
    name: 'closedAudit',
    title: 'Details in the history of a closed account, but of bookings',
    // The same as in the rule of the database that allows it.
    days: 90,
    reason: 'An account that a thief closed can be looked into until then.',
    remove: eraseAuditDetails,
  },
  {
    name: 'closedSuspensions',
    title: 'The suspension of a closed account, and the marks by which a return is noticed',
    days: 3 * 365,
    reason: 'A suspension is not undone by closing the account and creating another one.',
    remove: (work, { before }) => forgetSuspensions(work, before),
  },
]
