import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../auth/browser.testing.ts'
import { anAccount } from '../auth/factory.ts'
import { createThrottle } from '../auth/limits/throttle.ts'
import type { TestClient } from '../client.testing.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { changeSetting } from '../settings/settings.ts'
import { aKiosk } from './factory.ts'

const clock = { now: new Date() }
let portal: TestPortal
let staff: TestClient
beforeAll(async () => {
  portal = await startTestPortal({ now: () => clock.now })
  staff = await portal.as((await aMember(portal.db, { permissions: ['devices'] })).id)
})
afterAll(() => portal.close())

let screens = 0
const browse = () => {
  screens += 1
  return openBrowser(portal.app, `10.3.0.${screens}`)
}
const ask = async (screen: ReturnType<typeof browse>, kioskId: string, name = 'Front desk') =>
  (await screen.put('/api/kiosks/', { kioskId, name })).json()
const find = async (kioskId: string) => (await staff.kiosks.list()).filter((one) => one.kioskId === kioskId)
const configIn = async (screen: ReturnType<typeof browse>) => (await screen.get('/api/config/')).json()
const stateIn = async (screen: ReturnType<typeof browse>) => (await configIn(screen)).kiosk

test('a screen asks, shows a code, and is the kiosk once staff authorise that very row', async () => {
  const screen = browse()
  expect(await configIn(screen)).toMatchObject({ kiosk: null, kioskId: null, kioskIp: null })
  const asked = await ask(screen, 'a'.repeat(64))
  expect(asked).toMatchObject({
    state: 'pending',
    name: 'Front desk',
    kioskId: 'a'.repeat(64),
    onSite: null,
    guestsOnSite: null,
    meetingId: null,
  })
  expect(asked.pairingCode).toMatch(/^\d{6}$/)
  expect(await stateIn(screen)).toBe('pending')
  const [row] = await find('a'.repeat(64))
  expect(row).toMatchObject({
    name: 'Front desk',
    kioskIp: `10.3.0.${screens}`,
    authorised: false,
    isOnline: true,
    playTheme: false,
    pairingCode: asked.pairingCode,
  })
  await staff.kiosks.update({ kioskId: row?.id ?? 0, authorised: true, playTheme: true, name: 'Foyer' })
  expect(await ask(screen, 'a'.repeat(64))).toMatchObject({
    state: 'authorised',
    name: 'Foyer',
    pairingCode: null,
    onSite: 0,
    guestsOnSite: 0,
    meetingId: null,
  })
  expect(await configIn(screen)).toMatchObject({
    kiosk: 'authorised',
    kioskId: 'a'.repeat(64),
    kioskIp: `10.3.0.${screens}`,
  })
  expect((await find('a'.repeat(64)))[0]).toMatchObject({ authorised: true, pairingCode: null, playTheme: true })
})

test('another browser that calls itself the same is a second row, and never the kiosk', async () => {
  const [first, second] = [browse(), browse()]
  await ask(first, 'same')
  const [row] = await find('same')
  await staff.kiosks.update({ kioskId: row?.id ?? 0, authorised: true })
  expect(await ask(second, 'same')).toMatchObject({ state: 'pending' })
  expect(await ask(first, 'same')).toMatchObject({ state: 'authorised' })
  const rows = await find('same')
  expect(rows.map(({ authorised, hasNamesake }) => [authorised, hasNamesake])).toEqual([
    [false, true],
    [true, true],
  ])
})

test('the claim is a cookie that no script reads, and is stored hashed', async () => {
  const screen = browse()
  const answer = await screen.put('/api/kiosks/', { kioskId: 'cookie', name: 'Cookie' })
  const cookie = answer.cookies.find(({ name }) => name === 'kiosk')
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
  expect(answer.body).not.toContain(cookie?.value)
  const stored = JSON.stringify(await portal.db.selectFrom('kiosks').selectAll().execute())
  expect(stored).not.toContain(cookie?.value)
  expect(portal.logLines.join()).not.toContain(cookie?.value)
})

test('signs of life keep when and from where a kiosk was last heard of', async () => {
  const screen = browse()
  await ask(screen, 'beat')
  const start = clock.now
  clock.now = new Date(start.getTime() + 6 * 60_000)
  expect((await find('beat'))[0]?.isOnline).toBe(false)
  await ask(screen, 'beat')
  expect((await find('beat'))[0]).toMatchObject({ isOnline: true, lastSeen: clock.now.toISOString() })
  clock.now = start
})

test('anonymous callers change nothing about a kiosk', async () => {
  const kiosk = await aKiosk(portal.db, { name: 'Mine', lastSeenAt: new Date('2026-01-01T00:00:00Z') })
  const stranger = await portal.as(null)
  await expect(stranger.kiosks.update({ kioskId: kiosk.id, name: 'Theirs' })).rejects.toMatchObject({ status: 401 })
  await expect(stranger.kiosks.remove({ kioskId: kiosk.id })).rejects.toMatchObject({ status: 401 })
  await expect(stranger.kiosks.list()).rejects.toMatchObject({ status: 401 })
  const member = await portal.as((await aMember(portal.db)).id)
  await expect(member.kiosks.list()).rejects.toMatchObject({ code: 'notAllowed' })
  expect((await find(kiosk.screenId))[0]).toMatchObject({ name: 'Mine', lastSeen: '2026-01-01T00:00:00.000Z' })
})

test('an address asks for so many kiosks an hour, and a sign of life is none of them', async () => {
  const address = '10.4.0.1'
  const known = openBrowser(portal.app, address)
  await ask(known, 'known')
  const statuses: number[] = []
  for (let n = 0; n < 11; n++) {
    const answer = await openBrowser(portal.app, address).put('/api/kiosks/', { kioskId: `flood ${n}`, name: 'Flood' })
    statuses.push(answer.statusCode)
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(9)
  expect(statuses.at(-1)).toBe(429)
  expect(await ask(known, 'known')).toMatchObject({ state: 'pending' })
})

test('strangers push no screen out that keeps asking, and use up no limit of it', async () => {
  const start = clock.now
  const secondsLater = (seconds: number) => (clock.now = new Date(start.getTime() + seconds * 1000))
  const early = browse()
  await ask(early, 'early')
  secondsLater(5)
  await ask(early, 'early')
  // Each from a network of its own, and none asks again.
  for (let n = 0; n < 60; n++) {
    await openBrowser(portal.app, `10.6.${n}.1`).put('/api/kiosks/', { kioskId: `stranger ${n}`, name: 'X' })
  }
  secondsLater(10)
  const late = browse()
  expect(await ask(late, 'late')).toMatchObject({ state: 'pending' })
  const waiting = (await staff.kiosks.list()).filter(({ authorised }) => !authorised).map(({ kioskId }) => kioskId)
  expect(waiting).toHaveLength(50)
  expect(waiting).toEqual(expect.arrayContaining(['early', 'late']))
  expect(await ask(early, 'early')).toMatchObject({ state: 'pending' })
  clock.now = start
})

test('when two hundred asked in an hour, a new network still has one', async () => {
  const throttle = createThrottle(portal.services)
  while (await throttle.mayTake(['kiosksAsked', 'all'])) continue
  const address = '10.7.0.1'
  const register = async () =>
    (await openBrowser(portal.app, address).put('/api/kiosks/', { kioskId: 'new', name: 'New' })).statusCode
  expect([await register(), await register()]).toEqual([200, 429])
  await throttle.forget(['kiosksAsked', 'all'])
})

test.each([
  [{ name: 'x' }, 'kioskId'],
  [{ kioskId: '', name: 'x' }, 'kioskId'],
  [{ kioskId: 'x'.repeat(201), name: 'x' }, 'kioskId'],
  [{ kioskId: 'x' }, 'name'],
  [{ kioskId: 'x', name: 'a\u0000b' }, 'name'],
])('%o is refused at its field', async (body, field) => {
  const answer = await browse().put('/api/kiosks/', body)
  expect([answer.statusCode, answer.json().fields[0].field]).toEqual([400, field])
})

test('what is not there cannot be changed or removed', async () => {
  await expect(staff.kiosks.update({ kioskId: 999_999, name: 'x' })).rejects.toMatchObject({ code: 'notFound' })
  await expect(staff.kiosks.remove({ kioskId: 999_999 })).rejects.toMatchObject({ code: 'notFound' })
})

test('a member who turns a browser into a kiosk is logged out of it', async () => {
  const { email } = await anAccount(portal.db, { password: 'correct horse battery', permissions: ['devices'] })
  const screen = browse()
  await screen.logIn(email, 'correct horse battery')
  await ask(screen, 'own browser')
  expect(await screen.isLoggedIn()).toBe(true)
  const [row] = await find('own browser')
  await staff.kiosks.update({ kioskId: row?.id ?? 0, authorised: true })
  await ask(screen, 'own browser')
  expect(await screen.isLoggedIn()).toBe(false)
})

test('only pages of kiosks may speak to a card reader', async () => {
  const screen = browse()
  const policy = async () => String((await screen.get('/kiosk')).headers['content-security-policy'])
  expect(await policy()).toContain("connect-src 'self';")
  await ask(screen, 'reads cards')
  expect(await policy()).toContain("connect-src 'self' ws: wss:;")
})

test('those who run the space are emailed who made a screen a kiosk, and the list names them', async () => {
  await changeSetting(portal.ctx, { key: 'EMAIL_ADMIN', value: 'desk@example.org' })
  const { id } = await aMember(portal.db, { firstName: 'Kim', lastName: 'Keeper', permissions: ['devices'] })
  const screen = browse()
  await ask(screen, 'told of', 'Foyer')
  const [row] = await find('told of')
  const kioskId = row?.id ?? 0
  await (await portal.as(id)).kiosks.update({ kioskId, authorised: true })
  expect((await find('told of'))[0]).toMatchObject({ authorisedBy: 'Kim Keeper', isCardEnough: false })
  await portal.runJobs()
  const mails = await portal.db
    .selectFrom('messages')
    .select(['recipient', 'text'])
    .where('template', '=', 'kioskAuthorised')
    .where('recipient', '=', 'desk@example.org')
    .execute()
  expect(mails.filter(({ text }) => text?.includes('Kim Keeper authorised a kiosk'))).toHaveLength(1)
  await staff.kiosks.update({ kioskId, authorised: false })
  expect((await find('told of'))[0]?.authorisedBy).toBeNull()
  await staff.kiosks.remove({ kioskId })
})

test('staff see in the audit what became of a kiosk', async () => {
  const screen = browse()
  await ask(screen, 'audited', 'Audited')
  const [row] = await find('audited')
  const kioskId = row?.id ?? 0
  await staff.kiosks.update({ kioskId, authorised: true })
  await staff.kiosks.update({ kioskId, playTheme: true })
  await staff.kiosks.update({ kioskId, playTheme: true })
  await staff.kiosks.update({ kioskId, authorised: false })
  await staff.kiosks.remove({ kioskId })
  const rows = await portal.db
    .selectFrom('audit_events')
    .select('event')
    .where('subject_kind', '=', 'kiosk')
    .where('subject_id', '=', kioskId)
    .orderBy('id')
    .execute()
  expect(rows.map(({ event }) => event)).toEqual([
    'kiosk.asked',
    'kiosk.authorised',
    'kiosk.changed',
    'kiosk.revoked',
    'kiosk.removed',
  ])
})
