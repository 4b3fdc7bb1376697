import type { Page } from '@playwright/test'
import { expect, expectAccessible, type JourneyPortal, logIn, test } from './portal.ts'

test.use({ hasStripe: true })

const cardNumber = '70770088'

/** A card whose bank asks its owner each time. */
const askingCard = '4000 0027 6000 3184'

const stripeOf = ({ stripe }: JourneyPortal) => {
  if (!stripe) throw new Error('this file starts a stand-in for Stripe')
  return stripe
}

/** Where Stripe tells what happened, made as the owner of the account does. */
const addEndpoint = async (portal: JourneyPortal): Promise<string> => {
  const { url, secretKey } = stripeOf(portal)
  const answer = await fetch(`${url}/v1/webhook_endpoints`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secretKey}` },
    body: new URLSearchParams({ url: `${portal.url}/api/billing/stripe-webhook/`, 'enabled_events[0]': '*' }),
  })
  const { secret } = (await answer.json()) as { secret: string } // as Stripe answers
  return secret
}

const sendAs = async (page: Page) => {
  const csrf = (await page.context().cookies()).find(({ name }) => name === 'csrftoken')?.value ?? ''
  return async (method: 'POST' | 'PUT', path: string, data: object) => {
    const answer = await page.request.fetch(path, { method, data, headers: { 'x-csrftoken': csrf } })
    expect(answer.ok(), `${path} ${await answer.text()}`).toBe(true)
    return answer
  }
}

type TierList = { tiers: { id: number; name: string }[] }

/** What staff decide before: keys, two plans by card that are paid each day, and a door members get by default. */
const openForCards = async (page: Page, portal: JourneyPortal) => {
  const send = await sendAs(page)
  const set = (key: string, value: unknown) => send('PUT', `/api/admin/settings/${key}/`, { value })
  const { secretKey, publishableKey } = stripeOf(portal)
  await set('ENABLE_STRIPE_MEMBERSHIP_PAYMENTS', true)
  await set('STRIPE_SECRET_KEY', secretKey)
  await set('STRIPE_PUBLISHABLE_KEY', publishableKey)
  await set('STRIPE_WEBHOOK_SECRET', await addEndpoint(portal))
  await set('REQUIRE_SITE_SIGN_IN', false)
  await send('POST', '/api/admin/tiers/', { name: 'Day ticket', description: 'For a day.', visible: true })
  const overview: TierList = await (await page.request.get('/api/admin/tiers/overview/')).json()
  const { tiers } = overview
  const memberTier = tiers.find(({ name }) => name === 'Day ticket')?.id
  for (const [name, costCents] of [
    ['Daily', 500],
    ['Daily with tools', 800],
  ] as const) {
    const rest = { currency: 'AUD', intervalCount: 1, interval: 'day', joiningFeeCents: 0, maxPeople: 1, visible: true }
    await send('POST', '/api/admin/plans/', { memberTier, name, costCents, collectors: ['stripe', 'cash'], ...rest })
  }
  const frontDoor = `/api/admin/devices/${portal.doors[0]?.id}/default/`
  const { fingerprint } = (await (await page.request.get(frontDoor)).json()) as { fingerprint: string } // as the contract has it
  await send('PUT', frontDoor, { isDefault: true, fingerprint })
  return set
}

/** On Stripe's page: pays with the same card, and tells the bank that it is so. */
const confirmAtBank = async (page: Page) => {
  await page.getByLabel('Card number').fill(askingCard)
  await page.getByLabel('Expiry').fill('12 / 34')
  await page.getByLabel('CVC').fill('123')
  await page.getByLabel('Name').fill('Di Tanaka')
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.getByRole('button', { name: 'Complete authentication' }).click()
  await page.waitForURL('**/account/membership-plan?session=*')
}

const choosePlan = async (page: Page) => {
  await page.getByRole('button', { name: 'Select Day ticket' }).click()
  await page.getByRole('button', { name: 'Select Daily', exact: true }).click()
  await page.getByRole('radio', { name: 'By card' }).check()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  const confirm = page.getByRole('region', { name: 'Check and confirm' })
  await expect(confirm.getByText('$5.00').first()).toBeVisible()
  await confirm.getByRole('button', { name: 'Confirm' }).click()
}

const enterCard = async (page: Page) => {
  const pay = page.getByRole('region', { name: 'Pay by card' })
  await expect(pay.getByText(/^\$5\.00 is due\./)).toBeVisible()
  await expectAccessible(page)
  await pay.getByRole('button', { name: 'Enter a card or bank account' }).click()
  await page.getByLabel('Card number').fill(askingCard)
  await page.getByLabel('Expiry').fill('12 / 34')
  await page.getByLabel('CVC').fill('123')
  await page.getByLabel('Name').fill('Di Tanaka')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Complete authentication' }).click()
  await page.waitForURL('**/account/membership-plan?session=*')
  await expect(page.getByText(/is saved\. Your payments use it from now on/)).toBeVisible()
}

const dayMinutes = 24 * 60

/** A plan by the day ends at midnight, where the portal is, whenever this runs: so the journey begins at six. */
const goToMorning = async ({ goOn }: JourneyPortal) => {
  const brisbane = Math.floor(Date.now() / 60_000) + 10 * 60
  await goOn((6 * 60 - (brisbane % dayMinutes) + dayMinutes) % dayMinutes)
}

/** A day on, and the night that comes with it. */
const goOverRenewal = async ({ goOn, runNight }: JourneyPortal) => {
  await goOn(dayMinutes)
  await runNight()
}

test('a newcomer with a phone joins by card with their bank asking, changes plan, and reopens the door after a renewal that the bank asked about', async ({
  page,
  portal,
  browser,
}) => {
  await goToMorning(portal)
  const office = await browser.newContext({ baseURL: portal.url })
  const ada = await office.newPage()
  await logIn(ada, portal, 'ada')
  const set = await openForCards(ada, portal)

  await page.setViewportSize({ width: 390, height: 844 })
  await logIn(page, portal, 'di')
  await page.goto('/account/membership-plan')
  await choosePlan(page)
  await enterCard(page)
  await page.getByRole('button', { name: 'Confirm with your bank' }).click()
  await confirmAtBank(page)

  await page.getByLabel('Card number').fill(cardNumber)
  await page.getByRole('button', { name: 'Register card' }).click()
  await expect(page.getByRole('heading', { name: 'Application submitted' })).toBeVisible()
  await expect.poll(async () => (await portal.frontDoor.swipe(cardNumber)).outcome).toBe('granted')

  await page.goto('/account/membership-plan')
  await expect(page.getByRole('region', { name: 'Your card payments' }).getByText(/Visa •••• 3184/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Change plan' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Day ticket: Daily with tools' }).check()
  await dialog.getByText('From the next payment', { exact: true }).click()
  await expect(dialog.getByText('$8.00').first()).toBeVisible()
  await dialog.getByRole('button', { name: 'Change to Daily with tools' }).click()
  await expect(page.getByText(/^From .* your plan is Daily with tools/)).toBeVisible()

  await set('GRACE_DAYS', 0)
  await goOverRenewal(portal)
  await logIn(page, portal, 'di')
  await portal.mailbox.newest('di@example.org', /^Please confirm your payment of \$8\.00/)
  await expect.poll(async () => (await portal.frontDoor.swipe(cardNumber)).outcome).toBe('refused')
  const sheet = page.getByRole('dialog', { name: /Front door, refused at/ })
  await expect(sheet.getByText(/^Your bank asks you to confirm \$8\.00/)).toBeVisible()
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Confirm with your bank' }).click()
  await confirmAtBank(page)
  await expect.poll(async () => (await portal.frontDoor.swipe(cardNumber)).outcome).toBe('granted')
  await office.close()
})
