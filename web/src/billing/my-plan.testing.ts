import { bankApi } from '@spacekeeper/contract/bank/routes.ts'
import type { OwnDues } from '@spacekeeper/contract/billing/dues-shapes.ts'
import { billingApi } from '@spacekeeper/contract/billing/routes.ts'
import type { MyPlan, MySubscription } from '@spacekeeper/contract/billing/shapes.ts'
import { remindersApi } from '@spacekeeper/contract/reminders/routes.ts'
import { fakeServer } from '#platform/api/fake-server.testing.ts'
import { defaultSite } from '#platform/session/site.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'
import { someDues } from '../signup/standing.testing.ts'

/** A plan of 65.00 a month that is paid for March. */
export const aSubscription = (more: Partial<MySubscription> = {}): MySubscription => ({
  id: 1,
  state: 'active',
  collector: 'bank',
  plan: {
    id: 1,
    name: 'Monthly',
    tier: 'Full',
    costCents: 6500,
    currency: 'AUD',
    intervalCount: 1,
    interval: 'month',
    collectors: ['bank', 'cash'],
    maxPeople: 1,
  },
  tierDescription: '',
  costCents: 6500,
  currency: 'AUD',
  intervalCount: 1,
  interval: 'month',
  discounts: [],
  startedOn: '2026-02-01',
  period: { from: '2026-03-01', to: '2026-04-01' },
  paidThrough: '2026-04-01',
  accessUntil: '2026-04-08',
  hasAccess: true,
  next: { on: '2026-04-01', amountCents: 6500, isCharged: false },
  nextPlan: null,
  cancelOn: null,
  moreTimeUntil: null,
  givenBackUntil: null,
  breaks: [],
  pauseLimits: { leastDays: 14, mostDays: 180, noticeDays: 0, perYear: 2 },
  ...more,
})

/** The answer of the server on charges and a plan in a test. */
const duesOf = ({ charges = [], subscription = aSubscription(), today = '2026-03-11' }: Partial<MyPlan>): OwnDues => {
  const open = charges.filter(({ state }) => state === 'open')
  const left = ({ amountCents, paidCents }: MyPlan['charges'][number]) => amountCents - paidCents
  const isLate = open.some(({ dueOn }) => dueOn <= today)
  const reason = {
    incomplete: 'first',
    active: isLate ? 'overdue' : 'open',
    pastDue: 'ended',
    paused: 'open',
    cancelling: 'open',
    ended: 'former',
  } as const
  const why = open.length === 0 ? null : subscription === null ? 'former' : reason[subscription.state]
  const comes = subscription !== null && subscription.cancelOn === null && open.length === 0
  return someDues({
    owedCents: open.reduce((sum, charge) => sum + left(charge), 0),
    reason: why,
    by: why === 'overdue' ? (subscription?.accessUntil ?? null) : why === 'open' ? (open[0]?.dueOn ?? null) : null,
    lines: open.map((charge) => ({ ...charge, chargeId: charge.id, amountCents: left(charge) })),
    onItsWayCents: charges.reduce((sum, charge) => sum + (charge.state === 'processing' ? left(charge) : 0), 0),
    collector: subscription?.collector ?? null,
    coming: comes ? [{ from: '2026-04-01', amountCents: 6500, count: null }] : [],
  })
}

export const aMyPlan = (more: Partial<MyPlan> = {}): MyPlan => ({
  today: '2026-03-11',
  subscription: aSubscription(),
  dues: duesOf(more),
  charges: [],
  payments: [],
  creditCents: 0,
  balanceCents: 0,
  currency: 'AUD',
  household: null,
  paidBy: null,
  invitations: [],
  concession: null,
  ...more,
})

/** A month of the plan that is not paid. */
export const anOpenCharge = (more: Partial<MyPlan['charges'][number]> = {}): MyPlan['charges'][number] => ({
  id: 7,
  kind: 'period',
  description: 'Monthly',
  period: { from: '2026-03-01', to: '2026-04-01' },
  amountCents: 6500,
  paidCents: 0,
  discountCents: 0,
  currency: 'AUD',
  dueOn: '2026-03-01',
  state: 'open',
  ...more,
})

/** A server that has no invoices yet and knows where to transfer money to. */
export const planServer = (): ReturnType<typeof fakeServer> => {
  const server = fakeServer()
  server.on(remindersApi.listOwn, () => ({ steps: [], paused: null }))
  server.on(billingApi.listMyInvoices, () => ({ invoices: [], hasMore: false }))
  server.on(bankApi.getDetails, () => ({
    accountName: 'Riverbend Makers',
    accountNumber: '062-000 12345678',
    bic: '',
    bankName: '',
    alias: null,
    isComplete: true,
    duesReference: 'RF10 D000 001',
    topUpReference: 'RF13 B000 001',
  }))
  server.on(bankApi.getMandate, () => ({ offer: null, mandate: null }))
  return server
}

/** The page of the plan, as its member sees it where plans and balances are turned on, and maybe cards. */
export const openMyPlan = (
  server: ReturnType<typeof fakeServer>,
  mine: MyPlan,
  { path = '/account/membership-plan', enableStripe = false } = {},
) => {
  const features = { ...defaultSite.features, enableMembershipPayments: true, enableMemberBucks: true, enableStripe }
  server.on(billingApi.getMyPlan, () => mine)
  return renderPortal({
    path,
    server,
    profile: aProfile(),
    config: { ...defaultSite, features },
  })
}
