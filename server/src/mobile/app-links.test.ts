import type { SettingKey, Settings } from '@spacekeeper/contract/index.ts'
import { keysOf } from '@spacekeeper/contract/keys-of.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

const read = (url: string) => portal.app.inject({ url })
const android = '/.well-known/assetlinks.json'
const apple = '/.well-known/apple-app-site-association'
const pairs = Array.from({ length: 32 }, () => 'ab')

const change = async (key: SettingKey, value: unknown) => {
  const { id } = await aMember(portal.db, { isAdmin: true })
  const admin = await portal.as(id)
  await admin.settings.update({ key, value })
}

const set = async (changes: Partial<Settings>) => {
  for (const key of keysOf(changes)) await change(key, changes[key])
}

test('without an app there is nothing to open links with', async () => {
  for (const url of [android, apple]) expect((await read(url)).statusCode).toBe(404)
})

test('phones read which apps open links to this portal', async () => {
  await set({
    MOBILE_APP_ANDROID_PACKAGE: 'org.example.portal',
    MOBILE_APP_ANDROID_FINGERPRINTS: pairs.join(':'),
    PUSH_APPLE_TEAM_ID: 'A1B2C3D4E5',
    PUSH_APPLE_BUNDLE_ID: 'org.example.portal',
  })
  await expect.poll(async () => (await read(android)).statusCode).toBe(200)
  expect((await read(android)).json()).toEqual([
    {
      relation: ['delegate_permission/common.handle_all_urls'],
      target: {
        namespace: 'android_app',
        package_name: 'org.example.portal',
        sha256_cert_fingerprints: [pairs.join(':').toUpperCase()],
      },
    },
  ])
  const { applinks } = (await read(apple)).json()
  expect(applinks.details[0].appIDs).toEqual(['A1B2C3D4E5.org.example.portal'])
  const paths = applinks.details[0].components.map((one: Record<string, string>) => one['/'])
  expect(paths).toContain('/profile/*')
  // Where other sites send members to log in, they come back in the same browser.
  expect(paths).not.toContain('/login*')
})

test('a fingerprint that is none is refused with a sentence at its field', async () => {
  await expect(change('MOBILE_APP_ANDROID_FINGERPRINTS', 'AB:CD')).rejects.toThrow(/32 pairs of hexadecimal digits/)
})

test('members are told where the app is once the space offers one', async () => {
  const { id } = await aMember(portal.db)
  const member = await portal.as(id)
  expect((await member.home.getConfig()).features.enableMobileApp).toBe(false)
  await set({ ENABLE_MOBILE_APP: true, MOBILE_APP_ANDROID_URL: 'https://store.example.org/portal' })
  await expect.poll(async () => (await member.home.getConfig()).features.enableMobileApp).toBe(true)
  const app = await member.mobile.getApp()
  expect(app).toMatchObject({ androidUrl: 'https://store.example.org/portal', iosUrl: null })
  expect(app.connectAddress).toMatch(/^spacekeeper:\/\/connect\?portal=http/)
})
