import type { Page } from '@playwright/test'
import { startReceiver, verify } from '../server/src/webhooks/receiver.testing.ts'
import { expect, expectAccessible, giveSession, type JourneyPortal, test } from './portal.ts'

/** Tries an address that the portal never connects to, then the right one; answers the secret. */
const addWebhook = async (page: Page, url: string) => {
  await page.getByRole('button', { name: 'Add a webhook' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: /^What receives it/ }).fill('Home Assistant')
  await dialog.getByRole('textbox', { name: /^Address/ }).fill('http://169.254.169.254/')
  await dialog.getByRole('checkbox', { name: 'Visits' }).check()
  await dialog.getByRole('button', { name: 'Add the webhook' }).click()
  await expect(dialog.getByText('The portal never connects to this address.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('textbox', { name: /^Address/ }).fill(url)
  await dialog.getByRole('button', { name: 'Add the webhook' }).click()
  const secret = (await dialog.getByText(/^whsec_/).textContent()) ?? ''
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Done' }).click()
  return secret
}

const signInOnSite = async (page: Page, portal: JourneyPortal) => {
  await giveSession(page, portal, 'bo')
  await page.goto('/dashboard')
  await page
    .getByRole('button', { name: /^Sign in/ })
    .first()
    .click()
}

const sendAgain = (page: Page) =>
  page
    .getByRole('button', { name: /^Send again: visit.signedIn/ })
    .first()
    .click()

test('an administrator tells another system of visits, sees what it answered and sends again what failed', async ({
  page,
  browser,
  portal,
}) => {
  const other = await startReceiver()
  await giveSession(page, portal, 'ada')
  await page.goto('/manage/settings')
  await page.goto('/manage/settings#WEBHOOKS_ALLOW_PRIVATE')
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/WEBHOOKS_ALLOW_PRIVATE/'))
  await page.getByRole('switch', { name: 'Webhooks into the space’s own network' }).click()
  await saved

  await page.goto('/manage/webhooks')
  await expect(page.getByRole('heading', { name: 'No webhooks yet' })).toBeVisible()
  await expectAccessible(page)
  const secret = await addWebhook(page, other.url)

  await page.getByRole('link', { name: 'Home Assistant' }).click()
  await expect(page.getByText('Nothing has been sent yet.', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Send a test' }).click()
  const log = page.getByRole('list', { name: 'What was sent' })
  await expect(log.getByText('Answered 200: thanks')).toBeVisible()
  const [first] = other.heard
  expect(first && verify(secret, first)).toMatchObject({ type: 'webhook.test' })

  other.answerWith((reply) => void reply.writeHead(500).end('out of memory'))
  const bo = await browser.newContext({ baseURL: portal.url })
  await signInOnSite(await bo.newPage(), portal)
  await expect(log.getByText('visit.signedIn').first()).toBeVisible()
  await expect(log.getByText('Answered 500: out of memory').first()).toBeVisible()
  await expect(page.getByText(/^Failing since/)).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  await bo.close()

  other.answerWith((reply) => void reply.writeHead(204).end())
  await sendAgain(page)
  await expect(page.getByText('Works', { exact: true })).toBeVisible()
  const last = other.heard.at(-1)
  expect(last && verify(secret, last)).toMatchObject({ type: 'visit.signedIn', data: { kind: 'visits' } })

  other.answerWith((reply) => void reply.writeHead(410).end())
  await sendAgain(page)
  await expect(page.getByText('Switched off: the receiver is gone')).toBeVisible()
  await page.getByRole('button', { name: 'More for Home Assistant' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('heading', { name: 'No webhooks yet' })).toBeVisible()
  other.close()
})

test('webhooks are not for staff who are no administrators', async ({ page, portal }) => {
  await giveSession(page, portal, 'bo')
  await page.goto('/manage/webhooks')
  await page.waitForURL('**/error/403')
})
