import type { OwnDues } from '@spacekeeper/contract/billing/dues-shapes.ts'
import type { OwnStanding } from '@spacekeeper/contract/signup/shapes.ts'

/** A member who owes nothing. */
export const someDues = (more: Partial<OwnDues> = {}): OwnDues => ({
  owedCents: 0,
  currency: 'AUD',
  reason: null,
  by: null,
  lines: [],
  onItsWayCents: 0,
  collector: 'bank',
  isDebited: false,
  returned: null,
  coming: [],
  creditCents: 0,
  ...more,
})

/** A member with nothing to do. */
export const aStanding = (more: Partial<OwnStanding> = {}): OwnStanding => ({
  step: null,
  items: [],
  hasPaid: false,
  dues: someDues(),
  ...more,
})
