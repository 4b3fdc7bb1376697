import { beforeAll, afterAll, test, expect } from 'vitest'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'
import { changeSetting } from './settings.ts'

let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal({ hasFeatures: false })
})

afterAll(() => portal.close())

test("a new site has the specification's defaults", async () => {
  const config = await (await portal.as(null)).home.getConfig()
  expect(config).toMatchObject({
    loggedIn: false,
    general: { siteName: 'MemberMatters Portal', siteOwner: 'MemberMatters', siteLocaleCurrency: 'en-AU' },
    theme: { themePrimary: '#278ab0', themeToolbar: '#0461b1', themeAccent: '#189ab4', themeDark: '#313131' },
    features: {
      enableStripe: false,
      enableStatsPage: true,
      enableSiteSignIn: false,
      memberbucks_topup_options: [1000, 2000, 3000],
    },
    analyticsId: '',
  })
})

test('a setting that was changed shows at once, in this process and in another', async () => {
  const other = await portal.another()
  const [here, there] = [await portal.as(null), await other.as(null)]
  await Promise.all([here.home.getConfig(), there.home.getConfig()])
  await changeSetting(portal.ctx, { key: 'SITE_NAME', value: 'Riverbend Makers' })
  for (const api of [here, there]) {
    await expect.poll(async () => (await api.home.getConfig()).general.siteName).toBe('Riverbend Makers')
  }
  await other.close()
})

test('members are asked for a field where its setting says so', async () => {
  const api = await portal.as(null)
  expect((await api.home.getConfig()).features.signup.askedFields).toEqual([])
  await changeSetting(portal.ctx, { key: 'COLLECT_VEHICLE_REGISTRATION_PLATE', value: true })
  await expect
    .poll(async () => (await api.home.getConfig()).features.signup)
    .toMatchObject({ askedFields: ['vehicleRegistrationPlate'], collectVehicleRegistrationPlate: true })
})

test('the configuration costs no query while nothing changes', async () => {
  const api = await portal.as(null)
  await api.home.getConfig()
  let queries = 0
  const count = () => (queries += 1)
  portal.services.pool.on('acquire', count)
  await api.home.getConfig()
  portal.services.pool.off('acquire', count)
  expect(queries).toBe(0)
})

test('a broken value in the database counts as its default and breaks nothing', async () => {
  await portal.db
    .insertInto('settings')
    .values([
      { key: 'STRIPE_MEMBERBUCKS_TOPUP_OPTIONS', value: JSON.stringify('ten'), changed_at: new Date() },
      { key: 'STRIPE_SECRET_KEY', value: JSON.stringify({ secret: 'v1.nonsense' }), changed_at: new Date() },
      { key: 'A_SETTING_OF_OLD', value: JSON.stringify(1), changed_at: new Date() },
    ])
    .execute()
  await changeSetting(portal.ctx, { key: 'SITE_BANNER', value: 'Closed on Monday' })
  const api = await portal.as(null)
  await expect.poll(async () => (await api.home.getConfig()).features.siteBanner).toBe('Closed on Monday')
  expect((await api.home.getConfig()).features.memberbucks_topup_options).toEqual([1000, 2000, 3000])
})

test('a wrong value is refused with the name of the setting', async () => {
  const wrong = changeSetting(portal.ctx, { key: 'THEME_PRIMARY', value: 'blue' })
  await expect(wrong).rejects.toMatchObject({ code: 'badInput', facts: { fields: [{ field: 'THEME_PRIMARY' }] } })
  await expect(changeSetting(portal.ctx, { key: 'SITE_LOGO', value: 'javascript:alert(1)' })).rejects.toMatchObject({
    code: 'badInput',
  })
})

test('card payments stay off until both keys of Stripe are there', async () => {
  const isOn = async () => (await (await portal.as(null)).home.getConfig()).features.enableStripe
  await changeSetting(portal.ctx, { key: 'ENABLE_STRIPE', value: true })
  expect(await isOn()).toBe(false)
  await changeSetting(portal.ctx, { key: 'STRIPE_PUBLISHABLE_KEY', value: 'pk_test_1' })
  expect(await isOn()).toBe(false)
})

test('a secret is stored encrypted and leaves neither by the API nor by audit or log', async () => {
  const secret = 'sk_test_51Hsecret'
  await changeSetting(portal.ctx, { key: 'STRIPE_SECRET_KEY', value: secret })
  await changeSetting(portal.ctx, { key: 'STRIPE_PUBLISHABLE_KEY', value: 'pk_test_1' })
  await expect.poll(() => portal.services.settings.get('STRIPE_SECRET_KEY')).toBe(secret)
  const config = await (await portal.as(null)).home.getConfig()
  const stored = await portal.db.selectFrom('settings').selectAll().execute()
  const audit = await portal.db.selectFrom('audit_events').selectAll().execute()
  expect(JSON.stringify([config, stored, audit, portal.logLines])).not.toContain(secret)
  expect(config.features.enableStripe).toBe(true)
})

test('the audit can be added to and never changed', async () => {
  await expect(portal.runAsOwner("update audit_events set event = 'x.y'")).rejects.toThrow('append-only')
  await expect(portal.runAsOwner('delete from audit_events')).rejects.toThrow('append-only')
})
