import { expect, expectAccessible, logIn, test } from './portal.ts'

test.use({ hasMachines: true })

test('staff book a payment after reading what it makes of the balance, and more than there is cannot be taken', async ({
  browser,
  portal,
}) => {
  const ada = await (await browser.newContext()).newPage()
  await logIn(ada, portal, 'ada')
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
