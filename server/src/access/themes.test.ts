import { once } from 'node:events'
import { type Server, createServer } from 'node:http'
import { beforeAll, beforeEach, afterEach, afterAll, expect, test } from 'vitest'
import { openBrowser } from '../auth/browser.testing.ts'
import { aDoor } from '../doors/factory.ts'
import { type DialledDevice, dialDevice } from '../gateway/dialled-device.testing.ts'
import { aMachine } from '../interlocks/factory.ts'
import { aKiosk } from '../kiosks/factory.ts'
import { aMember } from '../members/factory.ts'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'
import { changeSetting } from '../settings/settings.ts'
import { aGrant } from './factory.ts'
import { playTheme, addressOfTheme } from './themes.ts'

let portal: TestPortal

let url = ''

let player: Server

let address = ''

let played: string[] = []

/** Whether the player answers. */
let answers = true

let cards = 8000

const lines: DialledDevice[] = []

beforeAll(async () => {
  portal = await startTestPortal()
  url = await portal.listen()
  player = createServer((request, response) => {
    played.push(request.url ?? '')
    if (answers) response.end()
  })
  player.listen(0, '127.0.0.1')
  await once(player, 'listening')
  const bound = player.address()
  address = `http://127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}`
  await changeSetting(portal.ctx, { key: 'THEME_SWIPE_URL', value: `${address}/play/{}?by={}` })
  await changeSetting(portal.ctx, { key: 'ENABLE_THEME_SWIPE', value: true })
})

beforeEach(() => {
  played = []
  answers = true
})

afterEach(async () => {
  for (const line of lines.splice(0)) await line.close()
})

afterAll(async () => {
  player.closeAllConnections()
  player.close()
  await portal.close()
})

const aGuest = async (deviceId: number, screenName: string) => {
  const card = String((cards += 1))
  const { id } = await aMember(portal.db, { cards: [card], screenName })
  await aGrant(portal.db, { memberId: id, deviceId })
  return { id, card }
}

const connect = async (device: { id: number; serial: string; key: string }, kind: string) => {
  await portal.db.updateTable('devices').set({ plays_theme: true }).where('id', '=', device.id).execute()
  const line = await dialDevice(url, { path: `/ws/access/${kind}/${device.serial}`, key: device.key })
  lines.push(line)
  await line.settle()
  return line
}

const heard = async (...paths: string[]) => {
  await expect.poll(() => played).toEqual(paths)
}

test('a door that plays themes plays that of a member it let in, and none of one it refused', async () => {
  const door = await aDoor(portal.db)
  const { card } = await aGuest(door.id, 'Bo & the / Bees?')
  const line = await connect(door, 'door')
  line.send({ command: 'log_access_denied', card_id: card })
  expect(await line.next()).toMatchObject({ success: true })
  await line.settle()
  line.send({ command: 'log_access', card_id: card })
  expect(await line.next()).toMatchObject({ success: true })
  await heard('/play/Bo%20%26%20the%20%2F%20Bees%3F?by=Bo%20%26%20the%20%2F%20Bees%3F')
})

test('a machine plays one when it starts', async () => {
  const machine = await aMachine(portal.db)
  const { card } = await aGuest(machine.id, 'cy')
  const line = await connect(machine, 'interlock')
  line.send({ command: 'interlock_session_start', card_id: card })
  expect(await line.next()).toMatchObject({ session_id: expect.any(String) })
  await heard('/play/cy?by=cy')
})

test('a device without the flag plays nothing, and a kiosk is no device', async () => {
  const door = await aDoor(portal.db)
  const { id } = await aGuest(door.id, 'di')
  playTheme(portal.ctx, { memberId: id, deviceId: door.id })
  playTheme(portal.ctx, { memberId: id })
  await expect.poll(() => played).toEqual(['/play/di?by=di'])
})

test('a kiosk that plays themes plays that of the member who signs in with a card', async () => {
  const quiet = await aKiosk(portal.db)
  const loud = await aKiosk(portal.db)
  await portal.db.updateTable('kiosks').set({ plays_theme: true }).where('id', '=', loud.id).execute()
  for (const [kiosk, screenName] of [
    [quiet, 'flo'],
    [loud, 'gus'],
  ] as const) {
    const cardId = String((cards += 1))
    await aMember(portal.db, { cards: [cardId], screenName })
    const screen = openBrowser(portal.app)
    screen.cookies.set('kiosk', kiosk.claim)
    const answer = await screen.post('/api/login/kiosk/', { cardId, kioskId: kiosk.screenId })
    expect(answer.statusCode).toBe(200)
  }
  await heard('/play/gus?by=gus')
})

test('a player that does not answer holds up no door, and is called for few at a time', async () => {
  answers = false
  const door = await aDoor(portal.db)
  const { card } = await aGuest(door.id, 'ed')
  const line = await connect(door, 'door')
  for (let n = 0; n < 20; n += 1) {
    line.send({ command: 'log_access', card_id: card })
    expect(await line.next()).toMatchObject({ success: true })
  }
  await line.settle()
  await expect.poll(() => played.length).toBeGreaterThan(0)
  expect(played.length).toBeLessThanOrEqual(4)
  await expect.poll(() => portal.logLines.filter((one) => one.includes('a theme was not played')).length).toBe(1)
  expect(portal.logLines.join('\n')).not.toContain('/play/')
})

test('a name is a part of the address and leads nowhere else', () => {
  expect(addressOfTheme('http://10.0.0.5/{}', '../../@evil.example\ud800')).toBe(
    'http://10.0.0.5/..%2F..%2F%40evil.example%EF%BF%BD',
  )
})

test.each(['http://10.0.0.5/play', 'ftp://10.0.0.5/{}', '{}', 'file:///{}'])(
  '%s is no address of a player',
  async (value) => {
    await expect(changeSetting(portal.ctx, { key: 'THEME_SWIPE_URL', value })).rejects.toMatchObject({
      code: 'badInput',
    })
  },
)
