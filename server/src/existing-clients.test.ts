import { readFile } from 'node:fs/promises'
import { memberbucksApi } from '@spacekeeper/contract/memberbucks/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { record } from '#platform/db/change.ts'
import { aGrant, aSwipe } from './access/factory.ts'
import { anEvent } from './audit/factory.ts'
import { hashPassword } from './auth/passwords/passwords.ts'
import { aDoor } from './doors/factory.ts'
import {
  clientPassword as password,
  logInBrowser,
  openExistingClient as openClient,
} from './existing-client.testing.ts'
import { aMachine } from './interlocks/factory.ts'
import { anEntry } from './memberbucks/factory.ts'
import { aMember } from './members/factory.ts'
import { queueSms } from './messages/outbox.ts'
import { startTestPortal, type TestPortal } from './portal.testing.ts'
import { changeSetting } from './settings/settings.ts'

/** What the web client that spaces use today sends and reads, call by call, as a browser with it would. */
let portal: TestPortal
let url: string
beforeAll(async () => {
  portal = await startTestPortal()
  url = await portal.listen()
  await changeSetting(portal.ctx, { key: 'ENABLE_PORTAL_MEMBERS_ON_SITE', value: true })
})
afterAll(() => portal.close())

const openBrowser = () => openClient(url)
const loggedIn = (facts: Parameters<typeof logInBrowser>[1]) => logInBrowser({ portal, url }, facts)

const aMemberWithDoor = async (email: string) => {
  const passwordHash = await hashPassword(password)
  const screenName = email.toLowerCase().slice(0, email.indexOf('@'))
  const { id } = await aMember(portal.db, { email, firstName: 'Kit', lastName: 'Soto', screenName, passwordHash })
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
  expect((await call('GET', '/api/statistics/')).json.on_site).toEqual({ members: ['kim'], count: 1 })
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
  expect(lastSeen[0]).toMatchObject({ id, user: 'kim', never: false, date: expect.any(String) })
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
  for (const body of [{ email: 'unknown@example.org' }, { email: 'lu@example.org' }]) {
    expect((await call('POST', '/api/password/reset/', body)).json).toEqual({ success: true })
  }
  expect((await call('POST', '/api/password/reset/', { token: 'not-a-uuid' })).json).toEqual({ success: false })
  expect(
    (await call('POST', '/api/password/reset/', { token: 'not-a-uuid', password: 'walnut-lathe-9' })).json,
  ).toEqual({ success: false })
})

test('the length of uses is seconds that the client multiplies', async () => {
  const { id, call } = await loggedIn({ email: 'saw@example.org', isAdmin: true })
  const machine = await aMachine(portal.db, { name: 'Saw of six seconds' })
  const startedAt = new Date('2026-03-01T10:00:00Z')
  const endedAt = new Date('2026-03-01T10:00:06Z')
  await portal.db
    .insertInto('interlock_sessions')
    .values({
      id: '11111111-1111-4111-8111-111111111111',
      device_id: machine.id,
      member_id: id,
      started_at: startedAt,
      last_heard_at: endedAt,
      ended_at: endedAt,
      end_reason: 'card',
      cost_per_session_cents: 0,
      cost_per_hour_cents: 0,
      cost_per_kwh_cents: 0,
    })
    .execute()
  const interlocks: { id: number; userStats: unknown }[] = (await call('GET', '/api/admin/interlocks/')).json
  expect(interlocks.find((item) => item.id === machine.id)?.userStats).toMatchObject([{ total_seconds: '6.0' }])
  const { interlockLogs } = (await call('GET', `/api/admin/members/${id}/logs/`)).json
  expect(interlockLogs).toMatchObject([{ totalTime: '6.0', status: 1 }])
})

test('a card that a machine refused is a rejected use of it and no swipe at a door', async () => {
  const { id, call } = await loggedIn({ email: 'lathe@example.org', screenName: 'la', isAdmin: true })
  const machine = await aMachine(portal.db, { name: 'Lathe that refuses' })
  const door = await aDoor(portal.db, { name: 'Door that opens' })
  const at = new Date('2026-03-02T10:00:00.000Z')
  await aSwipe(portal.db, { deviceId: door.id, memberId: id, at })
  await aSwipe(portal.db, { deviceId: machine.id, memberId: id, outcome: 'refused', refusal: 'noGrant', at })
  const date = at.toISOString()

  const { doors, interlocks } = (await call('GET', '/api/tools/swipes/')).json
  expect(doors).toMatchObject([{ name: 'Door that opens', user: expect.stringMatching(/^la \(/), date }])
  expect(interlocks[0]).toMatchObject({
    name: 'Lathe that refuses',
    sessionStart: date,
    sessionEnd: date,
    sessionComplete: true,
    userOn: expect.stringMatching(/^la \(/),
    userOff: null,
    status: -1,
  })
  const logs = (await call('GET', `/api/admin/members/${id}/logs/`)).json
  expect(logs.doorLogs).toEqual([{ date, door: 'Door that opens', success: true }])
  expect(logs.interlockLogs).toEqual([
    {
      interlockName: 'Lathe that refuses',
      dateStarted: date,
      totalTime: '0.0',
      totalCost: 0,
      isBeingChecked: false,
      status: -1,
      userEnded: null,
    },
  ])
})

test('text messages in the log are called so and quoted whole', async () => {
  const { id, call } = await loggedIn({ email: 'sms@example.org', phone: '+61400000000', isAdmin: true })
  const text = `The portal says: ${'hello '.repeat(30)}and goodbye.`
  const sms = { memberId: id, kind: 'staff', text }
  await record(portal.ctx, async (work) => ({ result: await queueSms(work, { sms }) }))
  await anEvent(portal.db, { event: 'member.smsSent', memberId: id })
  const { userEventLogs } = (await call('GET', `/api/admin/members/${id}/logs/`)).json
  const sent: { logtype: string; description: string }[] = userEventLogs
  const rows = sent.filter(({ description }) => /text message/i.test(description))
  expect(rows.map(({ logtype }) => logtype)).toEqual(['SMS Sent', 'SMS Sent'])
  expect(rows.map(({ description }) => description).join()).toMatch(
    /Text message to \+61400000000, .+: “The portal says: (hello )+and goodbye\./,
  )
})

test('active members read who is on site, and all others are told that it is for members', async () => {
  const { call: active } = await loggedIn({ email: 'here@example.org', firstName: 'Hen', lastName: 'Ry' })
  await active('POST', '/api/sitesessions/signin/', { guests: ['Una'] })
  expect((await active('GET', '/api/statistics/')).json.on_site).toMatchObject({ count: 1 })
  const { call } = await loggedIn({ email: 'late@example.org', state: 'inactive' })
  const { status, json } = await call('GET', '/api/statistics/')
  expect([status, json.code]).toEqual([403, 'memberOnly'])
  await active('PUT', '/api/sitesessions/signout/')
})

test('with the page of statistics off, the client’s dashboard still reads who is on site', async () => {
  const { call } = await loggedIn({ email: 'dash@example.org', screenName: 'dash' })
  await call('POST', '/api/sitesessions/signin/', { guests: [] })
  await changeSetting(portal.ctx, { key: 'ENABLE_STATS_PAGE', value: false })
  const { status, json } = await call('GET', '/api/statistics/')
  expect([status, json.on_site]).toEqual([200, { members: ['dash'], count: 1 }])
  expect(json.member_count_total).toEqual([])
  await changeSetting(portal.ctx, { key: 'ENABLE_STATS_PAGE', value: true })
  await call('PUT', '/api/sitesessions/signout/')
})

test('a movement without words of its own is described by its type', async () => {
  const { id, call } = await loggedIn({ email: 'top@example.org' })
  await anEntry(portal.db, { memberId: id, amountCents: 2000, type: 'stripe' })
  const [movement] = (await call('GET', '/api/memberbucks/transactions/')).json
  expect(movement).toMatchObject({ type: 'Stripe Top-up', description: 'Stripe Top-up' })
})

test('an email address typed in the profile is not taken there, and the other fields are', async () => {
  const { call } = await loggedIn({ email: 'own@example.org', firstName: 'Old' })
  const { email, firstName, lastName, phone, screenName } = (await call('GET', '/api/profile/')).json
  const form = { email, firstName, lastName, phone, screenName, vehicleRegistrationPlate: null }
  // The form as it is: it also writes the phone number in its plain form.
  expect((await call('PUT', '/api/profile/', form)).status).toBe(200)
  expect((await call('PUT', '/api/profile/', { ...form, email: 'new@example.org' })).status).toBe(400)
  const both = { ...form, email: 'new@example.org', firstName: 'New' }
  expect((await call('PUT', '/api/profile/', both)).json).toEqual({ success: true })
  expect((await call('GET', '/api/profile/')).json).toMatchObject({ email: 'own@example.org', firstName: 'New' })
})

test('a subscription without what the client reads of it cannot be answered', () => {
  const { output } = memberbucksApi.getBilling
  const memberbucks = {
    balance: 0,
    stripe_card_last_digits: '',
    stripe_card_expiry: '',
    transactions: [],
    lastPurchase: null,
  }
  expect(output.safeParse({ memberbucks, subscription: null }).success).toBe(true)
  expect(output.safeParse({ memberbucks, subscription: { status: 'active' } }).success).toBe(false)
})

test('stored cards and pictures get the names and addresses that the client knows', async () => {
  const card = { title: 'Rules', description: '' }
  const cards = [
    { ...card, icon: 'calendar' },
    { ...card, icon: 'mdi-robot', routerLink: { name: 'accessPermissions' } },
    { ...card, url: 'https://example.org', btn_text: 'Open' },
  ]
  const hash = '0'.repeat(32)
  const store = (key: string, value: unknown) =>
    portal.db
      .insertInto('settings')
      .values({ key, value: JSON.stringify(value), changed_at: new Date() })
      .execute()
  await store('HOME_PAGE_CARDS', cards)
  await store('SITE_LOGO', `/images/${hash}.png`)
  const migration = await readFile(new URL('../migrations/0034_existing_clients.sql', import.meta.url), 'utf8')
  await sql.raw(migration).execute(portal.db)
  const rows = await portal.db.selectFrom('settings').select(['key', 'value']).execute()
  const stored = Object.fromEntries(rows.map(({ key, value }) => [key, value]))
  expect(stored['HOME_PAGE_CARDS']).toEqual([
    { ...card, icon: 'mdi-calendar' },
    { ...card, icon: 'mdi-robot', routerLink: { name: 'checkAccess' } },
    { ...card, url: 'https://example.org', btn_text: 'Open' },
  ])
  expect(stored['SITE_LOGO']).toBe(`/api/images/${hash}.png`)
})
