import type { Page } from '@playwright/test'
import { expect, expectAccessible, giveSession, logIn, logInByForm, startPortalProcess, test } from './portal.ts'

const linkIn = (text: string) => /https?:\/\/\S+\/profile\/\S+/.exec(text)?.[0] ?? 'no link in the mail'

type Person = { email: string; screenName: string; password: string }

const fillPerson = async (page: Page, input: Person) => {
  await page.getByLabel('Email').fill(input.email)
  await page.getByLabel('First name').fill('Gil')
  await page.getByLabel('Last name').fill('Ferrer')
  await page.getByLabel('Screen name').fill(input.screenName)
  await page.getByLabel('Mobile number').fill('0400 123 456')
  await page.getByLabel('Password', { exact: true }).or(page.getByLabel('Password *')).first().fill(input.password)
}

const register = async (page: Page, input: Person) => {
  await page.goto('/register')
  await fillPerson(page, input)
  await page.getByRole('button', { name: 'Create an account' }).click()
}

test('a visitor registers, and opens the link in the mail', async ({ page, portal }) => {
  await page.goto('/')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(page.getByRole('button', { name: 'Create an account' })).toBeVisible()
  await expectAccessible(page)
  await register(page, { email: 'jo@example.org', screenName: 'jo', password: 'window-otter-51' })
  await expect(page).toHaveURL(/registersuccess/)
  await expectAccessible(page)

  const { text } = await portal.mailbox.newest('jo@example.org', /./)
  await page.goto(linkIn(text))
  await expect(page.getByText('Your email is confirmed')).toBeVisible()
  await page.waitForURL('**/dashboard')
  await expect(page.getByText('Your membership has not started yet')).toBeVisible()
  await expectAccessible(page)

  await page.goto('/logout')
  await expect(page).toHaveURL(/login/)
})

test('a link that has expired says so, and the one mailed in its place confirms the address', async ({
  page,
  portal,
}) => {
  await register(page, { email: 'hal@example.org', screenName: 'hal', password: 'window-otter-53' })
  await expect(page).toHaveURL(/registersuccess/)
  const first = linkIn((await portal.mailbox.newest('hal@example.org', /./)).text)
  await portal.expireLinks()
  await page.goto(first)
  await expect(page.getByText('This link has expired')).toBeVisible()
  await expect(page.getByText('We just sent you a new link. It expires in 24 hours.')).toBeVisible()
  await expectAccessible(page)
  await expect.poll(async () => linkIn((await portal.mailbox.newest('hal@example.org', /./)).text)).not.toBe(first)
  await page.goto(linkIn((await portal.mailbox.newest('hal@example.org', /./)).text))
  await expect(page.getByText('Your email is confirmed')).toBeVisible()
  await page.goto('/profile/email/no-such-link/verify')
  await expect(page.getByText(/^It was already used, or it’s incomplete/)).toBeVisible()
  await expectAccessible(page)
})

test('the first start makes the first administrator, who reads in the outbox what no mail server sends', async ({
  page,
  browser,
}) => {
  const fresh = await startPortalProcess({ E2E_EMPTY: 'true' })
  const link = fresh.seeded.setupLink ?? 'no link'
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Create the first administrator' })).toBeVisible()
  await expectAccessible(page)
  await fillPerson(page, { email: 'root@example.org', screenName: 'root', password: 'window-otter-54' })
  await page.getByRole('button', { name: 'Create administrator' }).click()
  await expect(page.getByText('Your portal is ready')).toBeVisible()
  await page.waitForURL('**/dashboard')

  const elsewhere = await browser.newContext({ baseURL: fresh.url })
  const newcomer = await elsewhere.newPage()
  await register(newcomer, { email: 'ivy@example.org', screenName: 'ivy', password: 'window-otter-55' })
  await expect(newcomer).toHaveURL(/registersuccess/)

  await page.getByRole('link', { name: 'Messages' }).click()
  await expect(page.getByText(/^Emails are kept here/)).toBeVisible()
  await page.getByText('ivy@example.org').first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Plain text', { exact: true }).click()
  await expect(dialog).toContainText('/profile/email/')
  await expectAccessible(page)
  await newcomer.goto(linkIn(await dialog.innerText()))
  await expect(newcomer.getByText('Your email is confirmed')).toBeVisible()
  await newcomer.goto(link)
  await expect(newcomer.getByText('This link can’t be used')).toBeVisible()
  await expectAccessible(newcomer)
  await elsewhere.close()
  await fresh.stop()
})

test('a taken address, a leaked password and a short one are refused beside their fields, and nothing typed is lost', async ({
  page,
}) => {
  await register(page, { email: 'bo@example.org', screenName: 'someone', password: 'window-otter-52' })
  await expect(page.getByText('This email is already used.')).toBeVisible()
  await expect(page.getByLabel('First name')).toHaveValue('Gil')
  await register(page, { email: 'hal@example.org', screenName: 'hal', password: 'password1' })
  await expect(page.getByText(/has appeared in data leaks/)).toBeVisible()
  await register(page, { email: 'hal@example.org', screenName: 'hal', password: 'short' })
  await expect(page.getByText(/at least 8 characters/i).first()).toBeVisible()
  await expectAccessible(page)
})

test('the field that has the focus is told from the others, also when all of them are wrong', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Log in' }).click()
  const email = page.getByLabel('Email')
  const password = page.getByLabel('Password', { exact: true })
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await expect(email).toBeFocused()
  // The box around a password is what is drawn as its field.
  const rings = () =>
    Promise.all(
      [email, password.locator('..')].map((field) => field.evaluate((box) => getComputedStyle(box).outlineStyle)),
    )
  expect(await rings()).toEqual(['solid', 'none'])
  await page.keyboard.press('Tab')
  await expect(password).toBeFocused()
  expect(await rings()).toEqual(['none', 'solid'])
})

test('a wrong password is answered in the words of the specification, and the right one leads where one was going', async ({
  page,
  portal,
}) => {
  await page.goto('/tools/swipes/recent')
  await expect(page).toHaveURL(/\/login\?.*nextUrl=/)
  await page.getByLabel('Email').fill('bo@example.org')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('Your username or password was incorrect.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('bo@example.org')
  await expectAccessible(page)
  await page.getByLabel('Password', { exact: true }).fill(portal.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL('**/tools/swipes/recent')
})

test('with the keyboard alone the login goes from one field to the next, past an error that appears', async ({
  page,
}) => {
  await page.goto('/login')
  await page.getByLabel('Email').focus()
  await page.keyboard.type('bo')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.keyboard.type('box@example.org')
  await page.keyboard.press('Tab')
  await page.keyboard.type('wrong-password')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('box@example.org')
})

test('no link leads from the login to another site', async ({ page, portal }) => {
  for (const next of ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
    await page.goto(`/login?${new URLSearchParams({ next, nextUrl: next })}`)
    await page.getByLabel('Email').fill('bo@example.org')
    await page.getByLabel('Password', { exact: true }).fill(portal.password)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.waitForURL('**/dashboard')
    await page.context().clearCookies()
  }
})

test('a forgotten password is replaced with the link from the mail, and the old one works no more', async ({
  page,
  portal,
}) => {
  await page.goto('/login')
  await page.getByRole('button', { name: /Forgot your password/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill('fay@example.org')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Send link' }).press('Enter')
  await expect(dialog.getByText(/sent a link/)).toBeVisible()
  const link = linkIn((await portal.mailbox.newest('fay@example.org', /password/i)).text)

  await page.goto(link)
  await page
    .getByLabel(/New password/)
    .first()
    .fill('kettle-marble-7')
  await page.getByLabel('New password again').fill('kettle-marble-8')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText("Sorry, but your passwords don't match.")).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('New password again').fill('kettle-marble-7')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText('Your password is changed.')).toBeVisible()
  await page.waitForURL('**/login')

  await page.goto(link)
  await expect(page.getByText('Your password reset link is invalid.')).toBeVisible()
  await expectAccessible(page)
  await logInByForm(page, { ...portal, password: 'kettle-marble-7' }, 'fay')
})

test('a session that ends elsewhere asks to log in again', async ({ page, portal }) => {
  await logInByForm(page, portal, 'bo')
  await page.context().clearCookies({ name: 'sessionid' })
  // The page may hear of it before the press.
  await page
    .getByRole('button', { name: 'Sign in on site' })
    .click({ timeout: 2000 })
    .catch(() => {})
  await expect(page.getByLabel('Email')).toBeVisible()
})

/** Holds an answer back until the page has been told with its old session that this one is over. */
const answerLate = async (page: Page, address: RegExp) => {
  const isTold = page.waitForResponse((told) => told.url().endsWith('/api/profile/') && told.status() === 401)
  await page.route(address, async (route) => {
    const request = route.request()
    if (request.method() === 'GET') return route.continue()
    const [headers, body] = [await request.allHeaders(), request.postData()]
    // Beside the browser, whose cookies stay as they are until it gets the answer.
    const answer = await fetch(request.url(), { method: request.method(), headers: plainHeaders(headers), body })
    await isTold
    const cookies = answer.headers.getSetCookie().join('\n')
    await route.fulfill({
      status: answer.status,
      headers: { 'content-type': answer.headers.get('content-type') ?? 'text/plain', 'set-cookie': cookies },
      body: await answer.text(),
    })
  })
}

const plainHeaders = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !/^(?::|host$|connection$|content-length$)/.test(name)))

test('logging out ends on its own page, also when the page hears of it before the answer', async ({ page, portal }) => {
  await logIn(page, portal, 'gil')
  await answerLate(page, /\/api\/logout\//)
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { name: 'You are logged out' })).toBeVisible()
})

test('the link of a changed email says so to a member who is logged in, whatever the old session hears', async ({
  page,
  portal,
}) => {
  await giveSession(page, portal, 'gil')
  await page.goto('/account/profile')
  await page.getByRole('button', { name: 'Change email' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('New email').fill('gil.new@example.org')
  await dialog.getByLabel('Password', { exact: false }).first().fill(portal.password)
  await dialog.getByRole('button', { name: /link/i }).click()
  await expect(dialog).toHaveCount(0)
  const link = linkIn((await portal.mailbox.newest('gil.new@example.org', /./)).text)
  await answerLate(page, /\/api\/email\/.*\/verify\//)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Your email is changed' })).toBeVisible()
  await expect(page.getByText(/gil\.new@example\.org/)).toBeVisible()
  await expectAccessible(page)
})

test('a session that is ended on another device says why over the page, knows the email, and keeps what was typed', async ({
  page,
  browser,
  portal,
}) => {
  // A member without sessions of the journeys before.
  await giveSession(page, portal, 'ada')
  await page.goto('/tools/swipes/recent')
  await page.getByRole('searchbox').fill('wood')
  const elsewhere = await (await browser.newContext({ baseURL: portal.url })).newPage()
  await giveSession(elsewhere, portal, 'ada')
  await elsewhere.goto('/account/profile')
  await elsewhere
    .getByRole('button', { name: /^Log out .*Chrome/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Please log in again' })
  await expect(dialog.getByText(/logged out from another device/)).toBeVisible()
  await expect(dialog.getByLabel('Email')).toHaveValue('ada@example.org')
  await expectAccessible(page)
  await dialog.getByLabel('Password', { exact: true }).fill(portal.password)
  await dialog.getByRole('button', { name: 'Log in' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('searchbox')).toHaveValue('wood')
  await elsewhere.context().close()
})
