import type { CDPSession, Page } from '@playwright/test'
import { TOTP, Secret } from 'otpauth'
import { freePort } from '../server/src/platform/http/free-port.ts'
import { type Mailbox, startMailbox } from './mailbox.ts'
import { test as base, expect, expectAccessible, giveSession, password, startPortalProcess } from './portal.ts'

// Passkeys work at an address with https, or at this one.
type LocalPortal = {
  url: string
  members: Record<string, number>
  mailbox: Mailbox | null
  stop: () => Promise<void>
  goOn: (minutes: number) => Promise<unknown>
}

const local: LocalPortal = {
  url: '',
  members: {},
  mailbox: null,
  stop: async () => undefined,
  goOn: async () => undefined,
}

// oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs off its first parameter
const test = base.extend({ baseURL: async ({}, use) => use(local.url) })

test.beforeAll(async () => {
  const [port, mailbox] = [await freePort(), await startMailbox()]
  local.url = `http://localhost:${port}`
  const env = { PORT: String(port), SITE_URL: local.url, SMTP_URL: mailbox.url, E2E_PASSWORD: password }
  const { stop, goOn, seeded } = await startPortalProcess(env)
  Object.assign(local, { mailbox, stop, goOn, members: seeded.members })
})

test.afterAll(async () => {
  await local.stop()
  await local.mailbox?.close()
})

/** An authenticator in the browser, such as the one of a laptop with a fingerprint. */
const addAuthenticator = async (page: Page): Promise<CDPSession> => {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      defaultBackupEligibility: true,
      defaultBackupState: true,
    },
  })
  return session
}

const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate()

test('a member adds a passkey, keeps the recovery codes and logs in with it, without email and password', async ({
  page,
}) => {
  await addAuthenticator(page)
  await giveSession(page, { password }, 'bo')
  await page.goto('/account/profile')
  await page.getByRole('link', { name: 'Login and security' }).click()
  await expect(page.getByText('No passkey yet.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByLabel('Name').fill('Bo’s laptop')
  await dialog.getByRole('button', { name: 'Add a passkey' }).click()
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' })
  await expect(codes.getByText(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}/)).toBeVisible()
  await expectAccessible(page)
  await codes.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(page.getByText('Bo’s laptop')).toBeVisible()
  await expect(page.getByText('10 codes left.')).toBeVisible()

  await page.goto('/logout')
  await expect(page.getByRole('heading', { name: 'You are logged out' })).toBeVisible()
  await page.goto('/login')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.waitForURL('**/dashboard')
  await page.goto('/account/security')
  await expect(page.getByRole('region', { name: 'Your logins' }).getByText('Passkey', { exact: true })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Remove my password' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove my password' }).click()
  await expect(page.getByText('You have no password and log in with your passkeys.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove Bo’s laptop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove passkey' }).click()
  await expect(page.getByText(/This passkey is your only way to log in/)).toBeVisible()
})

test('a member turns on codes, and the next login asks for one', async ({ page }) => {
  await giveSession(page, { password }, 'cy')
  await page.goto('/account/security')
  await page.getByRole('button', { name: 'Turn on codes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Authenticator app' })
  const secret = (await dialog.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? ''
  await expectAccessible(page)
  await dialog.getByRole('textbox', { name: 'Code' }).fill('000000')
  await dialog.getByRole('button', { name: 'Turn on codes' }).click()
  await expect(dialog.getByText(/That code isn’t right/)).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret))
  await dialog.getByRole('button', { name: 'Turn on codes' }).click()
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' })
  const [recovery = ''] = ((await codes.getByText(/^[a-z2-9]{4}-/).textContent()) ?? '').split('\n')
  await codes.getByRole('button', { name: 'I’ve saved them' }).click()

  await page.goto('/logout')
  await expect(page.getByRole('heading', { name: 'You are logged out' })).toBeVisible()
  await page.goto('/login')
  await page.getByLabel('Email').fill('cy@example.org')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Code' })).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Code' }).fill('123123')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByText(/That code isn’t right/)).toBeVisible()
  await page.getByRole('textbox', { name: 'Code' }).fill(recovery)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL('**/dashboard')
  const mail = await local.mailbox?.newest('cy@example.org', /The way you log in was changed/)
  expect(mail?.text).toBeTruthy()
})

test('an administrator is asked who they are before something dangerous, and then it is done', async ({ page }) => {
  await giveSession(page, { password }, 'ada')
  await page.goto(`/manage/members/${local.members['cy']}`)
  await page.getByRole('switch', { name: 'Administrator' }).click()
  await local.goOn(11)
  const question = page.getByRole('dialog')
  await question.getByRole('button', { name: 'Make administrator' }).click()
  const proof = page.getByRole('dialog', { name: 'Is it you?' })
  await expect(proof).toBeVisible()
  await expectAccessible(page)
  await proof.getByLabel('Your password').fill('not the password')
  await proof.getByRole('button', { name: 'Confirm' }).click()
  await expect(proof.getByText('That isn’t your password.')).toBeVisible()
  await proof.getByLabel('Your password').fill(password)
  await proof.getByRole('button', { name: 'Confirm' }).click()
  await expect(proof).toBeHidden()
  await expect(page.getByRole('switch', { name: 'Administrator' })).toBeChecked()
})
