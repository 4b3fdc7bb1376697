import { expect, expectAccessible, logIn, test } from './portal.ts'

const linkIn = (text: string) => /https?:\/\/\S+\/(?:login|profile)\/\S+/.exec(text)?.[0] ?? 'no link in the mail'

test('a member whose password has to wait logs in by an emailed link', async ({ page, portal, browser }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/login')
  await page.getByLabel('Email').fill('bo@example.org')
  const offer = page.getByRole('button', { name: 'Email me a link to log in' })
  await expect(async () => {
    await page.getByLabel('Password', { exact: true }).fill('a wrong guess')
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await expect(offer).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expectAccessible(page)
  await offer.click()
  const { text } = await portal.mailbox.newest('bo@example.org', /log in/i)
  await expectAccessible(page)

  const elsewhere = await (await browser.newContext()).newPage()
  await elsewhere.goto(linkIn(text))
  await expectAccessible(elsewhere)
  await elsewhere.getByRole('button', { name: 'Log in', exact: true }).click()
  await elsewhere.waitForURL('**/dashboard')
  await elsewhere.goto('/logout')
  await elsewhere.goto(linkIn(text))
  await elsewhere.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(elsewhere.getByText('This link no longer works')).toBeVisible()
})

test('who confirms an account that was registered elsewhere chooses its password, and the one from registering is worth nothing', async ({
  page,
  portal,
  browser,
}) => {
  const stranger = await (await browser.newContext()).newPage()
  const registered = await stranger.request.post('/api/register/', {
    data: {
      email: 'owner@example.org',
      firstName: 'Gil',
      lastName: 'Ferrer',
      screenName: 'not-the-owner',
      mobile: '0400123456',
      password: 'window-otter-77',
    },
  })
  expect(registered.ok(), await registered.text()).toBe(true)
  const { text } = await portal.mailbox.newest('owner@example.org', /./)
  await page.goto(linkIn(text))
  await page.getByLabel('New password', { exact: true }).fill('a-password-of-the-owner')
  await expectAccessible(page)
  await page.getByLabel('New password', { exact: true }).press('Enter')
  await page.waitForURL('**/dashboard')
  const guess = { email: 'owner@example.org', password: 'window-otter-77' }
  expect((await stranger.request.post('/api/login/', { data: guess })).status()).toBe(401)
  await logIn(stranger, { password: 'a-password-of-the-owner' }, 'owner')
})
