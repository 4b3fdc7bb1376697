import { accessApi } from '@spacekeeper/contract/access/routes.ts'
import type { OwnRefusal } from '@spacekeeper/contract/access/shapes.ts'
import { billingApi } from '@spacekeeper/contract/billing/routes.ts'
import { signupApi } from '@spacekeeper/contract/signup/routes.ts'
import type { OwnSignup } from '@spacekeeper/contract/signup/shapes.ts'
import { cardPlanApi } from '@spacekeeper/contract/stripe/plan-routes.ts'
import type { CardDues, CardStanding } from '@spacekeeper/contract/stripe/plan-shapes.ts'
import { stripeApi } from '@spacekeeper/contract/stripe/routes.ts'
import { visitsApi } from '@spacekeeper/contract/visits/routes.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { refreshTopic } from '#platform/live/topics.ts'
import { defaultSite } from '#platform/session/site.ts'
import { aMyPlan, anOpenCharge, aSubscription, openMyPlan, planServer } from '../billing/my-plan.testing.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'
import { aPayment, visa } from './card-payment.testing.ts'

const at = '2026-03-11T10:00:00.000Z'

const standing: CardStanding = {
  state: 'active',
  currency: 'AUD',
  hasMethod: true,
}

/** A part of this page's own address, so that the browser of the tests need not leave it. */
const hosted = () => `${globalThis.location.href.split('#')[0]}#stripe`

let server: ReturnType<typeof planServer>
let dues: CardDues

beforeEach(() => {
  localStorage.clear()
  globalThis.location.hash = ''
  server = planServer()
  dues = { standing: null, method: visa, open: null, recent: [] }
  server.on(cardPlanApi.getCardDues, () => dues)
  server.on(stripeApi.startSetup, () => ({ url: hosted() }))
})

const byCard = aSubscription({
  collector: 'stripe',
  plan: { ...aSubscription().plan, collectors: ['stripe', 'bank'] },
})
const open = (mine = aMyPlan({ subscription: byCard }), path?: string) =>
  openMyPlan(server, mine, { enableStripe: true, ...(path !== undefined && { path }) })
const leftForStripe = () => waitFor(() => expect(globalThis.location.hash).toBe('#stripe'))

test('a try that took nothing says why and when the next is, and what is open is paid with one tap', async () => {
  const tried = aPayment({
    way: 'automatic',
    state: 'failed',
    failure: 'Your card was declined.',
    nextTryOn: '2026-03-14',
  })
  dues = { ...dues, standing, open: { amountCents: 6500, currency: 'AUD' }, recent: [tried] }
  await open()
  const card = await screen.findByRole('region', { name: 'Your card payments' })
  await within(card).findByText('$65.00 couldn’t be taken. Your card was declined.')
  expect(card.textContent).toMatch(/We try again on .*14/)
  expect(within(card).getByRole('button', { name: 'Pay $65.00 with Visa •••• 4242' })).toBeTruthy()
})

test.each<[string, Partial<CardDues>, RegExp, string | null]>([
  [
    'the bank asks to confirm',
    { standing, recent: [aPayment({ way: 'automatic', state: 'unconfirmed' })] },
    /^Your bank asks you to confirm \$65\.00/,
    'Confirm with your bank',
  ],
  [
    'a debit is on its way',
    { standing, recent: [aPayment({ way: 'automatic', state: 'processing' })] },
    /^\$65\.00 is on its way from your bank/,
    null,
  ],
  [
    'no card was saved yet',
    { method: null, standing: { ...standing, state: 'incomplete' }, open: { amountCents: 8500, currency: 'AUD' } },
    /^\$85\.00 is due\./,
    'Enter a card or bank account',
  ],
])('a plan by card where %s says so and the one thing to do', async (_what, more, words, action) => {
  dues = { ...dues, ...more }
  await open()
  const card = await screen.findByRole('region', { name: 'Your card payments' })
  await within(card).findByText(words)
  if (action === null) return
  const found = within(card).queryByRole('link', { name: action }) ?? within(card).getByRole('button', { name: action })
  expect(found).toBeTruthy()
})

const unpaid = () => aMyPlan({ charges: [anOpenCharge()] })

test('what is open of a plan by transfer is paid with the saved card, or on Stripe’s page', async () => {
  dues = { ...dues, open: { amountCents: 6500, currency: 'AUD' } }
  const { user } = await open(unpaid())
  const card = await screen.findByRole('region', { name: 'Or pay by card' })
  server.on(cardPlanApi.payByCard, () => {
    dues = { ...dues, recent: [aPayment({ state: 'failed', failure: 'Your card has insufficient funds.' })] }
    return { payment: aPayment({ state: 'failed' }), url: null }
  })
  await user.click(within(card).getByRole('button', { name: 'Pay $65.00 with Visa •••• 4242' }))
  await within(card).findByText('$65.00 couldn’t be taken. Your card has insufficient funds.')
  server.on(cardPlanApi.payByCard, () => ({ payment: aPayment({ way: 'checkout', state: 'started' }), url: hosted() }))
  await user.click(within(card).getByRole('button', { name: 'Pay with another card' }))
  await leftForStripe()
  const sent = server.sentTo(cardPlanApi.payByCard).map(({ body }) => body as { way: string; idempotencyKey: string }) // as the contract has it
  expect(sent.map(({ way }) => way)).toEqual(['saved', 'checkout'])
  expect(sent[0]?.idempotencyKey).not.toBe(sent[1]?.idempotencyKey)
})

test('back from Stripe’s page, the plan says that it is paid', async () => {
  server.on(stripeApi.finishCheckout, () => ({ outcome: 'payment' as const, topUp: null, payment: aPayment() }))
  await open(aMyPlan(), '/account/membership-plan?session=cs_test_1')
  await screen.findByText('Paid. Thank you.')
  expect(server.sentTo(stripeApi.finishCheckout)[0]?.body).toEqual({ session: 'cs_test_1' })
})

test('a member without a card who changes to paying by card enters one on Stripe’s page', async () => {
  dues = { ...dues, method: null }
  server.on(billingApi.changeCollector, () => undefined)
  const mine = aMyPlan({ subscription: { ...byCard, collector: 'bank' } })
  const { user } = await open(mine)
  await user.click(await screen.findByRole('button', { name: 'Change how I pay' }))
  const dialog = await screen.findByRole('dialog', { name: 'How you pay' })
  await user.click(within(dialog).getByRole('radio', { name: 'Card' }))
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await leftForStripe()
  expect(server.sentTo(billingApi.changeCollector)[0]?.body).toEqual({ collector: 'stripe' })
})

const joining: OwnSignup = {
  steps: [
    { step: 'plan', state: 'done', minutes: 2 },
    { step: 'payment', state: 'open', minutes: 1 },
    { step: 'card', state: 'open', minutes: 1 },
  ],
  items: ['payment', 'accessCard'],
  isMember: false,
  isReturning: false,
  paysBeforeAccess: true,
  maySkip: true,
  plan: { name: 'Monthly', tier: 'Full', collector: 'stripe', currency: 'AUD', openCents: 0 },
  induction: null,
  card: { number: null, mayChange: true },
  application: null,
}

test('joining by card says the first payment and leads to Stripe’s page, and waits for it afterwards', async () => {
  dues = {
    ...dues,
    method: null,
    standing: { ...standing, state: 'incomplete' },
    open: { amountCents: 8500, currency: 'AUD' },
  }
  server.on(signupApi.getOwn, () => joining)
  const subscription = { ...byCard, state: 'incomplete' as const, hasAccess: false }
  const features = { ...defaultSite.features, enableMembershipPayments: true, enableStripe: true }
  server.on(billingApi.getMyPlan, () => aMyPlan({ subscription }))
  const { user } = await renderPortal({
    path: '/account/membership-plan',
    server,
    profile: aProfile({ state: 'noob' }),
    config: { ...defaultSite, features },
  })
  const card = await screen.findByRole('region', { name: 'Pay by card' })
  await within(card).findByText(/^\$85\.00 is due\./)
  await user.click(within(card).getByRole('button', { name: 'Enter a card or bank account' }))
  await leftForStripe()
  await user.click(within(card).getByRole('button', { name: 'Do the other steps first' }))
  expect(await screen.findByRole('heading', { name: 'Register your access card' })).toBeTruthy()
})

const refusedAtDoor: OwnRefusal = {
  id: 7,
  device: { id: 3, name: 'Woodshop', kind: 'door' },
  isCard: true,
  date: at,
  secondsAgo: 0,
  refusal: 'notActive',
  isCured: false,
  lockedOutSince: null,
  lockoutReason: null,
  missingCertificates: [],
  balanceCents: 0,
  minBalanceCents: null,
}

test('a door that stays closed because of money shows the one button that pays', async () => {
  dues = { ...dues, standing: { ...standing, state: 'pastDue' }, open: { amountCents: 6500, currency: 'AUD' } }
  server.on(visitsApi.check, () => false as const)
  server.on(accessApi.getOwnRefusal, () => ({ latest: null }))
  const features = { ...defaultSite.features, enableMembershipPayments: true, enableStripe: true }
  const { user, client } = await renderPortal({
    path: '/error/404',
    server,
    profile: aProfile(),
    config: { ...defaultSite, features },
  })
  await waitFor(() => expect(server.sentTo(accessApi.getOwnRefusal)).toHaveLength(1))
  server.on(accessApi.getOwnRefusal, () => ({ latest: refusedAtDoor }))
  await act(() => refreshTopic(client, 'refusals'))
  const dialog = await screen.findByRole('dialog')
  server.on(cardPlanApi.payByCard, () => ({ payment: aPayment(), url: null }))
  await user.click(await within(dialog).findByRole('button', { name: 'Pay $65.00 with Visa •••• 4242' }))
  expect(server.sentTo(cardPlanApi.payByCard)).toHaveLength(1)
})
