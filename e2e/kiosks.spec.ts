import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { startCardReader } from '@spacekeeper/simulators/card-reader.ts'
import { expect, expectAccessible, giveSession, test, type JourneyPortal } from './portal.ts'

const size = { width: 1024, height: 768 }

/** A screen that staff authorise by its code, with a reader beside it. */
const openKiosk = async (
  browser: Browser,
  portal: JourneyPortal,
  name: string,
  options: BrowserContextOptions = {},
) => {
  const reader = await startCardReader({ isTalkative: true })
  const context = await browser.newContext({ baseURL: portal.url, viewport: size, ...options })
  const screen = await context.newPage()
  const staff = await (await browser.newContext({ baseURL: portal.url })).newPage()
  await screen.goto('/kiosk')
  const code = await screen.getByLabel('Code of this screen').textContent()
  await expectAccessible(screen)
  await giveSession(staff, portal, 'ada')
  await staff.goto('/manage/kiosks')
  const row = staff.getByRole('listitem').filter({ hasText: `Code ${code}` })
  await row.getByRole('button', { name: 'Authorise' }).click()
  await staff.getByLabel('Name').fill(name)
  await expectAccessible(staff)
  await staff.getByRole('dialog').getByRole('button', { name: 'Authorise' }).click()
  await expect(staff.getByText(`${name} is a kiosk now`)).toBeVisible()
  await expect(screen.getByRole('heading', { name: 'Card reader not connected' })).toBeVisible()
  await useReader(screen, { portal, url: reader.url })
  return { screen, staff, reader }
}

const useReader = async (screen: Page, { portal, url }: { portal: JourneyPortal; url: string }) => {
  await screen.getByRole('button', { name: 'Kiosk settings' }).click()
  await screen.getByLabel('Email').fill('bo@example.org')
  await screen.getByLabel('Password', { exact: true }).fill(portal.password)
  await screen.getByRole('button', { name: 'Unlock' }).click()
  await expect(screen.getByText('You do not have permission')).toBeVisible()
  await screen.getByLabel('Email').fill('ada@example.org')
  await screen.getByRole('button', { name: 'Unlock' }).click()
  await screen.getByLabel('Reader URL').fill('cardreader')
  await expect(screen.getByText('begins with ws://')).toBeVisible()
  await screen.getByLabel('Reader URL').fill(url)
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect(screen.getByText('Connected', { exact: true })).toBeVisible()
  await expectAccessible(screen)
  await screen
    .getByRole('contentinfo')
    .or(screen.getByRole('dialog'))
    .getByRole('button', { name: 'Close' })
    .last()
    .click()
  await expect(screen.getByRole('heading', { name: 'Hold your card to the reader' })).toBeVisible()
}

/** A small computer sets its clock as soon as it finds the time. */
const setClock = (screen: Page, hours: number) =>
  screen.evaluate((ms) => {
    const now = () => RealDate.now() + ms
    const RealDate = Date
    globalThis.Date = new Proxy(RealDate, {
      construct: (date, given, self) => Reflect.construct(date, given.length > 0 ? given : [now()], self),
      get: (date, key) => (key === 'now' ? now : Reflect.get(date, key)),
    })
  }, hours * 3_600_000)

test('a screen becomes a kiosk, members sign in on site there, and no member stays logged in', async ({
  browser,
  portal,
}) => {
  const { screen, staff, reader } = await openKiosk(browser, portal, 'Foyer')
  await expectAccessible(screen)
  expect(reader.state().greetings).toHaveLength(1)

  reader.swipe('9999')
  await expect(screen.getByText('We don’t know this card. Ask staff.')).toBeVisible()
  reader.say('')

  reader.swipe('1002')
  await expect(screen.getByRole('heading', { level: 1, name: /^Good .*bo$/ })).toBeVisible()
  await expectAccessible(screen)
  await screen.getByRole('button', { name: 'One guest more' }).click()
  await screen.getByRole('button', { name: 'Sign in on site' }).click()
  await expect(screen.getByText('with 1 guest')).toBeVisible()
  await screen.getByRole('link', { name: /Access/ }).click()
  await expect(screen.getByRole('heading', { level: 1, name: /access/i })).toBeVisible()
  await expectAccessible(screen)
  await screen.goto('/account/profile')
  await expect(screen.getByRole('button', { name: 'Sign out' })).toBeVisible()
  await screen.getByRole('button', { name: 'Sign out' }).click()
  await expect(screen.getByRole('heading', { name: 'You’re signed out. See you soon' })).toBeVisible()
  await expect(screen.getByRole('heading', { name: 'Hold your card to the reader' })).toBeVisible()

  reader.swipe('1002')
  const logOut = screen.getByRole('button', { name: /^Log out/ })
  await expect(logOut).toBeVisible()
  await setClock(screen, 2)
  await expect(logOut).toContainText('in 1')
  await setClock(screen, -3)
  await expect(screen.getByRole('heading', { name: 'Hold your card to the reader' })).toBeVisible()

  reader.swipe('1002')
  await expect(screen.getByRole('button', { name: /^Log out/ })).toBeVisible()
  await staff.getByRole('button', { name: 'Actions for Foyer' }).click()
  await expectAccessible(staff)
  await staff.getByRole('menuitem', { name: 'Revoke' }).click()
  await staff.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(staff.getByText('Members can no longer log in at Foyer')).toBeVisible()
  await screen.reload()
  await screen.goto('/kiosk')
  await expect(screen.getByRole('heading', { name: 'Set up this kiosk' })).toBeVisible()
  await reader.close()
})

test('a kiosk is left at once though the portal does not answer, and shows no member who left after a reload', async ({
  browser,
  portal,
}) => {
  const { screen, reader } = await openKiosk(browser, portal, 'Store')
  reader.swipe('1002')
  await expect(screen.getByRole('heading', { level: 1, name: /^Good .*bo$/ })).toBeVisible()
  await screen.reload()
  await expect(screen.getByRole('heading', { level: 1, name: /^Good .*bo$/ })).toBeVisible()
  await screen.route('**/api/logout/', () => new Promise(() => {}))
  await screen.getByRole('button', { name: /^Log out/ }).click()
  await expect(screen.getByRole('heading', { name: 'Hold your card to the reader' })).toBeVisible()
  expect((await screen.request.get('/api/profile/')).status()).toBe(200)
  await screen.goto('/dashboard')
  await expect(screen.getByRole('heading', { name: 'Hold your card to the reader' })).toBeVisible()
  await screen.unrouteAll({ behavior: 'ignoreErrors' })
  await screen.reload()
  await expect.poll(async () => (await screen.request.get('/api/profile/')).status()).toBe(401)
  await expect(screen.getByRole('heading', { name: 'Hold your card to the reader' })).toBeVisible()
  // The next member is not held up by the one before.
  reader.swipe('1002')
  await expect(screen.getByRole('heading', { level: 1, name: /^Good .*bo$/ })).toBeVisible()
  await reader.close()
})

test('a PIN goes with the card, and the numbers can be typed', async ({ browser, portal }) => {
  const { screen, reader } = await openKiosk(browser, portal, 'Workshop')
  const bo = await (await browser.newContext({ baseURL: portal.url })).newPage()
  await giveSession(bo, portal, 'bo')
  await bo.goto('/account/profile')
  await bo.getByRole('button', { name: 'Set a PIN' }).click()
  await bo.getByLabel('PIN', { exact: true }).fill('1234')
  await bo.getByLabel('Your password').fill(portal.password)
  await bo.getByRole('dialog').getByRole('button', { name: 'Set a PIN' }).click()
  await expect(bo.getByText('too easy to guess')).toBeVisible()
  await bo.getByLabel('PIN', { exact: true }).fill('4831')
  await bo.getByRole('dialog').getByRole('button', { name: 'Set a PIN' }).click()
  await expect(bo.getByText('PIN set', { exact: true })).toBeVisible()

  const tap = async (digits: string) => {
    for (const digit of digits) await screen.getByRole('button', { name: digit, exact: true }).click()
  }
  reader.swipe('1002')
  await expect(screen.getByRole('dialog', { name: 'Type your PIN' })).toBeVisible()
  await expectAccessible(screen)
  await tap('9182')
  await screen.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(screen.getByText('That’s not right')).toBeVisible()
  await tap('4831')
  await screen.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(screen.getByRole('heading', { level: 1, name: /^Good .*bo$/ })).toBeVisible()
  await screen.getByRole('button', { name: /^Log out/ }).click()

  await screen.getByRole('button', { name: 'Log in without a card' }).click()
  await expect(screen.getByLabel('Email')).toBeFocused()
  await expectAccessible(screen)
  await screen.getByRole('button', { name: /^I have a PIN/ }).click()
  await tap('1002')
  await screen.getByRole('button', { name: 'Next' }).click()
  await tap('4831')
  await screen.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(screen.getByRole('heading', { level: 1, name: /^Good .*bo$/ })).toBeVisible()
  await screen.getByRole('button', { name: /^Log out/ }).click()

  await expect(screen.getByRole('heading', { name: 'Hold your card to the reader' })).toBeVisible()
  // Staff are ordinary members here, and type their password.
  reader.swipe('1001')
  await screen.getByLabel('Password', { exact: true }).fill(portal.password)
  await screen.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(screen.getByRole('heading', { level: 1, name: /^Good .*ada$/ })).toBeVisible()
  await screen.goto('/manage/kiosks')
  await expect(screen.getByRole('heading', { level: 1, name: /^Good .*ada$/ })).toBeVisible()
  await reader.close()
})

test('a kiosk that is touched shows keys, and nothing on it is too small for a finger', async ({ browser, portal }) => {
  const touch = { hasTouch: true, reducedMotion: 'reduce' } as const // the literal is wanted
  const { screen, reader } = await openKiosk(browser, portal, 'Entrance', touch)
  const keys = screen.getByRole('region', { name: 'On-screen keyboard' })
  const type = async (text: string) => {
    for (const key of text) await keys.getByRole('button', { name: key, exact: true }).tap()
  }
  await screen.getByRole('button', { name: 'Log in without a card' }).tap()
  await type('di@example.org')
  await expectAccessible(screen)
  await keys.getByRole('button', { name: 'Next' }).tap()
  const [letters = '', digits = ''] = portal.password.split(/(?=-\d)/)
  await type(letters)
  await keys.getByRole('button', { name: '123' }).tap()
  await type(digits)
  await keys.getByRole('button', { name: 'Done' }).tap()
  await expect(screen.getByRole('heading', { level: 1, name: /^Good / })).toBeVisible()
  await expect(screen.getByText('To get started, ask someone on site.')).toBeVisible()
  await expect(keys).toHaveCount(0)
  await screen.getByRole('link', { name: /^Access/ }).tap()
  await expect(screen.getByRole('heading', { level: 1, name: 'Access' })).toBeVisible()
  const small = await screen.evaluate(() =>
    Array.from(document.querySelectorAll('main button, header :is(a, button)'), (one) => one.getBoundingClientRect())
      .filter(({ height }) => height < 64)
      .map(({ height }) => height),
  )
  expect(small).toEqual([])
  await expectAccessible(screen)
  await reader.close()
})
