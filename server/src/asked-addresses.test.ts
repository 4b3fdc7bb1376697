import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from './client.testing.ts'
import { aDoor } from './doors/factory.ts'
import { aMember } from './members/factory.ts'
import { aSite } from './openid/site.testing.ts'
import { startTestPortal, type TestPortal } from './portal.testing.ts'

let portal: TestPortal

let staff: TestClient

let deviceId: number

const never = 'The portal never connects to this address.'

beforeAll(async () => {
  portal = await startTestPortal()
  staff = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
  deviceId = (await aDoor(portal.db)).id
})
afterAll(() => portal.close())

const metadata = 'https://169.254.169.254/latest/'

const relay = (address: string) =>
  staff.drivers.set({ deviceId, settings: { driver: 'shelly', address, output: 1, openSeconds: 5 } })

const setting = (key: string, value: unknown) => staff.settings.update({ key, value })

const site = (backchannelUri: string) => staff.openid.createSite(aSite({ name: backchannelUri, backchannelUri }))

const broker = {
  driver: 'mqtt',
  address: 'mqtt://169.254.169.254',
  commandTopic: 'a/set',
  stateTopic: 'a',
} as const

const provider = {
  name: 'Elsewhere',
  issuer: 'https://169.254.169.254',
  clientId: 'a',
  secret: 'b',
  scopes: 'openid',
  allowsPrivate: true,
  mayRegister: false,
  isOn: true,
}

const entries: [what: string, field: string, words: string, enter: () => Promise<unknown>][] = [
  ['the player of themes', 'THEME_SWIPE_URL', never, () => setting('THEME_SWIPE_URL', 'http://169.254.169.254/{}')],
  ['Vikunja', 'VIKUNJA_API_URL', never, () => setting('VIKUNJA_API_URL', metadata)],
  ['Trello', 'TRELLO_API_URL', never, () => setting('TRELLO_API_URL', metadata)],
  ['Moodle', 'MOODLE_API_BASE_URL', never, () => setting('MOODLE_API_BASE_URL', metadata)],
  ['Canvas', 'CANVAS_API_BASE_URL', never, () => setting('CANVAS_API_BASE_URL', 'https://[fe80::1]')],
  ['a webcam', 'WEBCAM_PAGE_URLS', never, () => setting('WEBCAM_PAGE_URLS', [['Yard', metadata]])],
  ['a chat', 'DISCORD_DOOR_WEBHOOK', never, () => setting('DISCORD_DOOR_WEBHOOK', metadata)],
  ['a relay', 'address', never, () => relay('http://[::ffff:169.254.169.254]')],
  ['a broker', 'address', never, () => staff.drivers.set({ deviceId, settings: broker })],
  ['a site that is told of logouts', 'backchannelUri', never, () => site(metadata)],
  ['such a site without TLS', 'backchannelUri', 'Begin with https://', () => site('http://wiki.example.org/logout')],
  ['such a site in a private network', 'backchannelUri', 'private network', () => site('https://10.0.0.5/logout')],
  [
    'a receiver of webhooks',
    'address',
    never,
    () => staff.webhooks.create({ name: 'a', address: metadata, kinds: ['access'], hasNames: false }),
  ],
  ['a provider', 'issuer', never, () => staff.auth.createProvider(provider)],
]

test.each(entries)(
  'an address that is never asked is refused when it is entered for %s',
  async (_what, field, words, enter) => {
    await expect(enter()).rejects.toMatchObject({
      status: 400,
      body: { fields: [{ field, message: expect.stringContaining(words) }] },
    })
  },
)

test('what stands in the network of the space is taken', async () => {
  await setting('THEME_SWIPE_URL', 'http://10.0.0.5/play/{}')
  await setting('VIKUNJA_API_URL', 'http://192.168.1.5:3456')
  await setting('WEBCAM_PAGE_URLS', [['Yard', 'http://192.168.1.20/snapshot.jpg']])
  await relay('http://192.168.1.21')
  await setting('OPENID_PRIVATE_HOSTS', 'wiki.lan 10.0.0.5')
  await site('http://wiki.lan/logout')
  await expect(site('http://10.0.0.5/logout')).resolves.toMatchObject({ secret: expect.any(String) })
})
