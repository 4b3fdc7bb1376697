import type { Page } from '@playwright/test'
import { expect, expectAccessible, type JourneyPortal, giveSession, logIn, test } from './portal.ts'

/** What staff do elsewhere: examples of plans, and three members on one. */
const putOnPlan = async (page: Page, { members }: JourneyPortal) => {
  const csrf = (await page.context().cookies()).find(({ name }) => name === 'csrftoken')?.value ?? ''
  const send = async (path: string, data: object) => {
    const answer = await page.request.post(path, { data, headers: { 'x-csrftoken': csrf } })
    expect(answer.ok(), `${path} ${await answer.text()}`).toBe(true)
  }
  await send('/api/admin/tiers/examples/', {})
  const offered: { plans: { id: number; name: string }[] } = await (
    await page.request.get('/api/admin/members/plans/')
  ).json()
  const planId = offered.plans.find(({ name }) => name === 'Member, monthly')?.id
  for (const name of ['bo', 'eve', 'gil'])
    await send(`/api/admin/members/${members[name]}/plan/`, { planId, collector: 'bank', paysBeforeAccess: false })
}

const choose = (page: Page, name: RegExp) => page.getByRole('checkbox', { name }).check()

test('a treasurer ticks off several payments, books a part, and writes the rest off', async ({ page, portal }) => {
  await logIn(page, portal, 'ada')
  await putOnPlan(page, portal)
  await page.goto('/manage/payments')
  await expect(page.getByText('6, $225.00 together')).toBeVisible()
  await expectAccessible(page)

  await choose(page, /^Choose Member, monthly of Bo/)
  await choose(page, /^Choose Member, monthly: joining fee of Bo/)
  await choose(page, /^Choose Member, monthly of Eve/)
  await page.getByRole('button', { name: 'Mark 3 payments as paid' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/^Together \$125\.00: Bo/)).toBeVisible()
  await dialog.getByLabel('Arrived on').fill('2099-01-01')
  await dialog.getByRole('button', { name: 'Mark 3 payments as paid' }).click()
  await expect(dialog.getByText('This day has not come yet.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Arrived on').fill(new Date(Date.now() - 86_400_000).toISOString().slice(0, 10))
  await dialog.getByLabel(/^Reference/).fill('Statement 7')
  await dialog.getByRole('button', { name: 'Mark 3 payments as paid' }).click()
  await expect(page.getByText('Booked 3 payments, $125.00 together.')).toBeVisible()
  await expect(page.getByText('3, $100.00 together')).toBeVisible()

  await page.getByRole('button', { name: /^Actions for Member, monthly of Gil/ }).click()
  await page.getByRole('menuitem', { name: 'Book another amount' }).click()
  await dialog.getByLabel('Amount').fill('twenty')
  await dialog.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(dialog.getByText('Enter an amount such as 20 or 12.50.')).toBeVisible()
  await dialog.getByLabel('Amount').fill('20')
  await expect(dialog.getByText('Pays $20.00 of Member, monthly.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(page.getByText('$20.00 of $50.00 paid')).toBeVisible()

  await page.getByRole('button', { name: /^Actions for Member, monthly of Gil/ }).click()
  await page.getByRole('menuitem', { name: 'Write off' }).click()
  await expect(dialog.getByRole('checkbox', { name: /^End the plan of Gil/ })).not.toBeChecked()
  await dialog.getByRole('button', { name: 'Write off' }).click()
  await expect(dialog.getByText('This field cannot be empty.')).toBeVisible()
  await dialog.getByLabel('Reason').fill('In hospital')
  await dialog.getByRole('button', { name: 'Write off' }).click()
  await page.getByRole('tab', { name: 'Written off, cancelled, refunded' }).click()
  await expect(page.getByText('In hospital')).toBeVisible()
  await page.getByRole('tab', { name: 'Paid' }).click()
  await expect(page.getByText(/Statement 7, booked by Ada/).first()).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
})

test('a treasurer adds a reminder, sees it filled in, and reads what the next run does', async ({ page, portal }) => {
  await giveSession(page, portal, 'ada')
  await page.goto('/manage/payments')
  await page.getByRole('link', { name: 'Reminders' }).click()
  await expect(page.getByRole('heading', { name: 'Reminders', level: 1 })).toBeVisible()
  await expect(page.getByText('7 days before')).toBeVisible()
  await page.getByRole('button', { name: 'Add a step' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: /^Days/ }).fill('3')
  await dialog.getByRole('textbox', { name: /^Subject/ }).fill('{amount} is late')
  await dialog.getByRole('textbox', { name: /^Text/ }).fill('Please pay {sum}.')
  await dialog.getByRole('button', { name: 'Save step' }).click()
  await expect(dialog.getByText('Unknown placeholder: {sum}.').first()).toBeVisible()
  await dialog.getByRole('textbox', { name: /^Text/ }).fill('Please pay {amount}.')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await expect(
    dialog
      .frameLocator('iframe')
      .getByRole('paragraph')
      .filter({ hasText: /^Please pay \$\d/ }),
  ).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save step' }).click()
  await expect(dialog.getByText('There’s a step of this kind on this day already.')).toBeVisible()
  await dialog.getByRole('textbox', { name: /^Days/ }).fill('10')
  await dialog.getByRole('button', { name: 'Save step' }).click()
  await expect(page.getByText('Email: {amount} is late')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'What the next run does' })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
})
