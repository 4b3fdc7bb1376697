import type { Page } from '@playwright/test'
import { expect, expectAccessible, type JourneyPortal, logIn, test } from './portal.ts'

test.use({ hasStripe: true })

const stripeOf = ({ stripe }: JourneyPortal) => {
  if (!stripe) throw new Error('this file starts a stand-in for Stripe')
  return stripe
}

/** Acts as the owner of the account does at Stripe. */
const atStripe = async <T>(portal: JourneyPortal, path: string, fields?: Record<string, string>): Promise<T> => {
  const { url, secretKey } = stripeOf(portal)
  const answer = await fetch(`${url}/v1/${path}`, {
    method: fields ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${secretKey}` },
    ...(fields && { body: new URLSearchParams(fields) }),
  })
  expect(answer.ok, path).toBe(true)
  return (await answer.json()) as T // as Stripe answers
}

const sendAs = async (page: Page) => {
  const csrf = (await page.context().cookies()).find(({ name }) => name === 'csrftoken')?.value ?? ''
  return async (method: 'POST' | 'PUT', path: string, data: object) => {
    const answer = await page.request.fetch(path, { method, data, headers: { 'x-csrftoken': csrf } })
    expect(answer.ok(), `${path} ${await answer.text()}`).toBe(true)
  }
}

/** Keys, and a plan by card that costs what the subscriptions do. */
const openForCards = async (page: Page, portal: JourneyPortal) => {
  const send = await sendAs(page)
  const { secretKey, publishableKey } = stripeOf(portal)
  for (const [key, value] of [
    ['ENABLE_STRIPE_MEMBERSHIP_PAYMENTS', true],
    ['STRIPE_SECRET_KEY', secretKey],
    ['STRIPE_PUBLISHABLE_KEY', publishableKey],
  ] as const)
    await send('PUT', `/api/admin/settings/${key}/`, { value })
  await send('POST', '/api/admin/tiers/', { name: 'Day ticket', description: 'For a day.', visible: true })
  const overview: { tiers: { id: number; name: string }[] } = await (
    await page.request.get('/api/admin/tiers/overview/')
  ).json()
  const memberTier = overview.tiers.find(({ name }) => name === 'Day ticket')?.id
  const rest = { currency: 'AUD', intervalCount: 1, interval: 'day', joiningFeeCents: 0, maxPeople: 1, visible: true }
  await send('POST', '/api/admin/plans/', {
    memberTier,
    name: 'Daily',
    costCents: 500,
    collectors: ['stripe', 'cash'],
    ...rest,
  })
}

type StripeId = { id: string }

/** A subscription of the system used before, of a person with this address. */
const subscribe = async (portal: JourneyPortal, { name, email }: { name: string; email: string }) => {
  const { id: customer } = await atStripe<StripeId>(portal, 'customers', { name, email })
  const { id: method } = await atStripe<StripeId>(portal, 'payment_methods/pm_card_visa/attach', { customer })
  const { id: price } = await atStripe<StripeId>(portal, 'prices', {
    currency: 'aud',
    unit_amount: '500',
    'recurring[interval]': 'day',
    'product_data[name]': 'Membership',
  })
  const { id: ref } = await atStripe<StripeId>(portal, 'subscriptions', {
    customer,
    'items[0][price]': price,
    default_payment_method: method,
  })
  return { customer, ref }
}

const look = async (page: Page) => {
  await page.goto('/manage/payments/stripe')
  await page.getByRole('button', { name: 'Look at Stripe' }).click()
  return page.getByRole('list', { name: 'What Stripe still collects' })
}

test('a treasurer sees what Stripe collects, lets the portal charge it, and decides of one that is unpaid', async ({
  page,
  portal,
}) => {
  await logIn(page, portal, 'ada')
  await openForCards(page, portal)
  const paid = await subscribe(portal, { name: 'Di Tanaka', email: 'di@example.org' })
  const unpaid = await subscribe(portal, { name: 'Bo Larsen', email: 'bo@example.org' })

  const list = await look(page)
  await expect(list.getByText(/^First charged here: \$5\.00 on /).first()).toBeVisible()
  await expectAccessible(page)
  await list.getByRole('button', { name: 'Charge it here: Di Tanaka' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/^The portal takes \$5\.00 first on /)).toBeVisible()
  await dialog.getByRole('button', { name: 'Do it' }).click()
  await expect(page.getByText(/^This is now the plan of Di/)).toBeVisible()
  expect(await atStripe(portal, `subscriptions/${paid.ref}`)).toMatchObject({ cancel_at_period_end: true })

  // Stripe breaks off, and until it is back a day of the other one is not paid there.
  stripeOf(portal).faults.add({ what: 'refuseConnection', on: 'POST /v1/customers/*', times: 1000 })
  await list.getByRole('button', { name: 'Charge it here: Bo Larsen' }).click()
  await dialog.getByRole('button', { name: 'Do it' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  const { customer, ref } = unpaid
  const bad = await atStripe<StripeId>(portal, 'payment_methods/pm_card_chargeCustomerFail/attach', { customer })
  await atStripe(portal, `subscriptions/${ref}`, { default_payment_method: bad.id })
  await portal.goOn(30 * 60)
  stripeOf(portal).faults.clear()

  await logIn(page, portal, 'ada')
  await expect(async () => {
    const again = await look(page)
    await expect(again.getByText(/^A payment of this subscription is open at Stripe/)).toBeVisible({ timeout: 2000 })
  }).toPass()
  await page.getByRole('button', { name: 'Decide: Bo Larsen' }).click()
  await dialog.getByRole('combobox', { name: 'What should happen to it?' }).selectOption('owedHere')
  await dialog.getByRole('button', { name: 'Do it' }).click()
  await expect(page.getByText(/^This is now the plan of Bo/)).toBeVisible()
  expect(await atStripe(portal, `subscriptions/${ref}`)).toMatchObject({ status: 'canceled' })
})
