import type { PaymentMethod } from '@spacekeeper/contract/billing/words.ts'
import type { PaymentKind } from '@spacekeeper/contract/stripe/shapes.ts'
import type Stripe from 'stripe'

const kinds = {
  card: 'card',
  sepa_debit: 'sepaDebit',
  au_becs_debit: 'becsDebit',
  bacs_debit: 'bacsDebit',
} as const satisfies Record<string, PaymentKind>

type KindAtStripe = keyof typeof kinds

/** What can be saved: which of them a space offers, its account at Stripe and the currency decide. */
export const kindsAtStripe = Object.keys(kinds) as KindAtStripe[] // Object.keys loses the literal names

const isKind = (type: string): type is KindAtStripe => Object.hasOwn(kinds, type)

export type MethodFacts = {
  method_id: string
  kind: PaymentKind
  brand: string
  last4: string
  exp_month: number | null
  exp_year: number | null
  mandate: string
}

const referenceOf = (mandate: Stripe.Mandate | null): string =>
  mandate?.payment_method_details.sepa_debit?.reference ?? mandate?.payment_method_details.bacs_debit?.reference ?? ''

/** What is kept of a card or mandate; null for a kind that is not saved here. */
export const methodFacts = (method: Stripe.PaymentMethod, mandate: Stripe.Mandate | null): MethodFacts | null => {
  if (!isKind(method.type)) return null
  const { card } = method
  const account = method.sepa_debit ?? method.au_becs_debit ?? method.bacs_debit
  if (method.type === 'card' && !card) return null
  return {
    method_id: method.id,
    kind: kinds[method.type],
    brand: card?.display_brand ?? card?.brand ?? '',
    last4: card?.last4 ?? account?.last4 ?? '',
    exp_month: card?.exp_month ?? null,
    exp_year: card?.exp_year ?? null,
    mandate: referenceOf(mandate),
  }
}

const brands: Partial<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  american_express: 'American Express',
  diners: 'Diners Club',
  diners_club: 'Diners Club',
  discover: 'Discover',
  eftpos_au: 'eftpos',
  eftpos_australia: 'eftpos',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  cartes_bancaires: 'Cartes Bancaires',
}

/** What is paid with, as receipts and mails have it: Visa •••• 4242. */
export const methodName = ({ kind, brand, last4 }: Pick<MethodFacts, 'kind' | 'brand' | 'last4'>): string =>
  `${kind === 'card' ? (brands[brand] ?? 'Card') : 'Bank account'} •••• ${last4}`

/** How a payment intent paid; what is no card is a debit from an account. */
export const methodOf = (
  intent: Stripe.PaymentIntent | null,
): Extract<PaymentMethod, 'card' | 'directDebit' | 'other'> => {
  const charge = intent?.latest_charge
  const type = typeof charge === 'object' ? charge?.payment_method_details?.type : undefined
  if (intent === null) return 'other'
  return type === undefined || type === 'card' || type === 'link' ? 'card' : 'directDebit'
}
