import { staffPlansApi } from '@spacekeeper/contract/billing/staff-routes.ts'
import type { PlanMovePreview } from '@spacekeeper/contract/billing/staff-shapes.ts'
import { plansApi } from '@spacekeeper/contract/plans/routes.ts'
import { Coupon, type TierOverview } from '@spacekeeper/contract/plans/shapes.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { defaultSite } from '#platform/session/site.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'
import { aPlanOverview } from './plans.testing.ts'

const aTier = (more: Partial<TierOverview> = {}): TierOverview => {
  const { plans = [aPlanOverview()] } = more
  return {
    id: 3,
    name: 'Full',
    description: 'Everything',
    visible: true,
    featured: false,
    stripeId: '',
    archivedAt: null,
    members: 12,
    monthly: [{ currency: 'AUD', cents: 78_000 }],
    ...more,
    plans,
  }
}

let server: ReturnType<typeof fakeServer>
let tiers: TierOverview[]
let coupons: Coupon[]
beforeEach(() => {
  server = fakeServer()
  tiers = [aTier(), aTier({ id: 4, name: 'Casual', members: 0, monthly: [], plans: [] })]
  coupons = []
  server.on(plansApi.getOverview, () => ({ tiers, monthly: tiers.flatMap(({ monthly }) => monthly) }))
  server.on(plansApi.listCoupons, () => ({ coupons }))
  server.on(plansApi.listPlanMembers, () => ({ members: [], total: 0 }))
})

const on = { ...defaultSite, features: { ...defaultSite.features, enableMembershipPayments: true } }
const open = (path = '/manage/tiers') =>
  renderPortal({ path, server, profile: aProfile({ staffPermissions: ['money'] }), config: on })
const dialog = () => within(screen.getByRole('dialog'))
const type = async (user: Awaited<ReturnType<typeof open>>['user'], name: string, text: string) => {
  const box = dialog().getByRole('textbox', { name })
  await user.clear(box)
  if (text !== '') await user.type(box, text)
}

test('tiers show their plans, who has them and what they bring in a month', async () => {
  await open()
  const full = within(await screen.findByRole('region', { name: 'Full' }))
  expect(full.getAllByText('12 members, $780.00 a month')).toHaveLength(2)
  expect(full.getByRole('link', { name: 'Full, monthly' }).getAttribute('href')).toBe('/manage/plans/31')
  expect(full.getByText('$65.00 a month')).toBeTruthy()
  const casual = within(screen.getByRole('region', { name: 'Casual' }))
  expect(casual.getByText(/No plans yet/)).toBeTruthy()
  expect(within(screen.getByRole('region', { name: 'Income a month' })).getByText('$780.00 a month')).toBeTruthy()
})

test('a space without plans starts with three examples in one press', async () => {
  tiers = []
  server.on(plansApi.addExamples, () => {
    tiers = [aTier()]
    return { tiers: 3 }
  })
  const { user } = await open()
  expect(await screen.findByRole('heading', { name: 'No plans yet' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Add three examples' }))
  expect(await screen.findByRole('region', { name: 'Full' })).toBeTruthy()
})

test('while payments are off it says that members see nothing yet', async () => {
  await renderPortal({ path: '/manage/tiers', server, profile: aProfile({ admin: true }) })
  expect(await screen.findByText(/payments are turned off/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Turn on Membership payments in Settings' })).toBeTruthy()
})

test('tiers are put in order with the keyboard as well', async () => {
  server.on(plansApi.orderTiers, () => {
    tiers = tiers.toReversed()
  })
  const { user } = await open()
  const up = await screen.findByRole('button', { name: 'Move Casual up' })
  expect(screen.getByRole('button', { name: 'Move Full up' })).toHaveProperty('disabled', true)
  up.focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(server.sentTo(plansApi.orderTiers)[0]?.body).toEqual({ tierIds: [4, 3] }))
})

test('a tier is added, and a name that is taken is said at the field', async () => {
  server.on(plansApi.addTier, () => refuse('tierTaken'))
  const { user, router } = await open()
  await user.click(await screen.findByRole('button', { name: 'Add a tier' }))
  await user.click(dialog().getByRole('button', { name: 'Add a tier' }))
  expect(await dialog().findByText('This field cannot be empty.')).toBeTruthy()
  await type(user, 'Name', 'Full')
  await user.click(dialog().getByRole('button', { name: 'Add a tier' }))
  expect(await dialog().findByText('Another tier has this name.')).toBeTruthy()
  server.on(plansApi.addTier, () => {
    tiers = [...tiers, aTier({ id: 9, name: 'Youth', plans: [] })]
    const { members: _, monthly: __, ...tier } = aTier({ id: 9, name: 'Youth', plans: [] })
    return tier
  })
  await type(user, 'Name', 'Youth')
  await user.click(dialog().getByRole('button', { name: 'Add a tier' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/manage/tiers/9'))
  expect(await screen.findByRole('heading', { name: 'Youth' })).toBeTruthy()
})

test.each([
  ['19,99', 1999],
  ['19.99', 1999],
  ['65', 6500],
])('a plan typed as %s costs %i cents', async (typed, costCents) => {
  server.on(plansApi.addPlan, () => aPlanOverview())
  const { user } = await open('/manage/tiers/3')
  await user.click(await screen.findByRole('button', { name: 'Add a plan' }))
  expect(dialog().getByRole('textbox', { name: 'Stripe ID' })).toHaveProperty('readOnly', true)
  await type(user, 'Name', 'Quarterly')
  await type(user, 'Cost', typed)
  await type(user, 'How many', '3')
  await user.click(dialog().getByRole('checkbox', { name: 'Invoice' }))
  await user.click(dialog().getByRole('button', { name: 'Add a plan' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.sentTo(plansApi.addPlan)[0]?.body).toMatchObject({
    memberTier: 3,
    name: 'Quarterly',
    costCents,
    currency: 'AUD',
    intervalCount: 3,
    interval: 'month',
    joiningFeeCents: 0,
    maxPeople: 1,
    isAdvised: true,
    collectors: ['bank', 'cash', 'balance'],
    visible: true,
  })
})

test('what makes no sense in a plan is said beside its field, and nothing is sent', async () => {
  const { user } = await open('/manage/tiers/3')
  await user.click(await screen.findByRole('button', { name: 'Add a plan' }))
  await type(user, 'Name', 'Odd')
  await type(user, 'Cost', '19.999')
  await type(user, 'How many', '0')
  await user.click(dialog().getByRole('button', { name: 'Add a plan' }))
  expect(await dialog().findByText('Enter an amount such as 65 or 65.50.')).toBeTruthy()
  expect(dialog().getByText('At least 1.')).toBeTruthy()
  await type(user, 'Cost', '20')
  await type(user, 'How many', '1')
  for (const way of ['Bank transfer', 'Cash', 'Invoice']) {
    await user.click(dialog().getByRole('checkbox', { name: way }))
  }
  await user.click(dialog().getByRole('checkbox', { name: 'Prepaid balance' }))
  await user.click(dialog().getByRole('button', { name: 'Add a plan' }))
  expect(await dialog().findByText('Choose at least one way to pay.')).toBeTruthy()
  expect(document.activeElement).toBe(dialog().getByRole('checkbox', { name: 'Bank transfer' }))
  expect(server.sentTo(plansApi.addPlan)).toEqual([])
})

test('a plan with members says that they keep their price, and removing it that they keep the plan', async () => {
  server.on(plansApi.removePlan, () => undefined)
  server.on(plansApi.listPlanMembers, () => ({
    total: 1,
    members: [
      {
        memberId: 7,
        name: 'Noah Kaur',
        state: 'pastDue' as const,
        collector: 'bank' as const,
        costCents: 6000,
        currency: 'AUD',
        startedOn: '2026-01-31',
        paidThrough: '2026-03-31',
        next: { plan: 'Full, monthly', costCents: 6500 },
      },
    ],
  }))
  const { user } = await open('/manage/plans/31')
  expect(await screen.findByText('Noah Kaur')).toBeTruthy()
  expect(screen.getByText('then Full, monthly, $65.00')).toBeTruthy()
  expect(screen.getByText('Payment overdue')).toBeTruthy()
  const about = within(screen.getByRole('region', { name: 'Full, monthly' }))
  await user.click(about.getByRole('button', { name: 'Change the plan' }))
  expect(dialog().getByText(/12 members keep their agreed price/)).toBeTruthy()
  expect(dialog().getByRole('combobox', { name: 'Interval' })).toHaveProperty('disabled', true)
  await user.click(dialog().getByRole('button', { name: 'Cancel' }))
  await user.click(about.getByRole('button', { name: 'Remove' }))
  expect(dialog().getByText(/12 members have it and keep it. It’s archived/)).toBeTruthy()
  await user.click(dialog().getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(server.sentTo(plansApi.removePlan)).toHaveLength(1))
})

const aPreview = (more: Partial<PlanMovePreview> = {}): PlanMovePreview => ({
  fingerprint: 'one',
  count: 51,
  members: [{ memberId: 7, name: 'Noah Kaur', fromCents: 6000, toCents: 6500, startsOn: '2026-04-30' }],
  leftOut: [{ why: 'tooSoon', count: 2 }],
  currency: 'AUD',
  monthlyBeforeCents: 60_000,
  monthlyAfterCents: 65_000,
  ...more,
})

test('everyone is moved after it was said who pays what from when, and an old preview is asked anew', async () => {
  let isOutdated = true
  server.on(staffPlansApi.previewPlanMoves, () => aPreview(isOutdated ? {} : { fingerprint: 'two', count: 50 }))
  server.on(staffPlansApi.movePlanMembers, () => {
    if (!isOutdated) return { moved: 50 }
    isOutdated = false
    return refuse('previewOutdated')
  })
  const { user } = await open('/manage/plans/31')
  await user.click(await screen.findByRole('button', { name: 'Move everyone' }))
  expect(await dialog().findByText('51 members are moved and told by email.')).toBeTruthy()
  expect(dialog().getByText('$60.00 → $65.00')).toBeTruthy()
  expect(dialog().getByText(/30 Apr|Apr 30/)).toBeTruthy()
  expect(dialog().getByText('2 who have another change that begins within the notice')).toBeTruthy()
  expect(dialog().getByText('Together they pay $650.00 a month instead of $600.00.')).toBeTruthy()
  await user.click(dialog().getByRole('button', { name: 'Next' }))
  await waitFor(() =>
    expect(server.sentTo(staffPlansApi.previewPlanMoves).at(-1)?.body).toMatchObject({ offset: 50, noticeDays: 14 }),
  )
  await user.click(await dialog().findByRole('button', { name: 'Move 51 members' }))
  expect(await dialog().findByText(/affected members have changed/)).toBeTruthy()
  await user.click(await dialog().findByRole('button', { name: 'Move 50 members' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.sentTo(staffPlansApi.movePlanMembers).map(({ body }) => body)).toMatchObject([
    { fingerprint: 'one', toPlanId: 31 },
    { fingerprint: 'two', toPlanId: 31 },
  ])
})

test('a notice that is no number of days asks nothing of the server', async () => {
  server.on(staffPlansApi.previewPlanMoves, () => aPreview())
  const { user } = await open('/manage/plans/31')
  await user.click(await screen.findByRole('button', { name: 'Move everyone' }))
  await type(user, 'Notice in days', 'soon')
  expect(await dialog().findByText('Enter a whole number from 0 to 180.')).toBeTruthy()
  expect(dialog().queryByRole('button', { name: /^Move/ })).toBeNull()
})

test('a coupon is added with a percentage, counts its uses and is ended', async () => {
  server.on(plansApi.addCoupon, ({ body }) => {
    coupons = [{ ...Coupon.parse({ ...body, id: 5, uses: 3, endedAt: null }) }]
    return { id: 5 }
  })
  server.on(plansApi.endCoupon, () => {
    coupons = coupons.map((coupon) => ({ ...coupon, endedAt: '2026-03-01T10:00:00.000Z' }))
  })
  const { user } = await open()
  expect(await screen.findByText('No coupons yet.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Add a coupon' }))
  await type(user, 'Code', 'spring')
  await type(user, 'Percentage', '101')
  await user.click(dialog().getByRole('button', { name: 'Add a coupon' }))
  expect(await dialog().findByText('Sorry, the maximum is 100.')).toBeTruthy()
  await type(user, 'Percentage', '50')
  await type(user, 'For how many periods', '3')
  await user.click(dialog().getByRole('button', { name: 'Add a coupon' }))
  expect(await screen.findByText('50% off, the first 3 periods, once for each member')).toBeTruthy()
  expect(screen.getByText('Used 3 times')).toBeTruthy()
  expect(server.sentTo(plansApi.addCoupon)[0]?.body).toMatchObject({
    code: 'SPRING',
    percent: 50,
    amountCents: null,
    usesPerMember: 1,
  })
  await user.click(screen.getByRole('button', { name: 'End SPRING' }))
  await user.click(dialog().getByRole('button', { name: 'End' }))
  expect(await screen.findByText('Ended')).toBeTruthy()
})

test('an address of nothing leads back to all plans', async () => {
  await open('/manage/plans/999')
  expect(await screen.findByRole('heading', { name: 'This doesn’t exist' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'All plans' })).toBeTruthy()
})
