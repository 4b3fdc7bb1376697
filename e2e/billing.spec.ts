import type { Page } from '@playwright/test'
import { expect, expectAccessible, type JourneyPortal, giveSession, logIn, test } from './portal.ts'

type PlanList = { plans: { id: number; name: string }[] }

const tokenOf = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === 'csrftoken')?.value ?? ''

/** What staff do elsewhere: plans that members choose among, an account for transfers, and a member who has paid. */
const openPlans = async (page: Page, { members }: JourneyPortal) => {
  const send = async (method: 'post' | 'put', path: string, data: object) => {
    const answer = await page.request[method](path, { data, headers: { 'x-csrftoken': await tokenOf(page) } })
    expect(answer.ok(), `${path} ${await answer.text()}`).toBe(true)
  }
  await send('put', '/api/admin/settings/ENABLE_STRIPE_MEMBERSHIP_PAYMENTS/', { value: true })
  await send('put', '/api/admin/settings/DOWNGRADES_AT_ONCE/', { value: true })
  await send('put', '/api/admin/settings/BANK_ACCOUNT_NAME/', { value: 'Riverbend Makers' })
  await send('put', '/api/admin/settings/BANK_ACCOUNT_NUMBER/', { value: 'DE89370400440532013000' })
  await send('post', '/api/admin/tiers/examples/', {})
  const answer = await page.request.get('/api/admin/members/plans/')
  const { plans } = (await answer.json()) as PlanList // as the contract has it
  const planId = plans.find(({ name }) => name === 'Member, monthly')?.id
  await send('post', `/api/admin/members/${members['bo']}/plan/`, {
    planId,
    collector: 'bank',
    paysBeforeAccess: false,
  })
}

const daysAhead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

const payByTransfer = async (page: Page, { members }: JourneyPortal, amountCents: number) => {
  const paidOn = daysAhead(-1)
  const answer = await page.request.post(`/api/admin/members/${members['bo']}/payments/`, {
    data: { amountCents, method: 'bank', paidOn, idempotencyKey: `journey-${amountCents}` },
    headers: { 'x-csrftoken': await tokenOf(page) },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
}

const onPhone = async (page: Page, portal: JourneyPortal, link: string) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await logIn(page, portal, 'bo')
  await page.getByRole('link', { name: link }).click()
}

test('a member on a phone pays by transfer and changes plan with exact amounts', async ({ browser, page, portal }) => {
  const ada = await (await browser.newContext()).newPage()
  await logIn(ada, portal, 'ada')
  await openPlans(ada, portal)

  await onPhone(page, portal, 'Pay $75.00')
  const dialog = page.getByRole('dialog')
  const plan = page.getByRole('region', { name: 'Member', exact: true })
  await expect(plan.getByText('Active', { exact: true })).toBeVisible()
  const toPay = page.getByRole('region', { name: /^\$[\d.]+ is overdue$/ })
  await expect(toPay.getByText(/^Your access ends on .* unless you pay\.$/)).toBeVisible()
  await expect(toPay.getByText('DE89 3704 0044 0532 0130 00')).toBeVisible()
  await expect(toPay.getByText(/^RF\d\d D\d{3} \d{3}$/)).toBeVisible()
  await expectAccessible(page)

  await payByTransfer(ada, portal, 7500)
  await expect(toPay).toBeHidden()
  await expect(plan.getByText(/^Paid until /)).toBeVisible()

  await page.getByRole('button', { name: 'Change plan' }).click()
  await dialog.getByRole('radio', { name: /Concession, monthly$/ }).check()
  // On its first day all of the first month is left.
  const less = dialog.getByText('The days left cost less by').locator('..')
  await expect(less.getByText('$20.00', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Change to Concession, monthly' }).click()
  await expect(page.getByText('Your plan is Concession, monthly now.')).toBeVisible()
  const changed = page.getByRole('region', { name: 'Family and concession' })
  await expect(changed.getByText('$20.00, used automatically for your next payment.')).toBeVisible()
  await ada.close()
})

test('a member on a phone pauses, cancels, resumes, and has their invoices', async ({ page, portal }) => {
  await onPhone(page, portal, 'See your plan')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await expect(dialog.getByText(/days without access\. They cost nothing\.$/)).toBeVisible()
  await dialog.getByLabel(/^First day back/).fill(daysAhead(5))
  await expect(dialog.getByText('At least 14 days.')).toBeVisible()
  await dialog.getByLabel(/^First day back/).fill(daysAhead(40))
  await expect(dialog.getByText(/days you have paid for come back/)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Pause plan' }).click()
  await expect(page.getByRole('heading', { name: /^A pause begins on / })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel the pause' }).click()
  await dialog.getByRole('button', { name: 'Cancel the pause' }).click()
  await expect(page.getByText('The pause is cancelled.')).toBeVisible()

  await page.getByRole('button', { name: 'Cancel plan' }).click()
  await expect(dialog.getByText(/^It stays active until /)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel plan' }).click()
  await expect(page.getByRole('heading', { name: /^Your plan ends on / })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Keep my plan' }).click()
  await dialog.getByRole('button', { name: 'Keep my plan' }).click()
  await expect(page.getByRole('heading', { name: /^Your plan ends on / })).toBeHidden()

  const invoices = page.getByRole('region', { name: 'Invoices' })
  await expect(invoices.getByText(/^Credit note /)).toBeVisible()
  const download = page.waitForEvent('download')
  await invoices
    .getByRole('button', { name: /^Download Invoice / })
    .last()
    .click()
  expect((await download).suggestedFilename()).toMatch(/^invoice-\d+\.pdf$/)
})

test('a member asks for a lower price, and staff approve it', async ({ browser, page, portal }) => {
  await giveSession(page, portal, 'bo')
  await page.goto('/account/membership-plan')
  await page.getByRole('button', { name: 'Ask for a lower price' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Ask', exact: true }).click()
  await expect(dialog.getByText('This field cannot be empty.')).toBeVisible()
  await dialog.getByLabel('Why').fill('Student')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Ask', exact: true }).click()
  await expect(page.getByText(/^You asked for 30% less/)).toBeVisible()

  const ada = await (await browser.newContext()).newPage()
  await giveSession(ada, portal, 'ada')
  await ada.goto('/manage/payments')
  await ada.getByRole('link', { name: 'Requests for lower prices' }).click()
  await expect(ada.getByText('30% less: Student')).toBeVisible()
  await expectAccessible(ada)
  await ada.getByRole('button', { name: /^Approve/ }).click()
  await ada.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(ada.getByText(/^Approved\. We email Bo /)).toBeVisible()
  await expect(page.getByText('30% less: Student.')).toBeVisible()
  await ada.close()
})
