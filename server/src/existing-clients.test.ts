import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword } from './accounts/hash-password.ts'
import { aDoor, aGrant } from './doors/factory.ts'
import { aMember } from './members/factory.ts'
import { changeSetting } from './site/change-setting.ts'
import { startTestPortal, type TestPortal } from './test-portal.ts'

/** What the web client that spaces use today sends and reads, call by call, as a browser with it would. */
let portal: TestPortal
let url: string
beforeAll(async () => {
  portal = await startTestPortal()
  url = await portal.listen()
  await changeSetting(portal.ctx, { key: 'ENABLE_PORTAL_MEMBERS_ON_SITE', value: true })
})
afterAll(() => portal.close())

/** A browser's cookie jar and the client's habit of sending the csrf cookie back as a header. */
const openBrowser = () => {
  const jar = new Map<string, string>()
  return async (method: string, path: string, body?: object) => {
    const answer = await fetch(url + path, {
      method,
      headers: {
        accept: 'application/json, text/plain, */*',
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        'x-csrftoken': jar.get('csrftoken') ?? '',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(name, value)
    }
    const text = await answer.text()
    return { status: answer.status, text, json: text ? JSON.parse(text) : undefined }
  }
}

const password = 'walnut-lathe-9'

const aMemberWithDoor = async (email: string) => {
  const passwordHash = await hashPassword(password)
  const { id } = await aMember(portal.db, { email, firstName: 'Kit', lastName: 'Soto', passwordHash })
  const door = await aDoor(portal.db, { name: `Door of ${email}` })
  await aGrant(portal.db, { memberId: id, deviceId: door.id })
  return { id, door }
}

test('today’s client logs in and reads whom it serves', async () => {
  const { id } = await aMemberWithDoor('kit@example.org')
  const call = openBrowser()

  expect((await call('GET', '/api/config/')).json).toMatchObject({
    loggedIn: false,
    features: { sms: { enable: false }, signup: { requireAccessCard: true } },
    keys: { stripePublishableKey: '' },
  })
  expect((await call('GET', '/api/loggedin/')).status).toBe(401)
  expect((await call('POST', '/api/login/', { email: 'kit@example.org', password: 'wrong' })).status).toBe(401)
  const login = await call('POST', '/api/login/', {
    email: 'Kit@example.org',
    password: password,
    sso: undefined,
  })
  expect([login.status, login.text]).toEqual([200, ''])
  expect((await call('GET', '/api/loggedin/')).status).toBe(200)

  expect((await call('GET', '/api/profile/')).json).toMatchObject({
    id,
    fullName: 'Kit Soto',
    memberStatus: 'active',
    financial: {
      memberBucks: { balance: 0, savedCard: { last4: '', expiry: '' } },
      membershipPlan: null,
      subscriptionState: 'active',
    },
    permissions: { staff: false },
  })
})

test('today’s client shows its dashboard, checks in and out, lists access and swipes, and logs out', async () => {
  const { id, door } = await aMemberWithDoor('kim@example.org')
  const call = openBrowser()
  await call('POST', '/api/login/', { email: 'kim@example.org', password })
  expect((await call('GET', '/api/sitesessions/check/')).json).toBe(false)
  const signIn = await call('POST', '/api/sitesessions/signin/', { guests: [] })
  expect([signIn.status, signIn.text]).toEqual([200, ''])
  expect((await call('GET', '/api/sitesessions/check/')).json).toMatchObject({ user_id: id, signout_date: null })
  expect((await call('GET', '/api/statistics/')).json.on_site).toEqual({ members: ['Kit Soto'], count: 1 })
  const signOut = await call('PUT', '/api/sitesessions/signout/')
  expect([signOut.status, signOut.text]).toEqual([200, ''])

  const access = (await call('GET', '/api/access/permissions/')).json
  expect(access.doors).toContainEqual(
    expect.objectContaining({ id: door.id, name: door.name, access: true, locked_out: false }),
  )
  expect(access.interlocks).toEqual([])
  const swipes = (await call('GET', '/api/tools/swipes/')).json
  expect(swipes).toEqual({ doors: [], interlocks: [] })
  const idToken = (await call('GET', '/api/profile/idtoken/')).json
  expect(idToken).toMatchObject({ success: true, token: expect.any(String) })
  const lastSeen = (await call('GET', '/api/tools/lastseen/')).json
  expect(lastSeen[0]).toMatchObject({ id, user: 'Kit Soto', never: false, date: expect.any(String) })
  expect((await call('POST', '/api/logout/')).json).toEqual({ success: true })
  expect((await call('GET', '/api/loggedin/')).status).toBe(401)
})

test('today’s client registers with fields of its own and reads the key of a conflict', async () => {
  const call = openBrowser()
  const person = {
    firstName: 'Lu',
    lastName: 'Ek',
    screenName: 'lu',
    email: 'lu@example.org',
    mobile: '0400000001',
    password: 'walnut-lathe-9',
    vehicleRegistrationPlate: null,
    extra: 1,
  }
  const first = await call('POST', '/api/register/', person)
  expect([first.status, first.text]).toEqual([200, ''])
  expect((await call('POST', '/api/register/', person)).json).toMatchObject({ message: 'error.accountAlreadyExists' })
  const other = await call('POST', '/api/register/', { ...person, email: 'lu2@example.org', screenName: 'LU' })
  expect([other.status, other.json.message]).toEqual([409, 'error.screenNameAlreadyExists'])
  expect(
    (await call('POST', '/api/login/', { email: 'lu@example.org', password: 'walnut-lathe-9' })).json,
  ).toMatchObject({ message: 'loginCard.emailNotVerified' })
})

test('today’s client asks for a new password in three stages that all answer 200', async () => {
  const call = openBrowser()
  for (const body of [{ email: 'nobody@example.org' }, { email: 'lu@example.org' }]) {
    expect((await call('POST', '/api/password/reset/', body)).json).toEqual({ success: true })
  }
  expect((await call('POST', '/api/password/reset/', { token: 'not-a-uuid' })).json).toEqual({ success: false })
  expect(
    (await call('POST', '/api/password/reset/', { token: 'not-a-uuid', password: 'walnut-lathe-9' })).json,
  ).toEqual({ success: false })
})
