import { afterAll, beforeAll, expect, test } from 'vitest'
import { localDay } from '#platform/local-day.ts'
import { aSubscription } from './billing/factory.ts'
import { logInBrowser } from './existing-client.testing.ts'
import { aPlan, aTier } from './plans/factory.ts'
import { startTestPortal, type TestPortal } from './portal.testing.ts'

/** What the web client that spaces use today sends and reads about plans, as a browser with it would. */
let portal: TestPortal
let url: string
beforeAll(async () => {
  portal = await startTestPortal()
  url = await portal.listen()
})
afterAll(() => portal.close())

const loggedIn = (facts: Parameters<typeof logInBrowser>[1]) => logInBrowser({ portal, url }, facts)

test('today’s client adds a tier and plans with its rounding and numbers as text, and reads units', async () => {
  const { call } = await loggedIn({ email: 'tiers@example.org', isAdmin: true })
  const form = { name: 'Hobbyist', description: 'Evenings', visible: true, featured: false }
  const besides = { error: false, errorMessage: '', success: false, loading: true }
  const { status, json: tier } = await call('POST', '/api/admin/tiers/', { ...form, ...besides })
  expect([status, tier]).toMatchObject([200, { ...form, id: expect.any(Number), stripeId: '' }])
  expect((await call('GET', '/api/admin/tiers/')).json).toContainEqual(expect.objectContaining({ id: tier.id }))
  expect((await call('GET', `/api/admin/tiers/${tier.id}/`)).json).toMatchObject(form)
  expect((await call('GET', '/api/admin/tiers/2000000000/')).status).toBe(404)
  const again = await call('POST', '/api/admin/tiers/', form)
  expect([again.status, again.json.message]).toEqual([409, 'Another tier has this name.'])

  const typed = { name: 'Quarterly', visible: true, currency: 'aud', intervalCount: '3', interval: 'Month' }
  const price = { cost: 1998.9999999999998, costString: '19.99', stripeId: '' }
  const plan = (await call('POST', '/api/admin/plans/', { ...typed, ...price, memberTier: String(tier.id) })).json
  const read = { name: 'Quarterly', currency: 'AUD', cost: 19.99, intervalCount: 3, interval: 'month', visible: true }
  expect(plan).toMatchObject({ ...read, memberTier: tier.id, stripeId: '' })
  expect((await call('GET', `/api/admin/tiers/${tier.id}/plans/`)).json).toMatchObject([read])
  expect((await call('GET', '/api/admin/plans/')).json).toContainEqual(plan)

  // A script that sends the whole object back, in units as it was read, does not make it a hundredth of the price.
  const sentBack = await call('PUT', `/api/admin/plans/${plan.id}/`, { ...plan, visible: false })
  expect(sentBack.json).toMatchObject({ ...read, visible: false })
  expect((await call('PUT', `/api/admin/plans/${plan.id}/`, { cost: 2500 })).json).toMatchObject({ cost: 25 })
  expect((await call('PUT', `/api/admin/plans/${plan.id}/`, { cost: 19.99 })).status).toBe(400)
  const renamed = await call('PUT', `/api/admin/tiers/${tier.id}/`, { ...tier, ...besides, name: 'Evening' })
  expect(renamed.json).toMatchObject({ name: 'Evening', description: 'Evenings' })

  for (const path of [`/api/admin/plans/${plan.id}/`, `/api/admin/tiers/${tier.id}/`]) {
    const removed = await call('DELETE', path)
    expect([removed.status, removed.text]).toEqual([200, ''])
    expect((await call('GET', path)).status).toBe(404)
    expect((await call('DELETE', path)).status).toBe(404)
  }
})

test('a member with a plan reads it in the profile, and staff the whole subscription', async () => {
  const { id, call } = await loggedIn({ email: 'plan@example.org', isAdmin: true })
  const tier = await aTier(portal.db, { name: 'Full', isFeatured: true })
  const plan = await aPlan(portal.db, { tierId: tier.id, name: 'Full, yearly', costCents: 60_000, interval: 'year' })
  await aPlan(portal.db, { tierId: tier.id, name: 'Secret', isVisible: false })
  const before = (await call('GET', `/api/admin/members/${id}/billing/`)).json
  expect(before.subscription).toBe(null)
  await aSubscription(portal.db, {
    memberId: id,
    planId: plan.id,
    costCents: 50_000,
    startedOn: '2026-02-15',
    paidThrough: '2126-02-15',
  })

  const agreed = { id: plan.id, name: 'Full, yearly', currency: 'AUD', intervalAmount: 1, interval: 'year' }
  const { financial } = (await call('GET', '/api/profile/')).json
  expect(financial.membershipPlan).toEqual({ ...agreed, cost: 50_000 })
  expect(financial.membershipTier).toEqual({
    id: tier.id,
    name: 'Full',
    description: '',
    featured: true,
    plans: [{ ...agreed, cost: 60_000 }],
  })
  const midnight = (day: string) => Date.parse(`${day}T00:00:00+10:00`) / 1000
  expect((await call('GET', `/api/admin/members/${id}/billing/`)).json.subscription).toEqual({
    status: financial.subscriptionState,
    billingCycleAnchor: midnight('2026-02-15'),
    startDate: midnight('2026-02-15'),
    currentPeriodEnd: midnight('2126-02-15'),
    cancelAt: null,
    cancelAtPeriodEnd: false,
    membershipTier: financial.membershipTier,
    membershipPlan: financial.membershipPlan,
    plan: financial.membershipPlan,
    endDate: midnight('2126-02-15'),
  })
})

test('today’s client reads the plan of its member, cancels it and takes that back', async () => {
  const { id, call } = await loggedIn({ email: 'mine@example.org' })
  expect((await call('GET', '/api/billing/myplan/')).json).toEqual({ success: false })
  const none = await call('POST', '/api/billing/myplan/cancel/')
  expect([none.status, none.json.message]).toEqual([404, 'paymentPlan.notExists'])
  const plan = await aPlan(portal.db, { costCents: 1999 })
  await aSubscription(portal.db, {
    memberId: id,
    planId: plan.id,
    startedOn: localDay(new Date(), 'Australia/Brisbane'),
  })
  const { json } = await call('GET', '/api/billing/myplan/')
  expect(json).toMatchObject({
    success: true,
    subscription: {
      billingCycleAnchor: expect.any(Number),
      currentPeriodEnd: expect.any(Number),
      startDate: expect.any(Number),
      cancelAt: null,
      cancelAtPeriodEnd: false,
      membershipTier: { plans: [{ cost: 1999 }] },
      membershipPlan: { id: plan.id, cost: 1999, currency: 'AUD', intervalAmount: 1, interval: 'month' },
    },
  })
  const cancel = await call('POST', '/api/billing/myplan/cancel/')
  expect([cancel.status, cancel.json]).toEqual([200, { success: true }])
  const { subscription } = (await call('GET', '/api/billing/myplan/')).json
  expect(subscription).toMatchObject({ cancelAtPeriodEnd: true, cancelAt: subscription.currentPeriodEnd })
  expect((await call('POST', '/api/billing/myplan/resume/')).json).toEqual({ success: true })
  expect((await call('POST', '/api/billing/myplan/anything/')).status).toBe(400)
})
