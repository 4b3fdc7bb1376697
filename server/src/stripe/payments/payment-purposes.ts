// On its own: everything a payment can be for, in one list.
import { duesPurpose } from './dues-purpose.ts'
import type { PaymentPurpose } from './payment-purpose.ts'
import type { PurposeName } from './payment-rows.ts'
import { topUpPurpose } from './top-up-purpose.ts'

export const purposes: Readonly<Record<PurposeName, PaymentPurpose>> = { dues: duesPurpose, topUp: topUpPurpose }
