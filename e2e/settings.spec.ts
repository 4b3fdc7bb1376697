import type { Page } from '@playwright/test'
import { startChat } from './chat.ts'
import { expect, expectAccessible, giveSession, logIn, test } from './portal.ts'

test.use({ colorScheme: 'dark' })

test('in the dark scheme every screen keeps its contrast', async ({ page, portal }) => {
  await page.goto('/login')
  await expectAccessible(page)
  await giveSession(page, portal, 'ada')
  for (const path of [
    '/dashboard',
    '/account/access',
    '/tools/swipes/recent',
    '/manage/members',
    '/manage/members/2',
    '/manage/messages',
    '/manage/settings',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page)
  }
})

test('the tab says the page and the site, and the splash is gone', async ({ page }) => {
  await page.goto('/login')
  await expect(page).toHaveTitle(/Log in.*Riverbend Makers/)
  await page.goto('/register')
  await expect(page).toHaveTitle(/Create an account.*Riverbend Makers/)
  await expect(page.locator('#splash')).toBeHidden()
})

test('a link opens its page at the top, and going back leads to where one was', async ({ page, portal }) => {
  await page.setViewportSize({ width: 390, height: 400 })
  await giveSession(page, portal, 'bo')
  await page.goto('/account/profile')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const top = () => page.evaluate(() => window.scrollY)
  await expect
    .poll(async () => {
      await page.evaluate(() => window.scrollTo(0, 300))
      return top()
    })
    .toBeGreaterThan(295)
  // Text above may have grown by a part of a pixel, by which the browser moves on.
  const reached = await top()
  // A click of the mouse would bring the link into view first.
  await page.getByRole('link', { name: 'Access' }).last().dispatchEvent('click')
  await expect(page).toHaveURL('/account/access')
  await expect.poll(top).toBe(0)
  await page.goBack()
  await expect(page).toHaveURL('/account/profile')
  await expect.poll(async () => Math.abs((await top()) - reached)).toBeLessThanOrEqual(1)
})

test('every page can be enlarged, says its language, and has one heading in one main part', async ({
  page,
  portal,
}) => {
  await giveSession(page, portal, 'bo')
  for (const path of ['/dashboard', '/account/access', '/account/profile', '/tools/swipes/recent', '/error/404']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(page.getByRole('main')).toHaveCount(1)
    await expect(page.locator('html')).toHaveAttribute('lang', /^en/)
    const viewport = await page.locator('meta[name=viewport]').getAttribute('content')
    expect(viewport).not.toMatch(/maximum-scale|user-scalable/)
  }
})

test('what names a thing on the screen is words and never a key', async ({ page, portal }) => {
  await giveSession(page, portal, 'ada')
  for (const path of ['/dashboard', '/account/access', '/account/profile', '/tools/swipes/recent', '/manage/members']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await page.locator('body').innerText()).not.toMatch(/\b[a-z]+(?:[:.][a-z]+[A-Z]\w*|_(?:one|other|zero))\b/)
    expect(await page.title()).not.toMatch(/[a-z]:[a-z]/)
  }
})

/** The script a page has sent, in bytes as they travel, with Brotli: what a browser takes of this portal. */
const weighScript = async (page: Page) => {
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  await network.send('Network.setCacheDisabled', { cacheDisabled: true })
  const scripts = new Map<string, number>()
  network.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.set(requestId, 0)
  })
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) scripts.set(requestId, encodedDataLength)
  })
  return () => ({ files: scripts.size, bytes: [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0) })
}

test('the login page loads at most 117 kB of script over the network, in at most 5 files', async ({ page }) => {
  const weigh = await weighScript(page)
  await page.goto('/login', { waitUntil: 'networkidle' })
  await expect(page.getByLabel('Email')).toBeVisible()
  const { files, bytes } = weigh()
  expect(bytes).toBeGreaterThan(50_000)
  expect(bytes).toBeLessThanOrEqual(117_000)
  expect(files).toBeLessThanOrEqual(5)
})

/** Remembers when the first part of the page stood; what the page would send ahead of need, a while later, stays away. */
const watchStanding = (page: Page) =>
  page.addInitScript(() => {
    const later = window.setTimeout.bind(window)
    const never = 2 ** 30
    window.setTimeout = ((work: () => void, ms = 0) => later(work, ms < 1000 ? ms : never)) as typeof setTimeout // is called in no other way here
    const watcher = new MutationObserver(() => {
      if (!document.querySelector('main h2')) return
      performance.mark('stands')
      watcher.disconnect()
    })
    watcher.observe(document, { childList: true, subtree: true })
  })

test('the dashboard stands after at most 200 kB of script over the network, in at most 15 files, all named by its first answer', async ({
  page,
  portal,
}) => {
  await logIn(page, portal, 'bo')
  await watchStanding(page)
  const answer = await page.goto('/dashboard', { waitUntil: 'commit' })
  const document = (await answer?.text()) ?? ''
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  const named = [...document.matchAll(/(?:src|href)="([^"]+\.js)"/g)].map(([, path = '']) => path)
  const loaded = await page.evaluate(() => {
    const [{ startTime: standsAt } = { startTime: 0 }] = performance.getEntriesByName('stands')
    return performance
      .getEntriesByType('resource')
      .filter((one) => one instanceof PerformanceResourceTiming)
      .map(({ name, encodedBodySize, responseEnd }) => ({
        path: new URL(name).pathname,
        bytes: encodedBodySize,
        isBefore: responseEnd <= standsAt,
      }))
      .filter(({ path, isBefore }) => path.endsWith('.js') && isBefore)
  })
  expect(named.length).toBeLessThanOrEqual(15)
  expect(loaded.map(({ path }) => path)).toEqual(expect.arrayContaining(named))
  expect(loaded.length).toBeLessThanOrEqual(15)
  const bytes = loaded.reduce((sum, one) => sum + one.bytes, 0)
  expect(bytes).toBeGreaterThan(100_000)
  expect(bytes).toBeLessThanOrEqual(200_000)
})

test('an administrator changes a setting by typing, and takes it back', async ({ page, portal }) => {
  await logIn(page, portal, 'ada')
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('searchbox').fill('postal address')
  const field = page.getByRole('textbox', { name: 'Postal address' })
  await field.fill('1 River Road')
  await expect(page.getByText('Saved')).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await page.getByRole('searchbox').fill('postal address')
  await expect(field).toHaveValue('1 River Road')
  await page.getByRole('button', { name: 'Postal address: reset to default' }).click()
  await expect(field).toHaveValue('')
})

for (const [screen, viewport] of [
  ['a phone', { width: 390, height: 844 }],
  ['a desk', { width: 1280, height: 800 }],
] as const)
  test(`demanding to sign in on site says first what stops, and does it only after the question, on ${screen}`, async ({
    page,
    portal,
  }) => {
    await page.setViewportSize(viewport)
    await giveSession(page, portal, 'ada')
    await page.goto('/manage/settings?text=sign in on site')
    const demand = page.getByRole('switch', { name: /^Sign in on site before cards work/ })
    await demand.click({ force: true })
    await expect(demand).not.toBeChecked()
    await demand.click({ force: true })
    const dialog = page.getByRole('dialog', { name: /^Stop cards/ })
    await expect(dialog).toContainText(/\d+ cards? stops? working on \d+ devices?/)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(demand).not.toBeChecked()
    await demand.click({ force: true })
    await dialog.getByRole('button', { name: 'Require signing in' }).click()
    await expect(demand).toBeChecked()
    await expect(page.getByText('Saved')).toBeVisible()
    await demand.click({ force: true })
    await expect(demand).not.toBeChecked()
  })

const logo = {
  name: 'logo.png',
  mimeType: 'image/png',
  // A red square.
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAGUlEQVQokWM4oKBAEmIY1aAwGkoHhmvSAAC6CAAQWmgMlwAAAABJRU5ErkJggg==',
    'base64',
  ),
}

test('a logo is looked at, saved, and then in the menu and in the head of mails; a fake one is refused with words', async ({
  page,
  portal,
}) => {
  await logIn(page, portal, 'ada')
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('searchbox').fill('site logo')
  const group = page.getByRole('group', { name: 'Site logo' })
  const file = group.locator('input[type=file]')
  await file.setInputFiles({ ...logo, name: 'huge.png', buffer: Buffer.alloc(5_100_000) })
  await expect(group).toContainText('“huge.png” is 5.1 MB. The limit is 5 MB.')
  await file.setInputFiles({ ...logo, buffer: Buffer.from('<svg onload="alert(1)"/>') })
  await group.getByRole('button', { name: 'Use this picture' }).click()
  await expect(group).toContainText('This isn’t a PNG, JPEG or WebP picture.')
  await expectAccessible(page)

  await file.setInputFiles(logo)
  await expect(group.getByRole('img', { name: 'Site logo as it will be' })).toBeVisible()
  await group.getByRole('button', { name: 'Use this picture' }).click()
  const now = group.getByRole('img', { name: 'Site logo now' })
  await expect(now).toHaveAttribute('src', /^\/(?:api\/)?images\/[0-9a-f]{32}\.png$/)
  const address = (await now.getAttribute('src')) ?? ''
  const brand = page.getByRole('navigation', { name: 'Main menu' }).locator('img')
  await expect(brand).toHaveAttribute('src', address)
  await expect(brand).toHaveCSS('max-height', '40px')
  await expect.poll(() => brand.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(16)
  await expectAccessible(page)

  // As a visitor who is not logged in.
  await fetch(`${portal.url}/api/password/reset/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'di@example.org' }),
  })
  const mail = await portal.mailbox.newest('di@example.org', /password/i)
  expect(mail.html).toContain(`${portal.url}${address}`)
  await page.getByRole('button', { name: 'Site logo: reset to default' }).click()
  await expect(brand).toHaveCount(0)
})

test('a card that is edited shows on the dashboard that another member has open', async ({ page, browser, portal }) => {
  const other = await browser.newContext({ baseURL: portal.url })
  const bo = await other.newPage()
  await logIn(bo, portal, 'bo')
  await expect(bo.getByRole('heading', { level: 1 })).toBeVisible()

  await logIn(page, portal, 'ada')
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('searchbox').fill('home page cards')
  await page.getByRole('group', { name: 'Home page cards' }).getByRole('button', { name: 'Add a card' }).click()
  const dialog = page.getByRole('dialog', { name: 'New card' })
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Open evening')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('An address such as').first()).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('textbox', { name: 'Address', exact: true }).fill('https://example.org/evening')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(bo.getByRole('link', { name: /Open evening/ })).toBeVisible()
  await page.getByRole('button', { name: 'Edit Open evening' }).click()
  const edited = page.getByRole('dialog', { name: 'Card' })
  await edited.getByRole('textbox', { name: 'Title' }).fill('Open day')
  await edited.getByRole('button', { name: 'Save' }).click()
  await expect(bo.getByRole('link', { name: /Open day/ })).toBeVisible()
  await other.close()
})

test('a chat is tested and hears of a swipe', async ({ page, portal }) => {
  const chat = await startChat()
  await logIn(page, portal, 'ada')
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('searchbox').fill('slack')
  const group = page.getByRole('group', { name: 'Slack webhook for doors' })
  await group.getByRole('button', { name: 'Enter Slack webhook for doors' }).click()
  await group.getByLabel('New value of Slack webhook for doors').fill('http://chat.example/hook')
  await group.getByRole('button', { name: 'Save' }).click()
  await expect(group).toContainText('The address of a webhook begins with https://.')
  await group.getByLabel('New value of Slack webhook for doors').fill(chat.url)
  await group.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Send a test post by Slack webhook for doors' }).click()
  await expect(page.getByText(/The last post arrived/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('switch', { name: 'Post to Slack' }).click()
  await expect(page.getByRole('switch', { name: 'Post to Slack' })).toBeChecked()
  await expect(page.getByText('Saved').first()).toBeVisible()
  expect(await portal.frontDoor.swipe('1002')).toMatchObject({ isAcknowledged: true })
  await expect.poll(() => chat.said()).toMatch(/Front door/)
  await page.getByRole('button', { name: 'Remove Slack webhook for doors' }).click()
  await group.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(group).toContainText('Not set')
  await chat.close()
})
