import { beforeEach, afterEach, afterAll, test, expect } from 'vitest'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'
import { openBrowser } from './browser.testing.ts'
import { firstAdminLink, createAdministrator } from './first-administrator.ts'

let portal: TestPortal

const portals: TestPortal[] = []

beforeEach(async () => {
  portal = await startTestPortal()
  portals.push(portal)
})

afterEach(() => portals.pop()?.close())

afterAll(() => Promise.all(portals.map((left) => left.close())))

const administrator = {
  email: 'First@Example.org',
  firstName: 'Fi',
  lastName: 'Rst',
  screenName: 'first',
  mobile: '0400 000 000',
  password: 'correct horse battery',
}

const token = async () =>
  /^http:\/\/localhost:8000\/setup\/([\w-]{43})$/.exec((await firstAdminLink(portal.ctx)) ?? '')?.[1] ?? ''

const setUp = (key: string, facts: Record<string, unknown> = {}, browser = openBrowser(portal.app)) =>
  browser.post(`/api/setup/${key}/`, { ...administrator, ...facts })

test('the link a new portal prints creates its first administrator, verified and active, and logs them in', async () => {
  const key = await token()
  const browser = openBrowser(portal.app)
  expect((await browser.get(`/api/setup/${key}/`)).json()).toEqual({ isUsable: true })
  expect((await setUp(key, {}, browser)).statusCode).toBe(200)
  expect(await browser.isLoggedIn()).toBe(true)
  expect((await browser.get('/api/admin/messages/')).statusCode).toBe(200)
  expect(await portal.db.selectFrom('members').selectAll().execute()).toMatchObject([
    { email: 'first@example.org', is_admin: true, state: 'active', email_verified_at: expect.any(Date) },
  ])
})

test('the link is worth nothing once there is an administrator', async () => {
  const key = await token()
  await setUp(key)
  expect(await firstAdminLink(portal.ctx)).toBeNull()
  const browser = openBrowser(portal.app)
  expect((await browser.get(`/api/setup/${key}/`)).json()).toEqual({ isUsable: false })
  const again = await setUp(key, { email: 'second@example.org', screenName: 'second' })
  expect(again.statusCode).toBe(409)
  expect(again.json()).toMatchObject({ code: 'alreadySetUp' })
})

test('of several who use the link at once, one becomes administrator', async () => {
  const key = await token()
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, n) => setUp(key, { email: `n${n}@example.org`, screenName: `n${n}` })),
  )
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409])
  expect(await portal.db.selectFrom('members').selectAll().execute()).toHaveLength(1)
})

test('without the link no visitor becomes administrator', async () => {
  const browser = openBrowser(portal.app)
  expect((await browser.get('/api/setup/guess/')).json()).toEqual({ isUsable: false })
  const answer = await setUp('guess')
  expect(answer.statusCode).toBe(401)
  expect(answer.json()).toMatchObject({ code: 'invalidLink' })
})

test('the first administrator needs a good password too', async () => {
  const answer = await setUp(await token(), { password: 'password1' })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().fields).toMatchObject([{ field: 'password' }])
})

test('the command line creates administrators who can log in at once', async () => {
  await createAdministrator(portal.ctx, administrator)
  expect((await openBrowser(portal.app).logIn('first@example.org', administrator.password)).statusCode).toBe(200)
  await expect(createAdministrator(portal.ctx, { ...administrator, screenName: 'x' })).rejects.toMatchObject({
    code: 'emailTaken',
  })
  const [event] = await portal.db.selectFrom('audit_events').selectAll().execute()
  expect(event).toMatchObject({ event: 'account.administratorCreated', actor_kind: 'system' })
})
