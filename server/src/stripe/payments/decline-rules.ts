import { addDays, type Day } from '#platform/local-day.ts'

/** The words of Stripe on a payment that failed, as far as they decide whether it is tried again. */
export type DeclineFacts = { code?: string; decline_code?: string; advice_code?: string }

/** Stripe's advice that the same card will not be taken as it is. */
const finalAdvice: readonly string[] = ['do_not_try_again', 'confirm_card_data']

/** Where there is no advice: cards and mandates that are gone, blocked or called back, in Stripe's words. */
const finalCodes: readonly string[] = [
  'account_closed',
  'debit_not_authorized',
  'expired_card',
  'fraudulent',
  'highest_risk_level',
  'incorrect_number',
  'invalid_account',
  'invalid_account_number',
  'invalid_number',
  'lost_card',
  'merchant_blacklist',
  'no_account',
  'pickup_card',
  'restricted_card',
  'revocation_of_all_authorizations',
  'revocation_of_authorization',
  'stolen_card',
  'stop_payment_order',
  'transaction_not_allowed',
]

/** Whether what was saved is not to be tried again: only another card or mandate helps. */
export const isFinalDecline = ({ code, decline_code: decline, advice_code: advice }: DeclineFacts): boolean => {
  if (advice !== undefined) return finalAdvice.includes(advice)
  return [code, decline].some((word) => word !== undefined && finalCodes.includes(word))
}

/** The next day on which what is open since these days is tried again, after today; null: not by itself. */
export const nextTryOn = (dueDays: readonly Day[], { today, steps }: { today: Day; steps: readonly number[] }) =>
  dueDays
    .flatMap((due) => steps.map((days) => addDays(due, days)))
    .filter((day) => day > today)
    .toSorted()[0] ?? null
