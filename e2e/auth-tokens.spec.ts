import type { Page } from '@playwright/test'
import { expect, giveSession, test, type JourneyPortal } from './portal.ts'

type SentRequest = { path: string; access?: string; cookies?: boolean }

/** Calls the portal from the page; `null` where the browser does not let it. The journeys of the app are in mobile.spec.ts. */
const call = (page: Page, portal: JourneyPortal, sent: SentRequest) =>
  page.evaluate(
    async ({ url, access, cookies }) => {
      try {
        const answer = await fetch(url, {
          credentials: cookies ? 'include' : 'omit',
          headers: { ...(access && { authorization: `Bearer ${access}` }) },
        })
        return answer.status
      } catch {
        return null
      }
    },
    { url: portal.url + sent.path, ...sent },
  )

/** A page at this origin. Chromium asks before one may call this machine; a member's phone calls a portal elsewhere. */
const openAt = async (page: Page, origin: string) => {
  await page.context().grantPermissions(['local-network-access'], { origin })
  await page.route(`${origin}/**`, (route) => route.fulfill({ contentType: 'text/html', body: '<title>App</title>' }))
  await page.goto(`${origin}/`)
}

test('a member sees the app in the list of logins, and logs it out there', async ({ page, portal }) => {
  const answer = await fetch(`${portal.url}/api/token/obtain/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'cy@example.org', password: portal.password, deviceName: 'Fairphone' }),
  })
  const { access } = await answer.json()
  await giveSession(page, portal, 'cy')
  await page.goto('/account/profile')
  await page.getByRole('button', { name: /^Log out App on Fairphone/ }).click()
  await expect(page.getByText('App on Fairphone is logged out')).toBeVisible()
  const dead = await fetch(`${portal.url}/api/profile/`, { headers: { authorization: `Bearer ${access}` } })
  expect(dead.status).toBe(401)
})

test('another site reads nothing, neither with a token nor with cookies', async ({ browser, portal }) => {
  // What the browser says of each refusal on its console is what is wanted here.
  const page = await browser.newPage()
  await openAt(page, 'https://evil.example')
  expect(await call(page, portal, { path: '/api/config/' })).toBeNull()
  expect(await call(page, portal, { path: '/api/config/', access: 'any' })).toBeNull()
  expect(await call(page, portal, { path: '/api/profile/', cookies: true })).toBeNull()
})
