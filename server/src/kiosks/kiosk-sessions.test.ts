import { contract } from '@spacekeeper/contract/index.ts'
import { levelsOf, type Route } from '@spacekeeper/contract/route.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../auth/browser.testing.ts'
import { anAccount } from '../auth/factory.ts'
import { requestOf, type TestClient } from '../client.testing.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { aKiosk } from './factory.ts'

const password = 'correct horse battery'
const clock = { now: new Date() }
let portal: TestPortal
let admin: TestClient
beforeAll(async () => {
  portal = await startTestPortal({ now: () => clock.now })
  admin = await portal.as((await anAccount(portal.db, { password, isAdmin: true })).id)
})
afterAll(() => portal.close())

let people = 0
/** A member who is logged in at a kiosk with card and password. */
const logIn = async (facts: { isAdmin?: boolean } = {}) => {
  people += 1
  const cardId = `card ${people}`
  const { id: memberId, email } = await anAccount(portal.db, { password, cards: [cardId], ...facts })
  const kiosk = await aKiosk(portal.db)
  const screen = openBrowser(portal.app)
  screen.cookies.set('kiosk', kiosk.claim)
  const answer = await screen.post('/api/login/kiosk/', { cardId, kioskId: kiosk.screenId, password })
  expect(answer.statusCode).toBe(200)
  return { memberId, email, kiosk, screen, answer }
}

const routes = Object.entries(contract).flatMap(([domain, all]) =>
  Object.entries<Route>(all).map(([name, route]) => ({ name: `${domain}.${name}`, route })),
)

test('no route for staff is one for kiosks', () => {
  const wrong = routes.filter(({ route }) => route.kiosk && levelsOf(route.access).join() === 'admin')
  expect(wrong).toEqual([])
  const staffOnly = routes.filter(
    ({ route }) => route.kiosk && levelsOf(route.access).every((level) => level.startsWith('staff.')),
  )
  expect(staffOnly).toEqual([])
})

test('an administrator at a kiosk reaches what kiosks may use, and nothing else', async () => {
  const { screen } = await logIn({ isAdmin: true })
  for (const { name, route } of routes) {
    if (route.access === 'anyone' || name === 'auth.logout') continue
    const params = Object.keys(route.params?.shape ?? {}).map((key) => [key, key.endsWith('Id') ? 2_000_000_000 : 'x'])
    const { path } = requestOf(route, Object.fromEntries(params))
    const answer = await portal.app.inject({
      method: route.method,
      url: path,
      cookies: Object.fromEntries(screen.cookies),
      headers: { 'x-csrftoken': screen.cookies.get('csrftoken') ?? '' },
      ...(route.method !== 'GET' && { payload: {} }),
    })
    const code = answer.statusCode === 200 ? null : answer.json().code
    const isRefused = ['notOnKiosk', 'notSignedIn', 'notAllowed'].includes(code)
    expect(isRefused ? code : null, name).toBe(route.kiosk ? null : 'notOnKiosk')
  }
})

test('staff are ordinary members at a kiosk', async () => {
  const { screen } = await logIn({ isAdmin: true })
  const profile = (await screen.get('/api/profile/')).json()
  expect([profile.admin, profile.permissions.staff, profile.staffPermissions]).toEqual([false, false, []])
})

test('logging in with email and password at a kiosk starts a session of the kiosk too', async () => {
  const { screen, email } = await logIn({ isAdmin: true })
  expect((await screen.logIn(email, password)).statusCode).toBe(200)
  expect((await screen.get('/api/admin/settings/')).json().code).toBe('notOnKiosk')
})

test('a session of a kiosk is worth nothing without it', async () => {
  const { screen } = await logIn()
  expect(await screen.isLoggedIn()).toBe(true)
  screen.cookies.delete('kiosk')
  expect(await screen.isLoggedIn()).toBe(false)
  screen.cookies.set('kiosk', (await aKiosk(portal.db)).claim)
  expect(await screen.isLoggedIn()).toBe(false)
})

test('a card ends the session of the card before it at the same kiosk', async () => {
  const { screen, kiosk, memberId } = await logIn()
  const next = await anAccount(portal.db, { password, cards: ['the next card'] })
  const answer = await screen.post('/api/login/kiosk/', { cardId: 'the next card', kioskId: kiosk.screenId, password })
  expect(answer.statusCode).toBe(200)
  const sessions = portal.db.selectFrom('sessions').select('member_id').where('member_id', 'in', [memberId, next.id])
  expect(await sessions.execute()).toEqual([{ member_id: next.id }])
})

test('it ends five minutes after it was used, and its cookie with the browser', async () => {
  const { screen, answer } = await logIn()
  expect(answer.cookies.find(({ name }) => name === 'sessionid')).not.toHaveProperty('maxAge')
  const start = clock.now
  const minutesLater = (minutes: number) => (clock.now = new Date(start.getTime() + minutes * 60_000))
  minutesLater(4)
  const used = await screen.get('/api/loggedin/')
  expect(used.statusCode).toBe(200)
  expect(used.cookies.find(({ name }) => name === 'sessionid')).not.toHaveProperty('maxAge')
  minutesLater(8)
  expect(await screen.isLoggedIn()).toBe(true)
  minutesLater(14)
  expect(await screen.isLoggedIn()).toBe(false)
  clock.now = start
})

test('it says where it was started in the list of sessions', async () => {
  const { memberId, kiosk } = await logIn()
  const { sessions } = await (await portal.as(memberId)).profile.listSessions()
  expect(sessions.map((one) => one.kiosk)).toEqual([null, kiosk.name])
})

test('revoking a kiosk ends its sessions at once, and only those', async () => {
  const here = await logIn()
  const there = await logIn()
  expect(await here.screen.isLoggedIn()).toBe(true)
  await admin.kiosks.update({ kioskId: here.kiosk.id, authorised: false })
  expect(await here.screen.isLoggedIn()).toBe(false)
  expect(await there.screen.isLoggedIn()).toBe(true)
  await admin.kiosks.remove({ kioskId: there.kiosk.id })
  expect(await there.screen.isLoggedIn()).toBe(false)
  const again = await there.screen.put('/api/kiosks/', { kioskId: there.kiosk.screenId, name: 'Again' })
  expect(again.json().state).toBe('pending')
})

test('a suspension ends sessions at kiosks at once and starts none there; elsewhere the member reads why', async () => {
  const { memberId, email, screen, kiosk } = await logIn()
  const other = await logIn()
  const own = await portal.as(memberId)
  expect(await screen.isLoggedIn()).toBe(true)
  await admin.members.suspend({ memberId, reason: 'Talk to us.' })
  expect((await screen.get('/api/profile/')).statusCode).toBe(401)
  const again = [
    await screen.post('/api/login/kiosk/', { cardId: `card ${people - 1}`, kioskId: kiosk.screenId }),
    await screen.logIn(email, password),
  ]
  expect(again.map((answer) => [answer.statusCode, answer.json().code])).toEqual([
    [403, 'keptOut'],
    [403, 'keptOut'],
  ])
  expect(await screen.isLoggedIn()).toBe(false)
  expect((await own.profile.get()).suspension).toMatchObject({ reason: 'Talk to us.' })
  expect(await other.screen.isLoggedIn()).toBe(true)
})

test('staff for devices open the settings of a kiosk on its screen without being logged in there', async () => {
  const keeper = await anAccount(portal.db, { password, permissions: ['devices'] })
  const member = await anAccount(portal.db, { password })
  const kiosk = await aKiosk(portal.db)
  const screen = openBrowser(portal.app)
  const unlock = async (email: string, typed = password) => {
    const answer = await screen.post('/api/kiosks/unlock/', { email, password: typed })
    return [answer.statusCode, answer.body === '' ? null : answer.json().code]
  }
  expect(await unlock(keeper.email)).toEqual([401, 'kioskUnknown'])
  screen.cookies.set('kiosk', kiosk.claim)
  expect(await unlock(keeper.email, 'wrong wrong')).toEqual([401, 'wrongLogin'])
  expect(await unlock(member.email)).toEqual([403, 'notAllowed'])
  expect(await unlock(keeper.email)).toEqual([200, null])
  expect(await screen.isLoggedIn()).toBe(false)
  const left = await screen.post('/api/kiosks/leave/', { email: keeper.email, password })
  expect(left.statusCode).toBe(200)
  expect(screen.cookies.has('kiosk')).toBe(false)
  expect((await screen.get('/api/config/')).json().kiosk).toBe(null)
  expect((await admin.kiosks.list()).map(({ id }) => id)).not.toContain(kiosk.id)
})
