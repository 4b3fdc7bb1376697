import { expect, expectAccessible, logIn, password, startPortalProcess, test } from './portal.ts'

test.use({ space: 'memberbucks' })

test('staff book a payment after reading what it makes of the balance, and more than there is cannot be taken', async ({
  browser,
}) => {
  const started = await startPortalProcess({ E2E_PASSWORD: password, E2E_MACHINES: 'true' })
  const ada = await (await browser.newContext({ baseURL: started.url })).newPage()
  await logIn(ada, { password }, 'ada')
  await ada.goto(`/manage/members/${started.seeded.members['bo']}?tab=billing`)
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
  await started.stop()
})
