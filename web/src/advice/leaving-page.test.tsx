import { adviceApi, type LeavingMember, type PlanAdvice } from '@spacekeeper/contract/advice/routes.ts'
import { billingApi } from '@spacekeeper/contract/billing/routes.ts'
import { profileApi } from '@spacekeeper/contract/profile/routes.ts'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '#platform/api/fake-server.testing.ts'
import { defaultSite } from '#platform/session/site.ts'
import { aMyPlan, planServer } from '../billing/my-plan.testing.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'

const features = { ...defaultSite.features, enableMembershipPayments: true, enablePlanAdvisor: true }
const config = { ...defaultSite, features }

const advice: PlanAdvice = {
  from: '2026-03-05',
  to: '2026-06-05',
  days: 92,
  currency: 'AUD',
  paidCents: 18_000,
  wouldCostCents: 12_000,
  plan: {
    id: 2,
    name: 'Evenings',
    tier: 'Casual',
    tierDescription: 'On open evenings.',
    isOwnTier: false,
    costCents: 4000,
    currency: 'AUD',
    interval: 'month',
    intervalCount: 1,
  },
  ownTier: {
    plan: {
      id: 3,
      name: 'Yearly',
      tier: 'Full',
      tierDescription: '',
      isOwnTier: true,
      costCents: 60_000,
      currency: 'AUD',
      interval: 'year',
      intervalCount: 1,
    },
    wouldCostCents: 15_000,
  },
  leavesOutDiscount: false,
  visitDays: 7,
  machineUses: 2,
  machineCents: 1250,
  purchaseCents: 300,
}

const openPlan = async (found: PlanAdvice | null) => {
  const server = planServer()
  server.on(billingApi.getMyPlan, () => aMyPlan())
  server.on(adviceApi.getOwn, () => ({ advice: found }))
  await renderPortal({ path: '/account/membership-plan', server, profile: aProfile(), config })
}

const card = () => screen.findByRole('region', { name: 'Would another plan cost you less?' })

test('a member reads the cheaper plan beside what they paid, and what the portal does not know', async () => {
  await openPlan(advice)
  const { textContent: text } = await card()
  expect(text).toContain('You paid$180.00With Evenings$120.00')
  expect(text).toContain('Casual: Evenings is $40.00 a month.')
  expect(text).toContain('We only compare prices, so check that it suits you.On open evenings.')
  expect(text).toContain('In the tier you have now, Yearly ($600.00 a year) would have cost $150.00.')
  expect(text).toContain('7 days here, 2 machine uses for $12.50, and purchases of $3.00')
  expect(text).toContain('We don’t know of visits without a card')
})

test('a member who was not here reads that no plan would have done, and what it means', async () => {
  await openPlan({ ...advice, plan: null, ownTier: null, wouldCostCents: 0, visitDays: 0 })
  const { textContent: text } = await card()
  expect(text).toContain('Without a plan$0.00')
  expect(text).toContain('You haven’t visited in this period.')
})

test('without advice nothing stands on the page', async () => {
  await openPlan(null)
  await screen.findByRole('region', { name: 'Full' })
  expect(screen.queryByText(/cost you less/)).toBeNull()
})

const lee: LeavingMember = {
  memberId: 7,
  name: 'Lee Park',
  email: 'lee@example.org',
  plan: 'Full, monthly',
  points: 5,
  signs: [
    { sign: 'fewerVisits', points: 2, day: null, recentDays: 1, usualDays: 6 },
    { sign: 'payment', points: 2, day: '2026-06-10', recentDays: null, usualDays: null },
    { sign: 'pausedAgain', points: 1, day: '2026-02-01', recentDays: null, usualDays: null },
  ],
  openCents: 6500,
  currency: 'AUD',
}

const openLeaving = async (members: LeavingMember[]) => {
  const server = fakeServer()
  server.on(adviceApi.listLeaving, () => ({ members, hasMore: false }))
  await renderPortal({
    path: '/manage/leaving',
    server,
    profile: aProfile({ staffPermissions: ['members'] }),
    config,
  })
}

test('staff read each sign in words with its points, and write to the member', async () => {
  await openLeaving([lee])
  const row = await screen.findByRole('article', { name: 'Lee Park' })
  expect(
    within(row)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Here on 1 day in the last four weeks. Usual days: 6. (2 points)',
    expect.stringMatching(/^A payment has been unpaid since .*10.*: \$65\.00 overdue\. \(2 points\)$/),
    expect.stringMatching(/^Paused again on .* \(1 point\)$/),
  ])
  expect(within(row).getByRole('link', { name: 'Write an email to Lee Park' }).getAttribute('href')).toBe(
    'mailto:lee@example.org?subject=How%20are%20you%3F',
  )
})

test('an empty list says what would be there', async () => {
  await openLeaving([])
  expect(await screen.findByText('Members with 3 points or more would be listed here.')).toBeTruthy()
})

test('members read on their profile that their data is looked at', async () => {
  const server = fakeServer()
  server.on(profileApi.listSessions, () => ({ sessions: [] }))
  server.on(profileApi.getEmailChange, () => ({ pending: null }))
  await renderPortal({ path: '/account/profile', server, profile: aProfile(), config })
  expect(await screen.findByText(/tells staff who may be about to leave/)).toBeTruthy()
})
