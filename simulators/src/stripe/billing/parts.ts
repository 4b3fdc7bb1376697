import type { StripePart } from '../part.ts'
import { couponPart } from './coupons.ts'
import { balanceTransactionPart } from './customer-balance.ts'
import { invoiceItemPart } from './invoice-item-operations.ts'
import { invoicePart } from './invoice-operations.ts'
import { invoicePagePart } from './invoice-page.ts'
import { portalPart } from './portal.ts'
import { previewPart } from './preview.ts'
import { pricePart } from './prices.ts'
import { productPart } from './products.ts'
import { settingsPart } from './settings.ts'
import { followPart } from './subscription-follow.ts'
import { subscriptionPart } from './subscription-operations.ts'
import { testClockPart } from './test-clocks.ts'

/** What Stripe sells, and how it asks for it again and again. */
export const billingParts: StripePart[] = [
  settingsPart,
  productPart,
  pricePart,
  couponPart,
  subscriptionPart,
  previewPart,
  invoicePart,
  invoiceItemPart,
  invoicePagePart,
  portalPart,
  balanceTransactionPart,
  followPart,
  testClockPart,
]
