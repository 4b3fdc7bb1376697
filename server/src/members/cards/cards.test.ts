import { afterAll, beforeAll, expect, test } from 'vitest'
import { aGrant } from '../../access/factory.ts'
import type { TestClient } from '../../client.testing.ts'
import { aDevice } from '../../devices/factory.ts'
import { dialDevice } from '../../gateway/dialled-device.testing.ts'
import { startTestPortal, type TestPortal } from '../../portal.testing.ts'
import { aMember } from '../factory.ts'

let portal: TestPortal
let api: TestClient
beforeAll(async () => {
  portal = await startTestPortal()
  api = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
})
afterAll(() => portal.close())

const cardsOf = async (memberId: number) => (await api.members.listCards({ memberId })).cards

test('a second card works at once, and a lost one leaves the door at once while the other stays', async () => {
  const url = await portal.listen()
  const door = await aDevice(portal.db)
  const { id: memberId } = await aMember(portal.db, { cards: ['601'] })
  await aGrant(portal.db, { memberId, deviceId: door.id })
  const device = await dialDevice(url, { path: `/ws/access/door/${door.serial}`, key: door.key })
  try {
    for (let n = 0; n < 3; n += 1) await device.next()
    await api.members.addCard({ memberId, number: ' 602 ', label: 'Key ring' })
    expect(await device.next()).toMatchObject({ command: 'sync', tags: ['601', '602'] })
    const [newest] = await cardsOf(memberId)
    expect(newest).toMatchObject({ number: '602', label: 'Key ring', state: 'active', endedAt: null })
    await api.members.endCard({ memberId, cardId: newest?.id ?? 0, state: 'lost' })
    expect(await device.next()).toMatchObject({ command: 'sync', tags: ['601'] })
  } finally {
    await device.close()
  }
  expect((await cardsOf(memberId)).map(({ number, state }) => `${number} ${state}`)).toEqual(['601 active', '602 lost'])
  const events = await portal.db.selectFrom('audit_events').select('event').where('subject_id', '=', memberId).execute()
  expect(events.map(({ event }) => event)).toEqual(['card.added', 'card.lost'])
})

test('a number in use is refused with whose it is, and free again once that card has ended', async () => {
  const owner = await aMember(portal.db, { firstName: 'Mia', lastName: 'Reid', cards: ['611'] })
  const { id: memberId } = await aMember(portal.db)
  await expect(api.members.addCard({ memberId, number: '611' })).rejects.toMatchObject({
    status: 409,
    code: 'cardTaken',
    body: { fields: [{ field: 'number', message: 'Mia Reid has this card.' }] },
  })
  const [card] = await cardsOf(owner.id)
  await api.members.endCard({ memberId: owner.id, cardId: card?.id ?? 0, state: 'retired' })
  await api.members.addCard({ memberId, number: '611' })
  expect(await cardsOf(memberId)).toMatchObject([{ number: '611', state: 'active' }])
  expect(await cardsOf(owner.id)).toMatchObject([{ number: '611', state: 'retired' }])
})

test('a retired card can still be lost, a lost one stays lost, and each is noted once', async () => {
  const { id: memberId } = await aMember(portal.db, { cards: ['621'] })
  const cardId = (await cardsOf(memberId))[0]?.id ?? 0
  for (const state of ['retired', 'retired', 'lost', 'lost', 'retired'] as const) {
    await api.members.endCard({ memberId, cardId, state })
  }
  expect(await cardsOf(memberId)).toMatchObject([{ state: 'lost' }])
  const events = await portal.db.selectFrom('audit_events').select('event').where('subject_id', '=', memberId).execute()
  expect(events.map(({ event }) => event)).toEqual(['card.retired', 'card.lost'])
})

test("another member's card, an unknown member and an empty number are refused", async () => {
  const owner = await aMember(portal.db, { cards: ['631'] })
  const { id: memberId } = await aMember(portal.db)
  const cardId = (await cardsOf(owner.id))[0]?.id ?? 0
  await expect(api.members.endCard({ memberId, cardId, state: 'lost' })).rejects.toMatchObject({ status: 404 })
  await expect(api.members.listCards({ memberId: 2_000_000_000 })).rejects.toMatchObject({ status: 404 })
  await expect(api.members.addCard({ memberId, number: '  ' })).rejects.toMatchObject({
    status: 400,
    body: { fields: [{ field: 'number', message: 'This field cannot be empty.' }] },
  })
})
