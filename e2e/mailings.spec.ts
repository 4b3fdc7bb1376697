import { expect, expectAccessible, giveSession, logIn, test } from './portal.ts'

test('news is sent, a reader unsubscribes without a login, and what failed is one row that is stopped or sent again', async ({
  page,
  portal,
  browser,
}) => {
  await logIn(page, portal, 'ada')
  const send = async (subject: string) => {
    await page.goto('/manage/members?card=yes&standing=active')
    await page.getByRole('checkbox', { name: 'Select Bo Lindqvist' }).check()
    await page.getByRole('button', { name: 'Message', exact: true }).click()
    await page.getByRole('textbox', { name: 'Subject' }).fill(subject)
    await page.getByRole('textbox', { name: 'Text' }).fill('Come and see.')
    await page.getByRole('button', { name: 'Preview' }).click()
  }
  await send('The kiln is back')
  await page.getByRole('button', { name: 'Send to one member' }).click()
  const mail = await portal.mailbox.newest('bo@example.org', /^The kiln is back/)
  const link = /\/unsubscribe\/[\w.-]+/.exec(mail.html)?.[0] ?? ''

  const stranger = await browser.newContext({ baseURL: portal.url })
  const reader = await stranger.newPage()
  await reader.goto(link)
  await expect(reader.getByText(/^You get news from/)).toBeVisible()
  await expectAccessible(reader)
  await reader.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(reader.getByText(/You’re unsubscribed/)).toBeVisible()
  await send('Second news')
  await expect(page.getByText('One member doesn’t want news.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'No recipients' })).toBeDisabled()
  await expectAccessible(page)
  await reader.getByRole('button', { name: 'Subscribe again' }).click()
  await expect(reader.getByRole('button', { name: 'Unsubscribe' })).toBeVisible()
  await stranger.close()

  portal.mailbox.refuse('come back later')
  await send('Third news')
  const accepted = page.waitForResponse((answer) => answer.request().method() === 'POST')
  await page.getByRole('button', { name: 'Send to one member' }).click()
  await accepted
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/manage/messages')
  await page.getByRole('link', { name: /Third news/ }).click()
  await expect(page.getByText('bo@example.org')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Stop this mailing' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop this mailing' }).click()
  await expect(page.getByText(/0 of 1 sent. One cancelled./)).toBeVisible()
  portal.mailbox.refuse(undefined)
})

test('access given to many is undone from the notice, for those who did not have it before', async ({
  page,
  portal,
}) => {
  await giveSession(page, portal, 'ada')
  await page.goto('/manage/members')
  await page.getByRole('checkbox', { name: 'Select all that match' }).check()
  await page.getByRole('button', { name: 'Access', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Woodshop' }).check()
  const grant = page.getByRole('button', { name: /^Grant to \d+ members/ })
  const count = /\d+/.exec((await grant.textContent()) ?? '')?.[0] ?? ''
  await grant.click()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Undo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Undo this change?' })
  await expect(dialog.getByText(new RegExp(`^It is undone for ${count} members`))).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: `Undo for ${count} members` }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(/^Undone by Ada/)).toBeVisible()
  await expectAccessible(page)
})
