import type { PlanOverview } from '@spacekeeper/contract/plans/shapes.ts'

/** A plan as staff see it: monthly, with members. */
export const aPlanOverview = (more: Partial<PlanOverview> = {}): PlanOverview => ({
  id: 31,
  name: 'Full, monthly',
  stripeId: '',
  memberTier: 3,
  visible: true,
  currency: 'AUD',
  cost: 65,
  costCents: 6500,
  intervalCount: 1,
  intervalAmount: 1,
  interval: 'month',
  joiningFeeCents: 0,
  collectors: ['bank', 'cash'],
  maxPeople: 1,
  isAdvised: true,
  archivedAt: null,
  members: 12,
  otherPrices: 0,
  monthly: [{ currency: 'AUD', cents: 78_000 }],
  ...more,
})
