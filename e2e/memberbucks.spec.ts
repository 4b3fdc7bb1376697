import type { Page } from '@playwright/test'
import { expect, expectAccessible, giveSession, logIn, test } from './portal.ts'

test.use({ hasMachines: true })

test('staff book a payment after reading what it makes of the balance, and more than there is cannot be taken', async ({
  browser,
  portal,
}) => {
  const ada = await (await browser.newContext()).newPage()
  await giveSession(ada, portal, 'ada')
  await ada.goto(`/manage/members/${portal.members['bo']}?tab=billing`)
  await expect(ada.getByText('$20.00', { exact: true }).first()).toBeVisible()
  await ada.getByRole('button', { name: 'Add a payment or correction' }).click()
  await ada.getByRole('textbox', { name: 'Amount' }).fill('5')
  await ada.getByRole('textbox', { name: /^What it’s for/ }).fill('Cash at the desk')
  await expect(ada.getByText('The balance will be $25.00 instead of $20.00.')).toBeVisible()
  await expectAccessible(ada)
  await ada.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(ada.getByText(/^Added\. Bo Lindqvist’s balance is now \$25\.00/)).toBeVisible()
  await expectAccessible(ada)

  await ada.getByRole('button', { name: 'Add a payment or correction' }).click()
  await ada.getByText('Money out').click()
  await ada.getByRole('textbox', { name: 'Amount' }).fill('25.01')
  await ada.getByRole('textbox', { name: /^What it’s for/ }).fill('Refund')
  await ada.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(ada.getByText('The balance is too low for that.')).toBeVisible()
})

/** The bank account of the space, as the treasurer would enter it in the settings. */
const enterBankAccount = async (page: Page) => {
  const csrf = (await page.context().cookies()).find((cookie) => cookie.name === 'csrftoken')?.value ?? ''
  const facts = { BANK_ACCOUNT_NAME: 'Riverbend Makers', BANK_ACCOUNT_NUMBER: 'DE89370400440532013000' }
  for (const [key, value] of Object.entries(facts)) {
    const answer = await page.request.put(`/api/admin/settings/${key}/`, {
      data: { value },
      headers: { 'x-csrftoken': csrf },
    })
    expect(answer.ok(), key).toBe(true)
  }
}

/** Staff book cash while the member looks at their phone. */
const bookCash = async (ada: Page, { memberId, amount }: { memberId: number | undefined; amount: string }) => {
  await ada.goto(`/manage/members/${memberId}?tab=billing`)
  await ada.getByRole('button', { name: 'Add a payment or correction' }).click()
  await ada.getByRole('textbox', { name: 'Amount' }).fill(amount)
  await ada.getByRole('textbox', { name: /^What it’s for/ }).fill('Cash at the desk')
  await ada.getByRole('button', { name: 'Add', exact: true }).click()
}

/** Types an amount into the open dialog and sends it. */
const send = async (page: Page, button: 'Pay' | 'Donate', amount: string) => {
  await page.getByRole('textbox', { name: 'Amount' }).fill(amount)
  await page.getByRole('dialog').getByRole('button', { name: button }).click()
}

test('a member tops up, pays and donates on a phone, and the treasurer reads it in the statement', async ({
  browser,
  page,
  portal,
}) => {
  const ada = await (await browser.newContext()).newPage()
  await logIn(ada, portal, 'ada')
  await enterBankAccount(ada)

  await page.setViewportSize({ width: 390, height: 844 })
  await logIn(page, portal, 'gil')
  await page.getByRole('navigation', { name: 'Quick menu' }).getByRole('link', { name: 'Memberbucks' }).click()
  await expect(page).toHaveURL(/\/account\/memberbucks\/transactions$/)
  await expect(page.getByText('Top up to pay for machines and drinks.')).toBeVisible()
  await page.getByRole('link', { name: 'Top up' }).click()
  await expect(page.getByRole('dialog').getByText(/^RF\d\d B\d{3} \d{3}$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy: Reference' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()

  await bookCash(ada, { memberId: portal.members['gil'], amount: '30' })
  await expect(page.getByText('+$30.00')).toBeVisible()

  await page.getByRole('link', { name: 'Pay' }).click()
  await send(page, 'Pay', '50.01')
  await expect(page.getByText('Sorry, the maximum is 50.')).toBeVisible()
  await expect(page.getByText('This field cannot be empty.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'What it’s for' }).fill('Plywood offcut')
  await page.getByRole('textbox', { name: 'Amount' }).fill('6.50')
  await expect(page.getByText('The balance will be $23.50 instead of $30.00.')).toBeVisible()
  await send(page, 'Pay', '6.50')
  await expect(page.getByText('Paid $6.50. Your balance is now $23.50.')).toBeVisible()

  await page.getByRole('link', { name: 'Donate' }).click()
  await send(page, 'Donate', '23.51')
  await expect(page.getByText('The balance is too low for that.')).toBeVisible()
  await send(page, 'Donate', '3')
  await expect(page.getByText('Thank you for $3.00. Your balance is now $20.50.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('searchbox', { name: 'Search transactions' }).fill('plywood')
  await expect(page.getByText('−$6.50')).toBeVisible()
  await expect(page.getByText('+$30.00')).toHaveCount(0)

  await page.getByRole('link', { name: 'Statement' }).click()
  await page.getByRole('button', { name: 'This year' }).click()
  await expect(page.getByRole('row', { name: /^At the end.*\$20\.50$/ })).toBeVisible()
  await expectAccessible(page)

  await ada.goto('/manage/memberbucks')
  await ada.getByRole('button', { name: 'This year' }).click()
  await expect(ada.getByRole('row', { name: /^Donation.*−\$3\.00/ })).toBeVisible()
  await expectAccessible(ada)
})
