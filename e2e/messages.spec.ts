import { expect, expectAccessible, giveSession, logIn, test } from './portal.ts'

test('an administrator sees what was sent, and that a secret link is not kept', async ({ page, portal }) => {
  await page.request.post('/api/password/reset/', { data: { email: 'cy@example.org' } })
  await portal.mailbox.newest('cy@example.org', /password/i)
  await logIn(page, portal, 'ada')
  await page.getByRole('link', { name: 'Messages' }).click()
  const row = page.getByText('cy@example.org').first()
  await expect(row).toBeVisible()
  await expectAccessible(page)
  await row.click()
  await expect(page.getByRole('dialog')).toContainText(/secret link/)
  await expectAccessible(page)
})

test('a member who types the address of an administrator screen is told that it is not for them', async ({
  page,
  portal,
}) => {
  await giveSession(page, portal, 'bo')
  await page.goto('/manage/messages')
  await expect(page).toHaveURL(/\/error\/403/)
  await expectAccessible(page)
  await page.goto('/nowhere/at/all')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(page)
})

test('a test mail that is refused says so in the words of the mail server, and is sent once it is taken again', async ({
  page,
  portal,
}) => {
  await giveSession(page, portal, 'ada')
  await page.goto('/manage/messages')
  portal.mailbox.refuse('greylisted, come back later')
  await page.getByRole('button', { name: 'Send a test' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send a test message' })
  await dialog.getByRole('button', { name: 'Email', exact: true }).click()
  await expect(dialog.getByText(/greylisted, come back later/)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Close' }).click()

  portal.mailbox.refuse(undefined)
  await page.getByRole('combobox', { name: 'State' }).selectOption('Failed')
  await page.getByRole('link', { name: /A test email/ }).click()
  await page.getByRole('button', { name: 'Send again' }).click()
  const message = page.getByRole('dialog', { name: 'Message' })
  await expect(message.getByText('Sent', { exact: true }).first()).toBeVisible()
  await portal.mailbox.newest('ada@example.org', /^A test email/)
  await expect(message.getByTitle(/^Preview of/)).toBeVisible()
  await expectAccessible(page)
})

test('a text message reaches the normalised number of a member with the footer, and stands in the outbox', async ({
  page,
  portal,
}) => {
  await giveSession(page, portal, 'ada')
  await page.goto(`/manage/members/${portal.members['fay']}`)
  await page.getByRole('textbox', { name: 'Mobile' }).fill('(0491) 570-156')
  await expect(page.getByText('Saved')).toBeVisible()
  await page.getByRole('button', { name: 'Write a text message' }).click()
  const dialog = page.getByRole('dialog', { name: 'Text message to Fay Costa' })
  await expect(dialog.getByText(/0491 570 156/)).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Text' }).fill('Your parcel is here.')
  await expect(dialog.getByText(/sent in one part/)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('A text message is on its way to Fay Costa')).toBeVisible()
  const body = 'Your parcel is here.\n\nRiverbend Makers. Please do not reply.'
  await expect.poll(() => portal.twilio.taken.find(({ to }) => to === '+61491570156')?.body).toBe(body)
  await page.getByRole('link', { name: 'All messages to this member' }).click()
  await expect(page.getByRole('link', { name: /Your parcel is here/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /Your parcel is here/ }).getByText('Sent')).toBeVisible()
  await expectAccessible(page)
})

test('a member with a number that is none is refused it, and cannot be texted', async ({ page, portal }) => {
  await giveSession(page, portal, 'ada')
  await page.goto(`/manage/members/${portal.members['eve']}`)
  await page.getByRole('textbox', { name: 'Mobile' }).fill('12345678')
  await expect(page.getByText(/Please enter a valid phone number\./)).toBeVisible()
  await page.getByRole('button', { name: 'Undo the change to Mobile' }).click()
  await page.getByRole('textbox', { name: 'Mobile' }).fill('')
  await expect(page.getByText('Saved')).toBeVisible()
  await expect(page.getByText(/no phone number /)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Write a text message' })).toBeDisabled()
})

test('on a phone every template is shown as it will look', async ({ page, portal }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await giveSession(page, portal, 'ada')
  await page.goto('/manage/messages?tab=samples')
  await expect(page.getByTitle('Preview of “Confirm your email address”')).toBeVisible()
  await page.getByRole('combobox', { name: 'Message' }).selectOption('Welcome to Riverbend Makers')
  await expect(page.getByTitle('Preview of “Welcome to Riverbend Makers”')).toHaveAttribute('srcdoc', /Handbook/)
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectAccessible(page)
})
