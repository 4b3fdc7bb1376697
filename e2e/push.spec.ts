import { createECDH, randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, giveSession, test } from './portal.ts'

test.use({ serviceWorkers: 'allow' })

/** A browser without a maker's service behind it: it gives out an address as others do. */
const withPush = async (page: Page) => {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  const subscription = {
    endpoint: 'https://push.invalid/subscription/1',
    keys: { p256dh: ecdh.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') },
  }
  await page.addInitScript((given) => {
    let current: object | null = null
    const made = {
      toJSON: () => given,
      unsubscribe: () => {
        current = null
        return Promise.resolve(true)
      },
    }
    Object.assign(PushManager.prototype, {
      subscribe: () => {
        current = made
        return Promise.resolve(made)
      },
      getSubscription: () => Promise.resolve(current),
    })
  }, subscription)
}

const card = (page: Page) => page.getByRole('region', { name: 'Notifications on your devices' })

test('a member turns on notifications on a device, chooses what of, tries them and turns them off', async ({
  page,
  portal,
}) => {
  await withPush(page)
  await page.context().grantPermissions(['notifications'])
  await giveSession(page, portal, 'bo')
  await page.goto('/account/profile')
  await expect(card(page).getByText('No device gets notifications yet.')).toBeVisible()
  await card(page).getByRole('button', { name: 'Turn on for this device' }).click()
  await expect(card(page).getByText('This device', { exact: true })).toBeVisible()
  await expect(card(page).getByText('Choose at least one; until then, nothing is sent.')).toBeVisible()
  await card(page).getByRole('switch', { name: 'My card is refused' }).click()
  await expect(card(page).getByText('Choose at least one')).toHaveCount(0)
  await card(page).getByRole('button', { name: 'Send a test' }).click()
  await expect(page.getByText('A test is on its way to your devices')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  await expect(card(page).getByRole('switch', { name: 'My card is refused' })).toBeChecked()
  await card(page)
    .getByRole('button', { name: /^Turn off notifications on / })
    .click()
  await expect(card(page).getByText('No device gets notifications yet.')).toBeVisible()
})

test('a browser that blocks notifications is told where to allow them', async ({ page, portal }) => {
  await withPush(page)
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'requestPermission', { value: () => Promise.resolve('denied') })
  })
  await giveSession(page, portal, 'cy')
  await page.goto('/account/profile')
  await card(page).getByRole('button', { name: 'Turn on for this device' }).click()
  await expect(card(page).getByText('This browser blocks notifications from the portal.')).toBeVisible()
  await expectAccessible(page)
})

test('an iPhone is told to add the portal to its home screen first', async ({ page, portal }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'PushManager')
    Object.defineProperty(navigator, 'userAgent', { value: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)' })
  })
  await giveSession(page, portal, 'cy')
  await page.goto('/account/profile')
  await expect(card(page).getByText('add the portal to the home screen first')).toBeVisible()
  await expect(card(page).getByRole('button', { name: 'Turn on for this device' })).toHaveCount(0)
})
