import type { StripePart } from '../part.ts'
import { accountPart } from './account.ts'
import { authenticationPart } from './authentication-page.ts'
import { balancePart } from './balance.ts'
import { chargesPart } from './charges.ts'
import { checkoutPagePart } from './checkout-page.ts'
import { checkoutPart } from './checkout-sessions.ts'
import { customersPart } from './customers.ts'
import { disputesPart } from './disputes.ts'
import { mandatesPart } from './mandates.ts'
import { paymentAttemptPart } from './payment-attempt.ts'
import { paymentIntentsPart } from './payment-intent-operations.ts'
import { paymentIntentRows } from './payment-intents.ts'
import { paymentMethodsPart } from './payment-methods.ts'
import { payoutsPart } from './payouts.ts'
import { receiptPart } from './receipt-page.ts'
import { refundsPart } from './refunds.ts'
import { setupIntentsPart } from './setup-intents.ts'

/** Customers, their cards and accounts, payments and what becomes of the money. */
export const paymentParts: StripePart[] = [
  accountPart,
  customersPart,
  paymentMethodsPart,
  mandatesPart,
  setupIntentsPart,
  paymentIntentRows,
  paymentIntentsPart,
  paymentAttemptPart,
  chargesPart,
  refundsPart,
  disputesPart,
  balancePart,
  payoutsPart,
  checkoutPart,
  checkoutPagePart,
  authenticationPart,
  receiptPart,
]
