import type { Page } from '@playwright/test'
import { chromiumWith } from './playwright.config.ts'
import { expect, logInByForm, test } from './portal.ts'

// Browsers as people have them: old ones, over plain HTTP and a name, that keep nothing, or on lines that cost.
test.use({
  launchOptions: chromiumWith('--host-resolver-rules=MAP portal.test 127.0.0.1'),
  baseURL: async ({ portal }, use) => use(portal.url.replace('127.0.0.1', 'portal.test')),
})

/** Takes from a page what Chrome 111, Firefox 115 or Safari 16.4 lack. */
const beOld = (page: Page) =>
  page.addInitScript(() => {
    const lacks: [object, string[]][] = [
      [URL, ['canParse', 'parse']],
      [Map, ['groupBy']],
      [Object, ['groupBy']],
      [Promise, ['withResolvers', 'try']],
      [Array, ['fromAsync']],
      [AbortSignal, ['any']],
      [String.prototype, ['isWellFormed', 'toWellFormed']],
      [
        Set.prototype,
        ['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom'],
      ],
      [
        Object.getPrototypeOf(Object.getPrototypeOf([].values())),
        ['map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'forEach', 'some', 'every', 'find'],
      ],
      [crypto, ['randomUUID']],
    ]
    for (const [owner, names] of lacks) for (const name of names) Reflect.deleteProperty(owner, name)
    for (const name of ['Iterator', 'Temporal', 'scheduler']) Reflect.deleteProperty(globalThis, name)
  })

test('the oldest browsers we build for log in, and show refusals, the audit and the editor of a course', async ({
  page,
  portal,
}) => {
  await beOld(page)
  await page.goto('/login?nextUrl=/account/access')
  expect(await page.evaluate(() => [isSecureContext, 'canParse' in URL, 'groupBy' in Map])).toEqual([
    false,
    false,
    false,
  ])
  await page.getByLabel('Email').fill('ada@example.org')
  await page.getByLabel('Password', { exact: true }).fill(portal.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL('**/account/access')
  await expect(page.getByRole('heading', { name: 'Access', level: 1 })).toBeVisible()
  await page.goto('/manage/audit')
  await expect(page.getByRole('listitem').first()).toBeVisible()
  await page.goto('/manage/training')
  await page.getByRole('button', { name: 'Add a certificate' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('Table saw')
  await dialog.getByRole('button', { name: 'Add a certificate' }).click()
  const course = page.getByRole('region', { name: 'Course and quiz' })
  await course.getByRole('button', { name: 'Add a page' }).click()
  await expect(course.getByRole('textbox', { name: 'Title' })).toBeVisible()
})

/**
 * Takes from a page what Chromium and Firefox take where cookies are blocked for the site: they keep and send none, and
 * whatever else a page could keep something in throws. Only the browsers with windows have such a setting.
 */
const blockSiteData = async (page: Page) => {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setDocumentCookieDisabled', { disabled: true })
  await page.route('**/api/**', async (route) => {
    const request = route.request()
    if (request.url().endsWith('/api/events/')) return route.continue()
    // The name of the portal is known to the browser alone.
    const url = request.url().replace('portal.test', '127.0.0.1')
    const answer = await route.fetch({ url, headers: { ...request.headers(), cookie: '' } })
    const { 'set-cookie': _kept, ...headers } = answer.headers()
    await page.context().clearCookies()
    return route.fulfill({ response: answer, headers })
  })
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    const refuseLater = () => Promise.reject(new DOMException('The operation is insecure.', 'SecurityError'))
    for (const name of ['localStorage', 'sessionStorage', 'caches'])
      Object.defineProperty(globalThis, name, { get: refuse })
    for (const name of ['SharedWorker', 'BroadcastChannel']) Reflect.set(globalThis, name, refuse)
    Object.defineProperty(IDBFactory.prototype, 'open', { value: refuse })
    if ('locks' in navigator) Object.defineProperty(LockManager.prototype, 'request', { value: refuseLater })
    if ('serviceWorker' in navigator)
      Object.defineProperty(ServiceWorkerContainer.prototype, 'register', { value: refuseLater })
  })
}

test('a browser whose cookies are blocked is told so at each way to a login, sends no password, and is no kiosk', async ({
  page,
  portal,
}) => {
  await blockSiteData(page)
  let logins = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/login/')) logins += 1
  })
  const told = page.getByText(/Your browser keeps no cookies for this site.*Allow cookies for portal\.test/)
  await page.goto('/login')
  await expect(told).toBeVisible()
  await page.getByLabel('Email').fill('bo@example.org')
  await page.getByLabel('Password', { exact: true }).fill(portal.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(told).toBeVisible()
  expect(logins).toBe(0)
  for (const path of ['/dashboard', '/account/access', '/tools/issue']) {
    await page.goto(path)
    await page.waitForURL(/\/login\?nextUrl=/)
    await expect(told).toBeVisible()
  }
  for (const path of ['/kiosk', '/display']) {
    await page.goto(path)
    await expect(page.getByText(/Your browser keeps nothing for this site.*Allow site data/)).toBeVisible()
  }
})

test('a browser that keeps nothing else shows its pages, and says why it cannot be a kiosk', async ({
  page,
  portal,
}) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(globalThis, name, {
        get: () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError')
        },
      })
  })
  await logInByForm(page, portal, 'bo')
  for (const [path, name] of [
    ['/account/access', 'Access'],
    ['/tools/swipes/recent', 'Recent swipes'],
    ['/account/profile', 'Profile'],
  ]) {
    await page.goto(path ?? '')
    await expect(page.getByRole('heading', { name: name ?? '', level: 1 })).toBeVisible()
  }
  await page.goto('/display')
  await expect(page.getByText(/Your browser keeps nothing for this site/)).toBeVisible()
})

/** Measures the files that the portal sent since a page stood, which loads others ahead in its own time. */
const measureAhead = async (page: Page) => {
  let bytes = 0
  const running: Promise<void>[] = []
  page.on('requestfinished', (request) => {
    if (!request.url().includes('/assets/')) return
    running.push(request.sizes().then(({ responseBodySize }) => void (bytes += responseBodySize)))
  })
  return async (until: RegExp) => {
    await page.waitForEvent('requestfinished', { predicate: (request) => until.test(request.url()), timeout: 60_000 })
    await page.waitForLoadState('networkidle')
    await Promise.all(running)
    return bytes
  }
}

test('an administrator’s pages load no more than 150 kB ahead', async ({ page, portal }) => {
  await logInByForm(page, portal, 'ada')
  await page.waitForLoadState('networkidle')
  const ahead = await measureAhead(page)
  expect(await ahead(/\/assets\/access-page-.*\.js$/)).toBeLessThan(150_000)
})
