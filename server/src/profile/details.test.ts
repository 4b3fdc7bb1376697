import { beforeAll, afterAll, test, expect } from 'vitest'
import { aMember } from '../members/factory.ts'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'

let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal()
})

afterAll(() => portal.close())

const rowOf = (id: number) => portal.db.selectFrom('members').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const eventsOf = (id: number) =>
  portal.db
    .selectFrom('audit_events')
    .select(['event', 'actor_id', 'data'])
    .where('subject_kind', '=', 'member')
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute()

const put = async (id: number, payload: object) =>
  portal.app.inject({
    method: 'PUT',
    url: '/api/profile/',
    headers: { authorization: `Bearer ${await portal.sessionOf(id)}` },
    payload,
  })

test('a member changes one field, and the audit keeps what it was before', async () => {
  const { id } = await aMember(portal.db, { firstName: 'Bo', lastName: 'Lind', phone: '0400 111 222' })
  const api = await portal.as(id)
  expect(await api.profile.update({ firstName: ' Bodil ' })).toEqual({ success: true })
  expect(await api.profile.get()).toMatchObject({ firstName: 'Bodil', lastName: 'Lind', phone: '0400 111 222' })
  expect(await eventsOf(id)).toEqual([
    { event: 'profile.updated', actor_id: id, data: { changes: { firstName: { from: 'Bo', to: 'Bodil' } } } },
  ])
})

test('existing clients send the whole profile back, and only what differs is changed', async () => {
  const { id, email } = await aMember(portal.db, { screenName: 'whole', firstName: 'Wil', lastName: 'Hol', phone: '' })
  const whole = {
    email: email.toUpperCase(),
    firstName: 'Wil',
    lastName: 'Hol',
    phone: '',
    screenName: 'whole',
    vehicleRegistrationPlate: 'ABC 123',
    memberStatus: 'active',
  }
  const answer = await put(id, whole)
  expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }])
  expect(await rowOf(id)).toMatchObject({ email, vehicle_registration_plate: 'ABC 123', phone: '' })
  await put(id, { ...whole, vehicleRegistrationPlate: null })
  expect((await rowOf(id)).vehicle_registration_plate).toBeNull()
})

test('another email address is refused by name, and stops nothing else that is changed with it', async () => {
  const { id, email } = await aMember(portal.db, { firstName: 'Same' })
  const api = await portal.as(id)
  await expect(api.profile.update({ email: 'new@example.org', firstName: 'Same' })).rejects.toMatchObject({
    status: 400,
    body: { fields: [{ field: 'email' }] },
  })
  await api.profile.update({ email: 'new@example.org', firstName: 'Other' })
  expect(await rowOf(id)).toMatchObject({ email, first_name: 'Other' })
  expect((await api.profile.get()).email).toBe(email)
})

test('a screen name in use, in any letter case, is refused with the key existing clients know', async () => {
  await aMember(portal.db, { screenName: 'Taken' })
  const { id } = await aMember(portal.db, { screenName: 'free' })
  const api = await portal.as(id)
  await expect(api.profile.update({ screenName: 'tAKEN' })).rejects.toMatchObject({
    status: 409,
    body: { message: 'error.screenNameAlreadyExists' },
  })
  expect((await rowOf(id)).screen_name).toBe('free')
  await api.profile.update({ screenName: 'FREE' })
  expect((await rowOf(id)).screen_name).toBe('FREE')
})

test('a screen name that looks like that of another member is refused, to members and to staff, and one’s own is not', async () => {
  await aMember(portal.db, { screenName: 'Copper' })
  const { id } = await aMember(portal.db, { screenName: 'Tin' })
  const look = { status: 409, body: { code: 'screenNameTaken', fields: [{ field: 'screenName' }] } }
  const api = await portal.as(id)
  await expect(api.profile.update({ screenName: 'Соpper' })).rejects.toMatchObject(look)
  const staff = await portal.as((await aMember(portal.db, { permissions: ['members'] })).id)
  await expect(staff.members.updateDetails({ memberId: id, screenName: 'C0pper' })).rejects.toMatchObject(look)
  await api.profile.update({ screenName: 'Tіn' })
  expect((await rowOf(id)).screen_name).toBe('Tіn')
})

test.each<[string, Record<string, string>, string]>([
  ['firstName', { firstName: '  ' }, 'This field cannot be empty.'],
  ['lastName', { lastName: 'x'.repeat(31) }, 'Must be less than 30 characters.'],
  ['phone', { phone: 'call me' }, 'Please enter a valid phone number.'],
  ['phone', { phone: '' }, 'This field cannot be empty.'],
  ['vehicleRegistrationPlate', { vehicleRegistrationPlate: 'x'.repeat(31) }, 'Must be less than 30 characters.'],
])('%s is refused in %j with the words of the specification', async (field, sent, message) => {
  const { id } = await aMember(portal.db)
  const answer = await put(id, sent)
  expect(answer.statusCode).toBe(400)
  expect(answer.json().fields).toEqual([{ field, message }])
})

test.each(['firstName', 'lastName', 'screenName', 'phone', 'email', 'vehicleRegistrationPlate'])(
  '%s never makes the server stumble over NUL or over a number',
  async (field) => {
    const { id } = await aMember(portal.db)
    for (const value of ['a\u0000b', 7]) expect((await put(id, { [field]: value })).statusCode).toBe(400)
  },
)

test.each(['firstName', 'lastName', 'screenName', 'phone', 'email'])('%s can never become null', async (field) => {
  const { id } = await aMember(portal.db)
  const answer = await put(id, { [field]: null })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().fields).toMatchObject([{ field }])
})

test('a save, even of nothing new, answers the question whether the details are right', async () => {
  const { id } = await aMember(portal.db)
  await portal.db.updateTable('members').set({ profile_update_required: true }).where('id', '=', id).execute()
  const api = await portal.as(id)
  expect((await api.profile.get()).updateProfileRequired).toBe(true)
  await api.profile.update({})
  expect(await api.profile.get()).toMatchObject({ updateProfileRequired: false, profileUpdateRequired: false })
  await api.profile.update({})
  expect((await eventsOf(id)).map(({ event }) => event)).toEqual(['profile.updated'])
})

test('saves of different fields at the same time keep both', async () => {
  const { id } = await aMember(portal.db)
  const api = await portal.as(id)
  await Promise.all([api.profile.update({ firstName: 'Ann' }), api.profile.update({ lastName: 'Bee' })])
  expect(await rowOf(id)).toMatchObject({ first_name: 'Ann', last_name: 'Bee' })
})

test('of two who want a screen name at once, one gets it', async () => {
  const [a, b] = [await aMember(portal.db), await aMember(portal.db)]
  const saves = await Promise.allSettled(
    [a, b].map(async ({ id }) => (await portal.as(id)).profile.update({ screenName: 'onlyone' })),
  )
  expect(saves.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})
