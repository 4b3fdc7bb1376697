import type { CardPayment, SavedMethod } from '@spacekeeper/contract/stripe/shapes.ts'

const at = '2026-03-11T10:00:00.000Z'

export const visa: SavedMethod = {
  kind: 'card',
  brand: 'visa',
  last4: '4242',
  expMonth: 3,
  expYear: 2030,
  mandate: '',
  savedAt: at,
}

export const aPayment = (more: Partial<CardPayment> = {}): CardPayment => ({
  id: 3,
  amountCents: 6500,
  currency: 'AUD',
  way: 'saved',
  state: 'succeeded',
  method: 'Visa •••• 4242',
  failure: '',
  nextTryOn: null,
  at,
  ...more,
})
