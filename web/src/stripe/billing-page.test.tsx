import { bankApi } from '@spacekeeper/contract/bank/routes.ts'
import { memberbucksApi } from '@spacekeeper/contract/memberbucks/routes.ts'
import { stripeApi } from '@spacekeeper/contract/stripe/routes.ts'
import type {
  AutomaticTopUpPage,
  BillingMethod,
  Receipt,
  SavedMethod,
  TopUp,
} from '@spacekeeper/contract/stripe/shapes.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { defaultSite } from '#platform/session/site.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'

const visa: SavedMethod = {
  kind: 'card',
  brand: 'visa',
  last4: '4242',
  expMonth: 3,
  expYear: 2027,
  mandate: '',
  savedAt: '2026-11-02T00:00:00Z',
}

const aTopUp = (more: Partial<TopUp> = {}): TopUp => ({
  id: 7,
  amountCents: 2000,
  currency: 'AUD',
  way: 'saved',
  state: 'succeeded',
  method: 'Visa •••• 4242',
  failure: '',
  reversedCents: 0,
  receiptUrl: '',
  at: '2026-11-02T00:00:00Z',
  ...more,
})

/** Stays in the page, so that the test can see where it would have led. */
const hosted = () => `${globalThis.location.href.split('#')[0]}#stripe`

let server: ReturnType<typeof fakeServer>
let billing: BillingMethod
let automatic: AutomaticTopUpPage
let recent: TopUp[]
beforeEach(() => {
  globalThis.location.hash = ''
  server = fakeServer()
  billing = { method: visa, expiry: 'fine', uses: { plan: null, automaticTopUp: false } }
  automatic = { order: null, method: visa, consent: 'I allow it.', maxCents: 5000 }
  recent = []
  server.on(stripeApi.getMethod, () => billing)
  server.on(stripeApi.getAutomaticTopUp, () => automatic)
  server.on(stripeApi.listReceipts, () => ({ receipts: [], hasMore: false }))
  server.on(stripeApi.startSetup, () => ({ url: hosted() }))
  server.on(stripeApi.getTopUpForm, () => ({ options: [1000, 2000], maxCents: 5000, method: billing.method, recent }))
  server.on(memberbucksApi.listOwnEntries, () => ({ balanceCents: 0, entries: [], hasMore: false }))
  server.on(memberbucksApi.getOverview, () => ({
    balanceCents: 0,
    lastTopUp: null,
    spentCents: 0,
    months: [],
    spending: [],
    maxCents: 5000,
  }))
  server.on(bankApi.getDetails, () => ({
    isComplete: false,
    accountName: '',
    accountNumber: '',
    bic: '',
    bankName: '',
    alias: null,
    duesReference: '',
    topUpReference: '',
  }))
})

const config = {
  ...defaultSite,
  features: { ...defaultSite.features, enableStripe: true, enableMemberBucks: true, memberbucksName: 'Spacebucks' },
}
const open = (path = '/account/billing') => renderPortal({ path, server, profile: aProfile(), config })
const dialog = () => within(screen.getByRole('dialog'))

test('a member sees the saved card, and another one is entered on Stripe’s page', async () => {
  const { user } = await open()
  expect(await screen.findByRole('img', { name: 'Visa •••• 4242, 03/2027' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Replace' }))
  await waitFor(() => expect(globalThis.location.hash).toBe('#stripe'))
  expect(server.sentTo(stripeApi.startSetup)).toMatchObject([{ body: { back: 'billing' } }])
})

test('without a card the page says what one is for; a Stripe that is away says so beside the button', async () => {
  billing = { ...billing, method: null, expiry: null }
  server.on(stripeApi.startSetup, () => refuse('stripeAway'))
  const { user } = await open()
  expect(await screen.findByRole('heading', { name: 'No billing method yet' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Add a card or bank account' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Card payments can’t be reached right now.')
  expect(screen.getByText('Your payments by card or bank account appear here.')).toBeTruthy()
})

test('removing says first what stops with it', async () => {
  billing = { ...billing, expiry: 'soon', uses: { plan: 'Full, monthly', automaticTopUp: true } }
  server.on(stripeApi.removeCard, () => undefined)
  const { user } = await open()
  expect(
    await screen.findByText('Your bank card expires at the end of 03/2027. Add a new one before then.'),
  ).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  expect(dialog().getByText(/^Your plan, Full, monthly, is paid with it\./)).toBeTruthy()
  expect(dialog().getByText('Your balance tops itself up with it. That stops.')).toBeTruthy()
  await user.click(dialog().getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(server.sentTo(stripeApi.removeCard)).toHaveLength(1))
})

test('back from Stripe’s page, the page asks what came of it', async () => {
  server.on(stripeApi.finishCheckout, () => ({ outcome: 'methodSaved' as const, topUp: null }))
  await open('/account/billing?session=cs_1')
  expect(await screen.findByText('Visa •••• 4242 is saved. Your payments use it from now on.')).toBeTruthy()
  expect(server.sentTo(stripeApi.finishCheckout)).toMatchObject([{ body: { session: 'cs_1' } }])
})

test('receipts say how each payment stands, with Stripe’s receipt or our invoice', async () => {
  const aReceipt = (key: string, more: Partial<Receipt>): Receipt => ({
    key,
    kind: 'topUp',
    at: visa.savedAt,
    amountCents: 2000,
    currency: 'AUD',
    words: 'Visa •••• 4242',
    state: 'succeeded',
    failure: '',
    reversedCents: 0,
    receiptUrl: '',
    invoices: [],
    ...more,
  })
  server.on(stripeApi.listReceipts, () => ({
    hasMore: false,
    receipts: [
      aReceipt('a', { state: 'processing' }),
      aReceipt('b', { reversedCents: 400, receiptUrl: 'https://pay.stripe.test/r' }),
      aReceipt('c', { kind: 'payment', words: 'Full, monthly', invoices: [{ id: 3, number: '17' }] }),
    ],
  }))
  await open()
  const [first, second, third] = await screen
    .findAllByRole('listitem')
    .then((items) => items.filter((item) => item.textContent?.includes('$')))
  expect(first?.textContent).toMatch(/^Top-up, Visa •••• 4242.*\$20\.00On its way$/)
  expect(second?.textContent).toContain('$4.00 refunded')
  expect(
    within(second ?? document.body)
      .getByRole('link', { name: /^Receipt: Top-up/ })
      .getAttribute('href'),
  ).toBe('https://pay.stripe.test/r')
  expect(within(third ?? document.body).getByRole('button', { name: 'Invoice 17 as PDF' })).toBeTruthy()
})

test('automatic top-up is turned on with the words the member read, and only once they agreed', async () => {
  server.on(stripeApi.setAutomaticTopUp, () => {
    const order = {
      isOn: true,
      thresholdCents: 500,
      amountCents: 1500,
      monthlyCapCents: 6000,
      offReason: '',
      monthCents: 0,
    }
    automatic = { ...automatic, order }
    return order
  })
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Turn on' }))
  expect(dialog().getByText('I allow it.')).toBeTruthy()
  await user.clear(dialog().getByLabelText(/^Add/))
  await user.type(dialog().getByLabelText(/^Add/), '15')
  await user.click(dialog().getByRole('button', { name: 'Turn on' }))
  expect(await dialog().findByText('Tick the box to agree.')).toBeTruthy()
  await user.click(dialog().getByLabelText(/I agree/))
  await user.click(dialog().getByRole('button', { name: 'Turn on' }))
  expect(await screen.findByText('We add $15.00 when your balance falls below $5.00.')).toBeTruthy()
  expect(server.sentTo(stripeApi.setAutomaticTopUp)).toMatchObject([
    { body: { thresholdCents: 500, amountCents: 1500, monthlyCapCents: 6000, consent: 'I allow it.' } },
  ])
})

test('an order that stopped by itself says why', async () => {
  const offReason = 'Your card was declined.'
  automatic.order = { isOn: false, thresholdCents: 1, amountCents: 2, monthlyCapCents: 3, offReason, monthCents: 0 }
  await open()
  expect(await screen.findByText('Automatic top-ups have stopped. Your card was declined.')).toBeTruthy()
})

test('a balance is topped up with an amount to choose; a second click asks for the same one', async () => {
  let answers = 0
  server.on(stripeApi.topUp, () => {
    answers += 1
    return answers === 1 ? refuse('stripeAway') : { topUp: aTopUp(), url: null }
  })
  const { user, router } = await open('/account/memberbucks/add')
  await user.click(await screen.findByRole('button', { name: '$20.00' }))
  await user.click(screen.getByRole('button', { name: 'Top up $20.00' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Nothing is lost.')
  await user.click(screen.getByRole('button', { name: 'Top up $20.00' }))
  expect(await screen.findByText('$20.00 is on your balance.')).toBeTruthy()
  const [one, two] = server.sentTo(stripeApi.topUp)
  expect(one?.body).toMatchObject({ amountCents: 2000, way: 'saved' })
  expect(two?.body).toEqual(one?.body)
  await waitFor(() => expect(router.state.location.pathname).toBe('/account/memberbucks/transactions'))
})

test('a refused card says why, and another is used on Stripe’s page', async () => {
  server.on(stripeApi.topUp, ({ body }) =>
    body['way'] === 'saved'
      ? { topUp: aTopUp({ state: 'failed', failure: 'Your card was declined.' }), url: null }
      : { topUp: aTopUp({ way: 'checkout', state: 'started' }), url: hosted() },
  )
  const { user } = await open('/account/memberbucks/add')
  await user.click(await screen.findByRole('button', { name: 'Top up $10.00' }))
  expect(await screen.findByText('$20.00 couldn’t be taken. Your card was declined.')).toBeTruthy()
  await user.click(screen.getByLabelText('Another card, on a page of Stripe'))
  await user.click(screen.getByRole('button', { name: 'Continue to pay $10.00' }))
  await waitFor(() => expect(globalThis.location.hash).toBe('#stripe'))
})

test('what a bank asks about is confirmed from the dialog', async () => {
  recent = [aTopUp({ state: 'unconfirmed' })]
  server.on(stripeApi.confirmTopUp, () => ({ topUp: aTopUp({ state: 'canceled' }), url: hosted() }))
  const { user } = await open('/account/memberbucks/add')
  await user.click(await screen.findByRole('button', { name: 'Confirm with your bank' }))
  await waitFor(() => expect(globalThis.location.hash).toBe('#stripe'))
  expect(server.sentTo(stripeApi.confirmTopUp)).toMatchObject([{ params: { topUpId: '7' } }])
})
