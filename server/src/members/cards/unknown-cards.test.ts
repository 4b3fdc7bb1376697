import { beforeAll, afterAll, test, expect } from 'vitest'
import { aGrant, aSwipe } from '../../access/factory.ts'
import { swipeRecorder } from '../../access/swipes.ts'
import type { TestClient } from '../../client.testing.ts'
import { aDoor } from '../../doors/factory.ts'
import { dialDevice } from '../../gateway/dialled-device.testing.ts'
import { type TestPortal, startTestPortal } from '../../portal.testing.ts'
import { aMember } from '../factory.ts'

let portal: TestPortal

let api: TestClient

beforeAll(async () => {
  portal = await startTestPortal()
  const admin = await aMember(portal.db, { isAdmin: true, firstName: 'Ada', lastName: 'Okafor' })
  api = await portal.as(admin.id)
})

afterAll(() => portal.close())

const cardsOf = async (memberId: number) => (await api.members.listCards({ memberId })).cards

const unknownAt = async (deviceId: number) =>
  (await api.members.listUnknownCards()).doors.find((door) => door.deviceId === deviceId)?.swipe ?? null

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

test('the last unknown card held to a door is claimed, and works at once', async () => {
  const url = await portal.listen()
  const door = await aDoor(portal.db)
  const { id: memberId } = await aMember(portal.db)
  await aGrant(portal.db, { memberId, deviceId: door.id })
  const device = await dialDevice(url, { path: `/ws/access/door/${door.serial}`, key: door.key })
  try {
    for (let n = 0; n < 3; n += 1) await device.next()
    for (const card of ['90001111', '90002222']) {
      await swipeRecorder(portal.services)(portal.ctx, { deviceId: door.id, card, outcome: 'refused' })
    }
    const swipe = await unknownAt(door.id)
    expect(swipe).toMatchObject({ ending: '2222' })
    await api.members.claimCard({ memberId, swipeId: swipe?.id ?? 0, label: 'Key ring' })
    expect(await device.next()).toMatchObject({ command: 'sync', tags: ['90002222'] })
  } finally {
    await device.close()
  }
  expect(await cardsOf(memberId)).toMatchObject([
    { number: '90002222', label: 'Key ring', history: [{ what: 'added', by: 'Ada Okafor' }] },
  ])
  expect(await unknownAt(door.id)).toMatchObject({ ending: '1111' })
})

test('a card claimed by two at once is the first one’s, and the second is told whose it is', async () => {
  const door = await aDoor(portal.db)
  const people = [await aMember(portal.db), await aMember(portal.db)]
  const { id: swipeId } = await aSwipe(portal.db, {
    deviceId: door.id,
    card: '90003333',
    outcome: 'refused',
    refusal: 'unknownCard',
  })
  const outcomes = await Promise.allSettled(people.map(({ id }) => api.members.claimCard({ memberId: id, swipeId })))
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const refused = outcomes.flatMap((outcome): unknown[] => (outcome.status === 'rejected' ? [outcome.reason] : []))
  expect(refused).toMatchObject([
    { status: 409, code: 'cardTaken', body: { fields: [{ message: expect.stringContaining('has this card.') }] } },
  ])
})

test('a swipe can be claimed for five minutes, and only of an unassigned card', async () => {
  const door = await aDoor(portal.db)
  const { id: memberId } = await aMember(portal.db, { cards: ['90004444'] })
  const swipe = (facts: { card: string | null; memberId?: number; at?: Date }) =>
    aSwipe(portal.db, { deviceId: door.id, outcome: 'refused', refusal: 'unknownCard', ...facts })
  const old = await swipe({ card: '90005555', at: minutesAgo(6) })
  expect(await unknownAt(door.id)).toBeNull()
  await expect(api.members.claimCard({ memberId, swipeId: old.id })).rejects.toMatchObject({ code: 'swipeTooOld' })
  const owned = await swipe({ card: '90004444', memberId })
  const none = await swipe({ card: null })
  for (const { id } of [owned, none, { id: 2_000_000_000 }]) {
    await expect(api.members.claimCard({ memberId, swipeId: id })).rejects.toMatchObject({ code: 'notFound' })
  }
  const odd = await swipe({ card: 'a\tb' })
  await expect(api.members.claimCard({ memberId, swipeId: odd.id })).rejects.toMatchObject({ code: 'badInput' })
  expect(await cardsOf(memberId)).toHaveLength(1)
})

test('a card is replaced in one step: the old one ends as the new one begins, by number or by claim', async () => {
  const door = await aDoor(portal.db)
  const { id: memberId } = await aMember(portal.db)
  await api.members.addCard({ memberId, number: '90006666', label: 'Wallet' })
  const [first] = await cardsOf(memberId)
  await api.members.addCard({ memberId, number: '90007777', replaces: { cardId: first?.id ?? 0, state: 'lost' } })
  const [second] = await cardsOf(memberId)
  expect(second).toMatchObject({ number: '90007777', label: 'Wallet', state: 'active' })
  const swipe = await aSwipe(portal.db, {
    deviceId: door.id,
    card: '90008888',
    outcome: 'refused',
    refusal: 'unknownCard',
  })
  const replaces = { cardId: second?.id ?? 0, state: 'retired' } as const
  await api.members.claimCard({ memberId, swipeId: swipe.id, replaces })
  expect((await cardsOf(memberId)).map(({ number, state }) => `${number} ${state}`)).toEqual([
    '90008888 active',
    '90007777 retired',
    '90006666 lost',
  ])
  expect((await cardsOf(memberId))[2]?.history.map(({ what }) => what)).toEqual(['lost', 'added'])
  await expect(api.members.addCard({ memberId, number: '90009999', replaces })).rejects.toMatchObject({
    code: 'notFound',
  })
  expect(await cardsOf(memberId)).toHaveLength(3)
})

test('a retired card comes back, a lost one does not, nor one whose number another member has by now', async () => {
  const { id: memberId } = await aMember(portal.db, { cards: ['91001', '91002', '91003'] })
  const [third, second, first] = await cardsOf(memberId)
  const id = (card: { id: number } | undefined) => ({ memberId, cardId: card?.id ?? 0 })
  await api.members.endCard({ ...id(first), state: 'retired' })
  await api.members.restoreCard(id(first))
  await api.members.restoreCard(id(first))
  await api.members.endCard({ ...id(second), state: 'lost' })
  await expect(api.members.restoreCard(id(second))).rejects.toMatchObject({ status: 409, code: 'cardLost' })
  await api.members.endCard({ ...id(third), state: 'retired' })
  await aMember(portal.db, { firstName: 'Mia', lastName: 'Reid', cards: ['91003'] })
  await expect(api.members.restoreCard(id(third))).rejects.toMatchObject({
    code: 'cardTaken',
    body: { fields: [{ message: 'Mia Reid has this card.' }] },
  })
  const states = Object.fromEntries((await cardsOf(memberId)).map(({ number, state }) => [number, state]))
  expect(states).toEqual({ '91001': 'active', '91002': 'lost', '91003': 'retired' })
})

test('a card is named anew, and its history says who did what', async () => {
  const { id: memberId } = await aMember(portal.db)
  await api.members.addCard({ memberId, number: '92001' })
  const cardId = (await cardsOf(memberId))[0]?.id ?? 0
  for (const label of ['Key ring', 'Key ring']) await api.members.updateCardLabel({ memberId, cardId, label })
  await api.members.endCard({ memberId, cardId, state: 'lost' })
  expect(await cardsOf(memberId)).toMatchObject([
    {
      label: 'Key ring',
      history: [
        { what: 'lost', by: 'Ada Okafor' },
        { what: 'relabelled', by: 'Ada Okafor' },
        { what: 'added', by: 'Ada Okafor' },
      ],
    },
  ])
  const other = await aMember(portal.db)
  await expect(api.members.updateCardLabel({ memberId: other.id, cardId, label: 'Mine' })).rejects.toMatchObject({
    code: 'notFound',
  })
})
