import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDoor } from '../doors/factory.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { createSwipeStore, lineCount, type StoredSwipe } from './stored-swipes.ts'

const now = new Date('2026-03-02T10:00:00Z')

let portal: TestPortal
let store: ReturnType<typeof createSwipeStore>
let doorId = 0
let otherDoorId = 0
beforeAll(async () => {
  portal = await startTestPortal({ now: () => now })
  store = createSwipeStore(portal.services)
  doorId = (await aDoor(portal.db)).id
  do otherDoorId = (await aDoor(portal.db)).id
  while (otherDoorId % lineCount === doorId % lineCount)
})
afterAll(() => portal.close())

const aSwipe = (swipe: Partial<StoredSwipe>): StoredSwipe => ({
  deviceId: doorId,
  memberId: null,
  card: null,
  outcome: 'granted',
  refusal: null,
  now,
  ...swipe,
})

const storedCards = async (prefix: string) => {
  const rows = await portal.db
    .selectFrom('swipes')
    .select('card_number')
    .where('card_number', 'like', `${prefix}%`)
    .orderBy('id')
    .execute()
  return rows.map((row) => row.card_number)
}

test('each swipe of a rush is stored once, in the order they came', async () => {
  const cards = Array.from({ length: 40 }, (_, at) => `rush-${String(at).padStart(2, '0')}`)
  await Promise.all(cards.map((card) => store(aSwipe({ card, outcome: 'refused', refusal: 'unknownCard' }))))
  expect(await storedCards('rush-')).toEqual(cards)
})

test('swipes of a rush are stored as one alone is: its owner was there, and a locked-out door is noted', async () => {
  const { id: memberId } = await aMember(portal.db, { lastSeenAt: new Date('2026-03-01T10:00:00Z') })
  const { id: deviceId } = await aDoor(portal.db, { isLockedOut: true })
  const later = new Date('2026-03-02T10:00:05Z')
  await Promise.all([
    store(aSwipe({ deviceId, memberId, now: later })),
    store(aSwipe({ deviceId, memberId })),
    store(aSwipe({ deviceId, memberId, outcome: 'lockedOut', refusal: 'lockedOut' })),
  ])
  const rows = await portal.db
    .selectFrom('swipes')
    .select(['outcome', 'refusal', 'swiped_at', 'is_despite_lockout'])
    .where('member_id', '=', memberId)
    .orderBy('id')
    .execute()
  expect(rows).toEqual([
    { outcome: 'granted', refusal: null, swiped_at: later, is_despite_lockout: true },
    { outcome: 'granted', refusal: null, swiped_at: now, is_despite_lockout: true },
    { outcome: 'lockedOut', refusal: 'lockedOut', swiped_at: now, is_despite_lockout: false },
  ])
  const member = portal.db.selectFrom('members').select('last_seen_at').where('id', '=', memberId)
  expect(await member.executeTakeFirst()).toEqual({ last_seen_at: later })
})

test('a swipe that the database refuses costs none of those beside it', async () => {
  const noDevice = 1_000_000 * lineCount + doorId
  const stored = await Promise.allSettled([
    store(aSwipe({ card: 'beside-1' })),
    store(aSwipe({ card: 'beside-2', deviceId: noDevice })),
    store(aSwipe({ card: 'beside-3' })),
  ])
  expect(stored.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(new Set(await storedCards('beside-'))).toEqual(new Set(['beside-1', 'beside-3']))
})

test('a swipe counts as stored only once it is, and one that has to wait leaves other doors alone', async () => {
  const { id: memberId } = await aMember(portal.db)
  let isStored = false
  const storing = await portal.db.transaction().execute(async (tx) => {
    await tx.selectFrom('members').select('id').where('id', '=', memberId).forUpdate().execute()
    const waiting = store(aSwipe({ card: 'waits-1', memberId })).then(() => (isStored = true))
    await store(aSwipe({ card: 'waits-2', deviceId: otherDoorId }))
    expect(isStored).toBe(false)
    expect(await storedCards('waits-')).toEqual(['waits-2'])
    return { waiting }
  })
  await storing.waiting
  expect(await storedCards('waits-')).toHaveLength(2)
})
