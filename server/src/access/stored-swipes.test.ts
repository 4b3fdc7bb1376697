import { afterAll, beforeAll, expect, test } from 'vitest'
import { countQueries } from '../count-queries.testing.ts'
import { aDoor } from '../doors/factory.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { joinTags } from './card-forms.ts'
import { type CardSwipe, createSwipeStore, lineCount } from './stored-swipes.ts'
import { swipeRecorder } from './swipes.ts'

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

const aSwipe = (swipe: Partial<CardSwipe>): CardSwipe => ({
  deviceId: doorId,
  card: null,
  outcome: 'granted',
  refusal: null,
  refusedMemberId: null,
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
  const card = 'locked-out'
  const { id: memberId } = await aMember(portal.db, { cards: [card], lastSeenAt: new Date('2026-03-01T10:00:00Z') })
  const { id: deviceId } = await aDoor(portal.db, { isLockedOut: true })
  const later = new Date('2026-03-02T10:00:05Z')
  await Promise.all([
    store(aSwipe({ deviceId, card, now: later })),
    store(aSwipe({ deviceId, card })),
    store(aSwipe({ deviceId, card, outcome: 'lockedOut', refusal: 'lockedOut' })),
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

test.each([1, 3])(
  'a swipe says whose card it was, and whether its number was written in a new way: %s at once',
  async (count) => {
    const [card, other, lost] = [`AB-12-${count}`, `AB-13-${count}`, `AB-14-${count}`]
    const { id: memberId } = await aMember(portal.db, { cards: [card] })
    await aMember(portal.db, { cards: [other] })
    const { id } = await portal.db.selectFrom('cards').select('id').where('number', '=', card).executeTakeFirstOrThrow()
    const storeAll = async (swipe: Partial<CardSwipe>) => {
      const answers = await Promise.all(Array.from({ length: count }, () => store(aSwipe(swipe))))
      return answers.at(-1)
    }
    expect(await storeAll({ card })).toEqual({ memberId, newlySpelledId: null })
    expect(await storeAll({ card: `ab12${count}` })).toEqual({ memberId, newlySpelledId: id })
    await portal.db
      .updateTable('cards')
      .set({ spellings: joinTags(['ab', `ab12${count}`]) })
      .where('id', '=', id)
      .execute()
    expect(await storeAll({ card: `ab12${count}` })).toEqual({ memberId, newlySpelledId: null })
    for (const none of [{ card: lost }, { card: null }, { card, refusal: 'unknownCard', outcome: 'refused' } as const])
      expect(await storeAll(none)).toEqual({ memberId: null, newlySpelledId: null })
    expect(await portal.db.selectFrom('swipes').select('member_id').where('card_number', '=', lost).execute()).toEqual(
      Array.from({ length: count }, () => ({ member_id: null })),
    )
  },
)

test.each([1, 3])(
  'a refusal stays with the member it was found for when the card is another member’s by then: %s at once',
  async (count) => {
    const card = `handed-on-${count}`
    const ann = await aMember(portal.db)
    const bo = await aMember(portal.db, { cards: [card] })
    const refuse = (refusedMemberId: number) => {
      const swipe = aSwipe({ card, outcome: 'refused', refusal: 'suspended', refusedMemberId })
      return Promise.all(Array.from({ length: count }, () => store(swipe)))
    }
    const isSeen = () =>
      portal.db
        .selectFrom('members')
        .select('last_seen_at')
        .where('id', 'in', [ann.id, bo.id])
        .where('last_seen_at', 'is not', null)
        .execute()
    const ofEach = <T>(value: T) => Array.from({ length: count }, () => value)
    expect(await refuse(ann.id)).toEqual(ofEach({ memberId: null, newlySpelledId: null }))
    expect(await isSeen()).toEqual([])
    const stored = () => portal.db.selectFrom('swipes').select('member_id').where('card_number', '=', card).execute()
    expect(await stored()).toEqual(ofEach({ member_id: ann.id }))
    expect(await refuse(bo.id)).toEqual(ofEach({ memberId: bo.id, newlySpelledId: null }))
    expect(await isSeen()).toEqual([{ last_seen_at: now }])
  },
)

test('a card that changes hands between the reason of its refusal and its storing tells its new owner nothing', async () => {
  const card = 'changes-hands'
  const ann = await aMember(portal.db, { cards: [card] })
  const bo = await aMember(portal.db)
  const handOver = () => portal.db.updateTable('cards').set({ member_id: bo.id }).where('number', '=', card).execute()
  const reads: typeof portal.ctx.reads = {
    ...portal.ctx.reads,
    ask: async (query) => {
      const rows = await portal.ctx.reads.ask(query)
      await handOver()
      return rows
    },
  }
  const recordSwipe = swipeRecorder(portal.services)
  const answer = await recordSwipe({ ...portal.ctx, reads }, { deviceId: doorId, card, outcome: 'refused' })
  expect(answer).toMatchObject({ memberId: null, refusal: 'noGrant' })
  const stored = portal.db.selectFrom('swipes').select('member_id').where('card_number', '=', card)
  expect(await stored.execute()).toEqual([{ member_id: ann.id }])
})

test('doubles among cards are told apart by how they are written', async () => {
  const ann = await aMember(portal.db, { cards: ['FEED-02'] })
  await portal.db.updateTable('cards').set({ is_double: true }).where('number', '=', 'FEED-02').execute()
  const bo = await aMember(portal.db, { cards: ['feed02'] })
  await portal.db.updateTable('cards').set({ is_double: true }).where('number', '=', 'feed02').execute()
  const holders = await Promise.all(['FEED-02', 'feed02', 'Feed02'].map((card) => store(aSwipe({ card }))))
  expect(holders.map(({ memberId }) => memberId)).toEqual([ann.id, bo.id, null])
})

test('a card that a door let in costs one statement, which the door waits for', async () => {
  await aMember(portal.db, { cards: ['let-in'] })
  const recordSwipe = swipeRecorder(portal.services)
  const letIn = () => recordSwipe(portal.ctx, { deviceId: doorId, card: 'let-in', outcome: 'granted' })
  expect(await countQueries(portal, letIn)).toBe(1)
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
  const { id: memberId } = await aMember(portal.db, { cards: ['waits-1'] })
  let isStored = false
  const storing = await portal.db.transaction().execute(async (tx) => {
    await tx.selectFrom('members').select('id').where('id', '=', memberId).forUpdate().execute()
    const waiting = store(aSwipe({ card: 'waits-1' })).then(() => (isStored = true))
    await store(aSwipe({ card: 'waits-2', deviceId: otherDoorId }))
    expect(isStored).toBe(false)
    expect(await storedCards('waits-')).toEqual(['waits-2'])
    return { waiting }
  })
  await storing.waiting
  expect(await storedCards('waits-')).toHaveLength(2)
})
