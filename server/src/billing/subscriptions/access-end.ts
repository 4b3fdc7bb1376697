// On its own: reminders end access early, and nothing else does.
import { type BillingWork, noteEvent } from '../billing-work.ts'
import { followSubscription } from '../follow.ts'
import { getCurrent } from '../subscription-row.ts'
import { moveSubscription } from '../subscription-rules.ts'

/**
 * Ends the access of a member whose payment is overdue today, before the days of grace are over. It comes back with the
 * payment, or when staff give more time. False for a plan that gives no access of its own, or has ended it already.
 */
export const endAccess = async (work: BillingWork, memberId: number): Promise<boolean> => {
  const subscription = await getCurrent(work, memberId)
  const state = moveSubscription(subscription.state, 'fallDue')
  if (state === null) return false
  subscription.state = state
  subscription.accessEndedOn = work.today
  noteEvent(work, 'billing.overdue', { memberId, paidThrough: subscription.paidThrough })
  await followSubscription(work, subscription)
  return true
}
