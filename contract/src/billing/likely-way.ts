// On its own: the desk and its screens choose by it, and words.ts holds lists only.
import type { Collector } from '../plans/words.ts'
import type { PaymentMethod, RefundMethod } from './words.ts'

/** By hand the money of a debit moves as a transfer; what a card pays says nothing of how else money would move. */
const byHand: Partial<Record<Collector | PaymentMethod, RefundMethod>> = {
  bank: 'bank',
  invoice: 'bank',
  directDebit: 'bank',
  cash: 'cash',
  balance: 'balance',
  other: 'other',
}

/**
 * How staff most likely got money, or give it back: the way of the plans or payments that it is for. Null where these
 * differ or say nothing, because what is preselected is booked: cash that stands at the bank is missed later.
 */
export const likelyWay = <W extends RefundMethod>(
  ways: readonly (Collector | PaymentMethod | null)[],
  offered: readonly W[],
): W | null => {
  const [first, ...others] = new Set(ways.map((way) => (way === null ? null : (byHand[way] ?? null))))
  return others.length > 0 ? null : (offered.find((way) => way === first) ?? null)
}
