import { deskApi } from '@spacekeeper/contract/billing/desk-routes.ts'
import type { MyPlan, MySubscription } from '@spacekeeper/contract/billing/shapes.ts'
import { staffPlansApi } from '@spacekeeper/contract/billing/staff-routes.ts'
import { membersApi } from '@spacekeeper/contract/members/routes.ts'
import { plansApi } from '@spacekeeper/contract/plans/routes.ts'
import type { TierOverview } from '@spacekeeper/contract/plans/shapes.ts'
import { remindersApi } from '@spacekeeper/contract/reminders/routes.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { aPlanOverview } from '../../plans/plans.testing.ts'
import { aProfile, renderPortal } from '../../portal.testing.tsx'
import { someDues } from '../../signup/standing.testing.ts'

const offer = {
  id: 31,
  name: 'Full, monthly',
  tier: 'Full',
  costCents: 6500,
  currency: 'AUD',
  intervalCount: 1,
  interval: 'month' as const,
  collectors: ['bank' as const, 'cash' as const],
  maxPeople: 1,
}

const aSubscription = (more: Partial<MySubscription> = {}): MySubscription => ({
  id: 5,
  state: 'active',
  collector: 'bank',
  plan: offer,
  tierDescription: '',
  costCents: 6000,
  currency: 'AUD',
  intervalCount: 1,
  interval: 'month',
  discounts: [],
  startedOn: '2026-01-15',
  period: { from: '2026-02-15', to: '2026-03-15' },
  paidThrough: '2026-03-15',
  accessUntil: '2026-03-22',
  hasAccess: true,
  next: { on: '2026-03-15', amountCents: 6000, isCharged: true },
  nextPlan: null,
  cancelOn: null,
  moreTimeUntil: null,
  givenBackUntil: null,
  breaks: [],
  pauseLimits: { leastDays: 14, mostDays: 90, noticeDays: 7, perYear: 2 },
  ...more,
})

const charge = {
  id: 8,
  kind: 'period' as const,
  description: 'Full, monthly: 15 March to 14 April',
  period: { from: '2026-03-15', to: '2026-04-15' },
  amountCents: 6000,
  paidCents: 2000,
  discountCents: 0,
  currency: 'AUD',
  dueOn: '2026-02-20',
  state: 'open' as const,
}

const aPlan = (more: Partial<MyPlan> = {}): MyPlan => ({
  today: '2026-03-01',
  subscription: aSubscription(),
  charges: [charge],
  dues: someDues({ owedCents: 4000, reason: 'open' }),
  payments: [{ id: 3, amountCents: 2000, currency: 'AUD', method: 'cash', reference: 'Jar', paidOn: '2026-02-21' }],
  creditCents: 0,
  balanceCents: 0,
  currency: 'AUD',
  household: null,
  paidBy: null,
  invitations: [],
  concession: null,
  ...more,
})

const tier: TierOverview = {
  id: 3,
  name: 'Full',
  description: '',
  visible: true,
  featured: false,
  stripeId: '',
  archivedAt: null,
  members: 0,
  monthly: [],
  plans: [aPlanOverview(), aPlanOverview({ id: 32, name: 'Card only', costCents: 9900, collectors: ['invoice'] })],
}

let server: ReturnType<typeof fakeServer>
let plan: MyPlan
beforeEach(() => {
  server = fakeServer()
  plan = aPlan()
  server.on(membersApi.get, () => ({
    id: 7,
    fullName: 'Noah Kaur',
    screenName: 'noahk',
    email: 'noah@example.org',
    state: 'active' as const,
    isSuspended: false,
    isAdmin: false,
    permissions: [],
    lastSeen: null,
  }))
  server.on(staffPlansApi.getMemberPlan, () => plan)
  server.on(plansApi.getOverview, () => ({ tiers: [tier], monthly: [] }))
  server.on(remindersApi.listOfMember, () => ({ steps: [], paused: null }))
})

const open = (viewer = 1) =>
  renderPortal({
    path: '/manage/members/7?tab=plan',
    server,
    profile: aProfile({ id: viewer, staffPermissions: ['money'] }),
  })
const dialog = () => within(screen.getByRole('dialog'))
const more = async (user: Awaited<ReturnType<typeof open>>['user'], name: string) => {
  await user.click(await screen.findByRole('button', { name: 'Other actions' }))
  await user.click(await screen.findByRole('menuitem', { name }))
}

test('staff for money read a member’s plan, what is open and what was paid', async () => {
  await open()
  const about = within(await screen.findByRole('region', { name: 'Full, monthly' }))
  expect(about.getByText('Active')).toBeTruthy()
  expect(about.getByText(/^\$60\.00 a month, since/)).toBeTruthy()
  expect(about.getByText(/^Until .*(22 Mar|Mar 22)/)).toBeTruthy()
  expect(about.getByText(/^\$60\.00 on .*(15 Mar|Mar 15)/)).toBeTruthy()
  const charges = within(screen.getByRole('region', { name: 'Charges' }))
  expect(charges.getByText('Open')).toBeTruthy()
  expect(charges.getByText(/Due .*(20 Feb|Feb 20)/)).toBeTruthy()
  expect(within(screen.getByRole('region', { name: 'Payments' })).getByText('Jar')).toBeTruthy()
})

test('their own plan staff only read', async () => {
  await open(7)
  expect(await screen.findByRole('region', { name: 'Full, monthly' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Book a payment' })).toBeNull()
})

test('a member without a plan is put on one, at a price of their own', async () => {
  plan = aPlan({ subscription: null, charges: [], payments: [] })
  server.on(staffPlansApi.startMemberPlan, () => {
    plan = aPlan()
    return { state: 'active' as const }
  })
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Start a plan' }))
  await user.type(await dialog().findByRole('textbox', { name: 'Another price' }), 'cheap')
  await user.click(dialog().getByRole('button', { name: 'Start a plan' }))
  expect(await dialog().findByText('Enter an amount such as 65 or 65.50.')).toBeTruthy()
  expect(server.sentTo(staffPlansApi.startMemberPlan)).toEqual([])
  await user.clear(dialog().getByRole('textbox', { name: 'Another price' }))
  await user.type(dialog().getByRole('textbox', { name: 'Another price' }), '19,99')
  await user.selectOptions(dialog().getByRole('combobox', { name: 'How they pay' }), 'Cash')
  await user.click(dialog().getByRole('button', { name: 'Start a plan' }))
  expect(await screen.findByRole('region', { name: 'Full, monthly' })).toBeTruthy()
  expect(server.sentTo(staffPlansApi.startMemberPlan)[0]?.body).toEqual({
    planId: 31,
    collector: 'cash',
    costCents: 1999,
    couponCode: '',
    paysBeforeAccess: false,
  })
})

test('a change of plan says the amounts, and asks again when they are others', async () => {
  let firstChargeCents = 6500
  server.on(staffPlansApi.previewMemberChange, () => ({
    when: 'next' as const,
    times: ['now' as const, 'next' as const],
    startsOn: '2026-03-15',
    firstPeriodEnds: '2026-04-15',
    periodGoesOn: false,
    differenceCents: 0,
    givenBackCents: 0,
    firstChargeCents,
    dueNowCents: 0,
    creditCents: 0,
    currency: 'AUD',
    tooManyPeople: 0,
  }))
  server.on(staffPlansApi.changeMemberPlan, () => {
    firstChargeCents = 7000
    return refuse('amountsChanged')
  })
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Change plan' }))
  const select = await dialog().findByRole('combobox', { name: 'Plan' })
  expect(within(select).queryByRole('option', { name: /Card only/ })).toBeNull()
  expect(await dialog().findByText(/Its first period costs \$65\.00/)).toBeTruthy()
  await user.click(dialog().getByRole('button', { name: 'Change plan' }))
  expect(await dialog().findByText(/Its first period costs \$70\.00/)).toBeTruthy()
  expect(server.sentTo(staffPlansApi.changeMemberPlan)[0]?.body).toMatchObject({ planId: 31, firstChargeCents: 6500 })
})

test('a pause says what happens to paid days before it is confirmed', async () => {
  server.on(staffPlansApi.previewMemberPause, () => ({
    days: { from: '2026-03-05', to: '2026-03-20' },
    paidDaysKept: 10,
    paidThroughBefore: '2026-03-15',
    paidThroughAfter: '2026-03-30',
  }))
  server.on(staffPlansApi.pauseMemberPlan, () =>
    refuse('badInput', { fields: [{ field: 'from', message: 'There’s a pause in these days already.' }] }),
  )
  const { user } = await open()
  await more(user, 'Pause')
  fireEvent.change(await dialog().findByLabelText(/First day of the pause/), { target: { value: '2099-03-05' } })
  fireEvent.change(dialog().getByLabelText(/First day after it/), { target: { value: '2099-03-20' } })
  expect(await dialog().findByText(/^10 paid days come back after it: paid until .*(30 Mar|Mar 30)/)).toBeTruthy()
  await user.click(dialog().getByRole('button', { name: 'Pause' }))
  expect(await dialog().findByText('There’s a pause in these days already.')).toBeTruthy()
})

test('a plan is cancelled after a question, and ended only with a reason', async () => {
  server.on(staffPlansApi.cancelMemberPlan, () => ({ endsOn: '2026-03-15' }))
  server.on(staffPlansApi.endMemberPlan, () => undefined)
  const { user } = await open()
  await more(user, 'Cancel plan')
  expect(dialog().getByText(/We email Noah Kaur/)).toBeTruthy()
  await user.click(dialog().getByRole('button', { name: 'Cancel plan' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await more(user, 'End now')
  await user.click(dialog().getByRole('button', { name: 'End now' }))
  expect(await dialog().findByText('This field cannot be empty.')).toBeTruthy()
  await user.type(dialog().getByRole('textbox', { name: 'Reason' }), 'Moved away')
  await user.click(dialog().getByRole('button', { name: 'End now' }))
  await waitFor(() =>
    expect(server.sentTo(staffPlansApi.endMemberPlan)[0]?.body).toEqual({ reason: 'Moved away', keepsDebt: true }),
  )
})

test('a concession needs a percentage, and a coupon that is wrong says so at its field', async () => {
  server.on(staffPlansApi.giveConcession, () => undefined)
  server.on(staffPlansApi.useMemberCoupon, () =>
    refuse('badInput', { fields: [{ field: 'couponCode', message: 'This code isn’t valid now.' }] }),
  )
  const { user } = await open()
  await more(user, 'Give a concession')
  await user.type(dialog().getByRole('textbox', { name: /^Reason/ }), 'Student')
  await user.type(dialog().getByRole('textbox', { name: 'Percentage off' }), '120')
  await user.click(dialog().getByRole('button', { name: 'Give a concession' }))
  expect(await dialog().findByText('Sorry, the maximum is 100.')).toBeTruthy()
  await user.clear(dialog().getByRole('textbox', { name: 'Percentage off' }))
  await user.type(dialog().getByRole('textbox', { name: 'Percentage off' }), '30')
  await user.click(dialog().getByRole('button', { name: 'Give a concession' }))
  await waitFor(() =>
    expect(server.sentTo(staffPlansApi.giveConcession)[0]?.body).toEqual({
      reason: 'Student',
      percent: 30,
      endsOn: null,
    }),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await more(user, 'Use a coupon')
  await user.type(dialog().getByRole('textbox', { name: 'Coupon code' }), 'old')
  await user.click(dialog().getByRole('button', { name: 'Use a coupon' }))
  expect(await dialog().findByText('This code isn’t valid now.')).toBeTruthy()
})

test('a payment is booked from the member’s page', async () => {
  server.on(deskApi.memberDues, () => refuse('notFound'))
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Book a payment' }))
  await waitFor(() => expect(server.sentTo(deskApi.memberDues)).toHaveLength(1))
})
