import { beforeAll, afterAll, test, expect } from 'vitest'
import { aGrant } from '../access/factory.ts'
import type { TestClient } from '../client.testing.ts'
import { aDevice } from '../devices/factory.ts'
import { dialDevice } from '../gateway/dialled-device.testing.ts'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'
import { aMember } from './factory.ts'

let portal: TestPortal

let ada: { id: number }

let api: TestClient

beforeAll(async () => {
  portal = await startTestPortal()
  ada = await aMember(portal.db, { isAdmin: true })
  api = await portal.as(ada.id)
})

afterAll(() => portal.close())

const eventsOf = (id: number) =>
  portal.db.selectFrom('audit_events').select(['event', 'data']).where('subject_id', '=', id).orderBy('id').execute()

const cardsOf = (id: number) =>
  portal.db.selectFrom('cards').select(['number', 'state']).where('member_id', '=', id).orderBy('id').execute()

test('what is left out stays, what changes is kept with what it said before', async () => {
  const { id } = await aMember(portal.db, { firstName: 'Bo', lastName: 'Berg', phone: '0400 111 222' })
  await api.members.updateDetails({ memberId: id, firstName: 'Bob', excludeFromEmailExport: true })
  expect(await api.members.getDetails({ memberId: id })).toMatchObject({
    firstName: 'Bob',
    lastName: 'Berg',
    phone: '0400 111 222',
    excludeFromEmailExport: true,
  })
  expect(await eventsOf(id)).toEqual([
    {
      event: 'member.detailsChanged',
      data: {
        changes: { firstName: { from: 'Bo', to: 'Bob' }, excludeFromEmailExport: { from: false, to: true } },
      },
    },
  ])
  await api.members.updateDetails({ memberId: id, firstName: 'Bob' })
  expect(await eventsOf(id)).toHaveLength(1)
})

test('today’s client sends the whole form and more, and gets an empty answer', async () => {
  const { id } = await aMember(portal.db, { cards: ['5551'] })
  const answer = await portal.app.inject({
    method: 'PUT',
    url: `/api/admin/members/${id}/profile/`,
    cookies: { csrftoken: 'x', sessionid: await portal.sessionOf(ada.id) },
    headers: { 'x-csrftoken': 'x' },
    payload: {
      email: 'New.Address@Example.org',
      rfidCard: '5552',
      firstName: 'Kit',
      lastName: 'Soto',
      phone: '+61 400 000 000',
      screenName: 'kit',
      vehicleRegistrationPlate: '',
      excludeFromEmailExport: false,
      memberBucks: 12,
    },
  })
  expect([answer.statusCode, answer.body]).toEqual([200, ''])
  expect(await api.members.getDetails({ memberId: id })).toMatchObject({
    pendingEmail: 'new.address@example.org',
    vehicleRegistrationPlate: null,
    screenName: 'kit',
  })
  expect(await cardsOf(id)).toEqual([
    { number: '5551', state: 'retired' },
    { number: '5552', state: 'active' },
  ])
})

test.each([
  ['email', 'not an address', 'Please enter a valid email.'],
  ['firstName', ' ', 'This field cannot be empty.'],
  ['lastName', 'x'.repeat(31), 'Must be less than 30 characters.'],
  ['screenName', '', 'This field cannot be empty.'],
])('the field %s does not take %j', async (field, value, message) => {
  const { id } = await aMember(portal.db)
  await expect(api.members.updateDetails({ memberId: id, [field]: value })).rejects.toMatchObject({
    status: 400,
    body: { fields: [{ field, message }] },
  })
})

test('an address, screen name or card in use is refused with whose it is, in any letter case', async () => {
  await aMember(portal.db, {
    firstName: 'Mia',
    lastName: 'Reid',
    email: 'mia@example.org',
    screenName: 'mia',
    cards: ['7001'],
  })
  const { id } = await aMember(portal.db)
  const refusedAs = (code: string, message: string) => ({ status: 409, code, body: { fields: [{ message }] } })
  await expect(api.members.updateDetails({ memberId: id, email: 'MIA@example.org' })).rejects.toMatchObject(
    refusedAs('emailTaken', 'Mia Reid has this email address.'),
  )
  await expect(api.members.updateDetails({ memberId: id, screenName: 'MIA' })).rejects.toMatchObject(
    refusedAs('screenNameTaken', 'Mia Reid has this screen name.'),
  )
  await expect(api.members.updateDetails({ memberId: id, firstName: 'Not', rfidCard: '7001' })).rejects.toMatchObject(
    refusedAs('cardTaken', 'Mia Reid has this card.'),
  )
  expect(await eventsOf(id)).toEqual([])
  expect((await api.members.getDetails({ memberId: id })).firstName).toBe('Member')
})

test('an address that replaces an unconfirmed one is told to both, and links sent to the old one end', async () => {
  const { id } = await aMember(portal.db, { email: 'old@example.org', isVerified: false })
  const soon = new Date(Date.now() + 3_600_000)
  await portal.db
    .insertInto('email_links')
    .values({
      member_id: id,
      purpose: 'resetPassword',
      token_hash: Buffer.alloc(32, 1),
      created_at: new Date(),
      expires_at: soon,
    })
    .execute()
  await api.members.updateDetails({ memberId: id, email: 'fresh@example.org' })
  await portal.runJobs()
  const mails = await portal.db
    .selectFrom('messages')
    .select(['recipient', 'template'])
    .where('member_id', '=', id)
    .execute()
  expect(mails.map(({ recipient }) => recipient ?? '').toSorted()).toEqual(['fresh@example.org', 'old@example.org'])
  const link = await portal.db
    .selectFrom('email_links')
    .select('used_at')
    .where('member_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(link.used_at).not.toBeNull()
})

test('another card is on the doors at once and the one before is not', async () => {
  const url = await portal.listen()
  const door = await aDevice(portal.db)
  const { id } = await aMember(portal.db, { cards: ['8001'] })
  await aGrant(portal.db, { memberId: id, deviceId: door.id })
  const device = await dialDevice(url, { path: `/ws/access/door/${door.serial}`, key: door.key })
  try {
    for (let n = 0; n < 3; n += 1) await device.next()
    await api.members.updateDetails({ memberId: id, rfidCard: '8002' })
    expect(await device.next()).toMatchObject({ command: 'sync', tags: ['8002'] })
  } finally {
    await device.close()
  }
  await expect(api.members.updateDetails({ memberId: id, rfidCard: '' })).rejects.toMatchObject({ status: 400 })
})

test('administrators cannot lock themselves out, nor can the last one go', async () => {
  const resign = () => api.members.updateDetails({ memberId: ada.id, isAdmin: false })
  await expect(resign()).rejects.toMatchObject({ code: 'lastAdministrator' })
  const second = await aMember(portal.db)
  await api.members.updateDetails({ memberId: second.id, isAdmin: true })
  await expect(resign()).rejects.toMatchObject({ code: 'notYourself' })
  const other = await portal.as(second.id)
  const outcomes = await Promise.allSettled([
    other.members.updateDetails({ memberId: ada.id, isAdmin: false }),
    api.members.updateDetails({ memberId: second.id, isAdmin: false }),
  ])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const left = await portal.db.selectFrom('members').select('id').where('is_admin', '=', true).execute()
  expect(left).toHaveLength(1)
})
