import { expect, expectAccessible, logIn, test } from './portal.ts'

test('an administrator edits a member, suspends him with a reason he reads, and lifts it again', async ({
  page,
  browser,
  portal,
}) => {
  await logIn(page, portal, 'ada')
  await page.getByRole('link', { name: 'Members' }).click()
  await page.getByRole('searchbox').fill('tanaka')
  await expect(page.getByRole('status').filter({ hasText: 'match' })).toBeVisible()
  await page.getByRole('link', { name: /Di Tanaka/ }).click()
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('textbox', { name: 'Mobile' }).fill('0400 555 111')
  await expect(page.getByText('Saved')).toBeVisible()
  await page.getByRole('textbox', { name: 'Screen name' }).fill('bo')
  await expect(page.getByText('Not saved. Bo Lindqvist has this screen name.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo the change of Screen name' }).click()
  await expect(page.getByRole('textbox', { name: 'Screen name' })).toHaveValue('di')
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Mobile' })).toHaveValue('0400 555 111')

  const home = await browser.newContext({ baseURL: portal.url })
  const di = await home.newPage()
  await logIn(di, portal, 'di')
  await page.getByRole('button', { name: 'Make member' }).click()
  await expect(page.getByText('Di Tanaka is a member now')).toBeVisible()
  await expect(di.getByText('Your membership is active')).toBeVisible()
  await portal.mailbox.newest('di@example.org', /^Welcome to/)

  await page.getByRole('textbox', { name: 'Card number' }).fill('1002')
  await page.getByRole('button', { name: 'Add card' }).click()
  await expect(page.getByText('Bo Lindqvist has this card.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Card number' }).fill('1044')
  await page.getByRole('button', { name: 'Add card' }).click()
  await page.getByRole('button', { name: 'Mark lost: card 1044' }).click()
  await expect(page.getByText('Card 1044 is lost and off every door')).toBeVisible()

  await page.getByRole('button', { name: 'Suspend' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('Please come and talk to us.')
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
  await expect(page.getByText('Suspended by staff')).toBeVisible()
  await expect(di.getByText('Please come and talk to us.')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Lift the suspension' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Lift the suspension' }).click()
  await expect(di.getByText('Your membership is active')).toBeVisible()
  await home.close()
})
