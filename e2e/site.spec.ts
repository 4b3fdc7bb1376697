import { expect, expectAccessible, logIn, test } from './portal.ts'

test.use({ colorScheme: 'dark' })

test('in the dark scheme every screen keeps its contrast', async ({ page, portal }) => {
  await page.goto('/login')
  await expectAccessible(page)
  await logIn(page, portal, 'ada')
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

test('every page can be enlarged, says its language, and has one heading in one main part', async ({
  page,
  portal,
}) => {
  await logIn(page, portal, 'bo')
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
  await logIn(page, portal, 'ada')
  for (const path of ['/dashboard', '/account/access', '/account/profile', '/tools/swipes/recent', '/manage/members']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await page.locator('body').innerText()).not.toMatch(/\b[a-z]+(?:[:.][a-z]+[A-Z]\w*|_(?:one|other|zero))\b/)
    expect(await page.title()).not.toMatch(/[a-z]:[a-z]/)
  }
})

test('the login page loads at most 180 kB of script over the network', async ({ page }) => {
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  const scripts = new Set<string>()
  let bytes = 0
  network.on('Network.responseReceived', ({ requestId, type }) => type === 'Script' && scripts.add(requestId))
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength
  })
  await page.goto('/login', { waitUntil: 'networkidle' })
  await expect(page.getByLabel('Email')).toBeVisible()
  expect(scripts.size).toBeGreaterThan(3)
  expect(bytes).toBeGreaterThan(50_000)
  expect(bytes).toBeLessThanOrEqual(180_000)
})

test('an administrator changes a setting as he types, and takes it back', async ({ page, portal }) => {
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
  await page.getByRole('button', { name: 'Postal address: back to default' }).click()
  await expect(field).toHaveValue('')
})
