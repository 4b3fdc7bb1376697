import { beforeAll, afterAll, test, expect } from 'vitest'
import type { TestClient } from '../client.testing.ts'
import { aMember } from '../members/factory.ts'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'

let portal: TestPortal

let admin: TestClient

beforeAll(async () => {
  portal = await startTestPortal()
  const { id } = await aMember(portal.db, { isAdmin: true, firstName: 'Ada', lastName: 'Okafor' })
  admin = await portal.as(id)
})

afterAll(() => portal.close())

const described = async (key: string) => (await admin.settings.describe()).settings.find((one) => one.key === key)

test('every setting is listed with its value, and no secret is', async () => {
  const list = await admin.settings.list()
  expect(list).toContainEqual({ key: 'THEME_PRIMARY', value: '#278ab0' })
  expect(list.map(({ key }) => key)).not.toContain('STRIPE_SECRET_KEY')
  expect(await admin.settings.get({ key: 'REQUIRE_ACCESS_CARD' })).toEqual({
    key: 'REQUIRE_ACCESS_CARD',
    value: true,
  })
})

test('a changed setting says who changed it, and goes back to its default', async () => {
  expect(await admin.settings.update({ key: 'SITE_BANNER', value: 'Closed on Monday' })).toEqual({
    key: 'SITE_BANNER',
    value: 'Closed on Monday',
  })
  expect(await described('SITE_BANNER')).toMatchObject({
    value: 'Closed on Monday',
    isSet: true,
    changedBy: 'Ada Okafor',
    changedAt: expect.any(String),
  })
  await admin.settings.reset({ key: 'SITE_BANNER' })
  expect(await described('SITE_BANNER')).toMatchObject({ value: '', isSet: false, changedBy: 'Ada Okafor' })
  const { changes } = await admin.settings.listChanges({ key: 'SITE_BANNER' })
  expect(changes).toMatchObject([
    { isReset: true, value: null, by: 'Ada Okafor' },
    { isReset: false, value: 'Closed on Monday', by: 'Ada Okafor' },
  ])
})

test('saving the same value again leaves no trace', async () => {
  await admin.settings.update({ key: 'SITE_OWNER', value: 'Riverbend Inc.' })
  await admin.settings.update({ key: 'SITE_OWNER', value: 'Riverbend Inc.' })
  await admin.settings.reset({ key: 'SITE_OWNER' })
  await admin.settings.reset({ key: 'SITE_OWNER' })
  expect((await admin.settings.listChanges({ key: 'SITE_OWNER' })).changes).toHaveLength(2)
})

test('a secret is written and never read', async () => {
  expect(await admin.settings.update({ key: 'STRIPE_SECRET_KEY', value: 'sk_live_1' })).toEqual({
    key: 'STRIPE_SECRET_KEY',
    value: null,
  })
  expect(await described('STRIPE_SECRET_KEY')).toMatchObject({ value: null, isSet: true })
  await expect(admin.settings.get({ key: 'STRIPE_SECRET_KEY' })).rejects.toMatchObject({ code: 'notFound' })
  const everything = await Promise.all([
    admin.settings.describe(),
    admin.settings.list(),
    admin.settings.listChanges({ key: 'STRIPE_SECRET_KEY' }),
  ])
  expect(JSON.stringify(everything)).not.toContain('sk_live_1')
  await admin.settings.reset({ key: 'STRIPE_SECRET_KEY' })
  expect(await described('STRIPE_SECRET_KEY')).toMatchObject({ isSet: false })
})

test.each<[string, unknown, RegExp]>([
  ['SITE_NAME', '', /cannot be empty/],
  ['THEME_PRIMARY', 'blue', /six hexadecimal/],
  ['THEME_DARK', '#dddddd', /could not be read/],
  ['THEME_DARK', 'blue', /^A colour as six hexadecimal digits, such as #278ab0\.$/],
  ['WELCOME_EMAIL_CARDS', [{ title: '', description: '' }], /needs a title/],
  ['WELCOME_EMAIL_CARDS', '[]', /./],
  ['EMAIL_ADMIN', 'no-address', /email address/],
  ['SITE_LOGO', 'javascript:alert(1)', /An address such as/],
  ['SITE_LOGO', 'http://example.org/logo.png', /beginning with https/],
  ['SITE_FAVICON', '//example.org/icon.png', /beginning with https/],
  ['MENU_BACKGROUND', `https://example.org/${'x'.repeat(500)}`, /^Must be at most 500 characters\.$/],
  ['SITE_LOGO', `/api/images/${'x'.repeat(500)}`, /^Must be at most 500 characters\.$/],
  ['POST_INDUCTION_URL', `http://example.org/${'x'.repeat(500)}`, /^Must be at most 500 characters\.$/],
  ['HOME_PAGE_CARDS', [{ title: 'Bad', description: '', url: 'javascript:alert(1)' }], /An address such as/],
  ['HOME_PAGE_CARDS', [{ title: '', description: '' }], /needs a title/],
  ['ENABLE_WEBCAMS', 'yes', /./],
  ['ENABLE_WEBCAMS', undefined, /./],
])('%s is refused as %j, with the reason', async (key, value, reason) => {
  await expect(admin.settings.update({ key, value })).rejects.toMatchObject({
    code: 'badInput',
    body: { fields: [{ field: expect.stringMatching(/./), message: expect.stringMatching(reason) }] },
  })
})

test('a setting that does not exist is not found', async () => {
  await expect(admin.settings.update({ key: 'NO_SUCH', value: 1 })).rejects.toMatchObject({ code: 'notFound' })
  await expect(admin.settings.reset({ key: 'toString' })).rejects.toMatchObject({ code: 'notFound' })
  await expect(admin.settings.listChanges({ key: 'NO_SUCH' })).rejects.toMatchObject({ code: 'notFound' })
})

test('who may change settings changes no secret and nothing that runs in the browsers of others', async () => {
  const staff = await portal.as((await aMember(portal.db, { permissions: ['settings'] })).id)
  expect(await staff.settings.update({ key: 'SITE_OWNER', value: 'Ours' })).toMatchObject({ value: 'Ours' })
  for (const key of ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'GOOGLE_ANALYTICS_MEASUREMENT_ID']) {
    await expect(staff.settings.update({ key, value: 'G-1' })).rejects.toMatchObject({ code: 'notAllowed' })
    await expect(staff.settings.reset({ key })).rejects.toMatchObject({ code: 'notAllowed' })
  }
  await expect(staff.members.search({})).rejects.toMatchObject({ code: 'notAllowed' })
})
