import fc from 'fast-check'
import type { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { record, type Work } from '#platform/db/change.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { propertyRuns } from '../random-runs.testing.ts'
import { anEntry } from './factory.ts'
import { bookEntry, lockBalance, type Movement } from './ledger.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

const move = (facts: Pick<Movement, 'memberId' | 'amountCents'> & Partial<Movement>) =>
  record(portal.ctx, async (work) => ({
    result: await bookEntry(work, {
      movement: {
        type: 'card',
        source: 'system',
        contraAccount: 'vendingIncome',
        description: '',
        floorCents: 0,
        ...facts,
      },
    }),
  }))
const balanceOf = async (memberId: number) =>
  (await portal.db.selectFrom('balances').select('balance_cents').where('member_id', '=', memberId).executeTakeFirst())
    ?.balance_cents ?? 0
const entriesOf = (memberId: number) =>
  portal.db
    .selectFrom('ledger_entries')
    .select(['amount_cents', 'balance_cents'])
    .where('member_id', '=', memberId)
    .orderBy('id')
    .execute()

test('twenty debits at once never take more than there is', async () => {
  const { id } = await aMember(portal.db)
  await anEntry(portal.db, { memberId: id, amountCents: 1000 })
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => move({ memberId: id, amountCents: -150 })))
  expect(outcomes.filter(({ outcome }) => outcome === 'booked')).toHaveLength(6)
  expect(await balanceOf(id)).toBe(100)
})

test('the first movements of a member at once neither collide nor overdraw', async () => {
  const { id } = await aMember(portal.db)
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, (_, turn) => move({ memberId: id, amountCents: turn < 4 ? 100 : -100 })),
  )
  const sum = (await entriesOf(id)).reduce((total, entry) => total + entry.amount_cents, 0)
  expect(await balanceOf(id)).toBe(sum)
  expect(sum).toBeGreaterThanOrEqual(0)
  expect(outcomes.every(({ outcome }) => outcome === 'booked' || outcome === 'balanceTooLow')).toBe(true)
})

test('the same key at once books once, and every call hears of the same entry', async () => {
  const { id } = await aMember(portal.db)
  await anEntry(portal.db, { memberId: id, amountCents: 1000 })
  const calls = Array.from({ length: 6 }, () => move({ memberId: id, amountCents: -250, idempotencyKey: 'request 7' }))
  const outcomes = await Promise.all(calls)
  expect(new Set(outcomes.map((booked) => booked.outcome === 'booked' && booked.entryId)).size).toBe(1)
  expect(outcomes.filter((booked) => booked.outcome === 'booked' && booked.isNew)).toHaveLength(1)
  expect(await balanceOf(id)).toBe(750)
  expect(await move({ memberId: id, amountCents: -300, idempotencyKey: 'request 7' })).toEqual({ outcome: 'keyReused' })
})

test('a key of one member means nothing for another', async () => {
  const [one, other] = [await aMember(portal.db), await aMember(portal.db)]
  await move({ memberId: one.id, amountCents: 100, idempotencyKey: 'a' })
  expect(await move({ memberId: other.id, amountCents: 900, idempotencyKey: 'a' })).toMatchObject({ isNew: true })
})

test('whatever is booked, the balance is the sum of the entries and each entry says what was left', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: -500, max: 500 }).filter((cents) => cents !== 0)), async (amounts) => {
      const { id } = await aMember(portal.db)
      let expected = 0
      for (const amountCents of amounts) {
        const { outcome } = await move({ memberId: id, amountCents })
        const isBooked = amountCents > 0 || expected + amountCents >= 0
        expect(outcome).toBe(isBooked ? 'booked' : 'balanceTooLow')
        if (isBooked) expected += amountCents
      }
      expect(await balanceOf(id)).toBe(expected)
      let left = 0
      for (const entry of await entriesOf(id)) {
        left += entry.amount_cents
        expect(entry.balance_cents).toBe(left)
      }
    }),
    propertyRuns(20),
  )
})

test('the database refuses to change or delete entries, and to move a balance without one', async () => {
  const { id } = await aMember(portal.db)
  await anEntry(portal.db, { memberId: id, amountCents: 100 })
  const refused = async (statement: string) => {
    await expect(portal.runAsOwner(statement)).rejects.toThrow(/append-only|ledger entries/)
  }
  await refused('update ledger_entries set amount_cents = 1')
  await refused('delete from ledger_entries')
  await refused('truncate ledger_entries cascade')
  await refused(`update balances set balance_cents = 999 where member_id = ${id}`)
  await refused(`delete from balances where member_id = ${id}`)
  await refused('truncate balances cascade')
  await refused(`insert into balances (member_id, balance_cents) select max(id) + 0, 5 from members`)
  expect(await balanceOf(id)).toBe(100)
})

test('an entry that is rolled back leaves the balance as it was', async () => {
  const { id } = await aMember(portal.db)
  await anEntry(portal.db, { memberId: id, amountCents: 100 })
  const failing = record(portal.ctx, async (work) => {
    await bookEntry(work, {
      movement: {
        memberId: id,
        amountCents: -60,
        type: 'card',
        source: 'system',
        contraAccount: 'vendingIncome',
        description: '',
        floorCents: 0,
      },
    })
    throw new Error('the shelf is empty')
  })
  await expect(failing).rejects.toThrow('the shelf is empty')
  expect(await balanceOf(id)).toBe(100)
})

test('a balance is locked once, whether a booking locks it or is given it locked', async () => {
  const { id: memberId } = await aMember(portal.db)
  await anEntry(portal.db, { memberId, amountCents: 1000 })
  const movement = {
    memberId,
    amountCents: -100,
    type: 'card',
    source: 'system',
    contraAccount: 'vendingIncome',
    description: '',
    floorCents: 0,
  } as const // narrows the words
  const locksOf = (book: (work: Work) => Promise<unknown>) =>
    record(portal.ctx, async (work) => {
      const { tx } = work
      let locks = 0
      const { executeQuery } = tx
      const counting = <R>(query: CompiledQuery<R>) => {
        if (query.sql.includes('from balances') && query.sql.includes('for update')) locks += 1
        return executeQuery.call(tx, query)
      }
      Object.defineProperty(tx, 'executeQuery', { value: counting })
      await book(work)
      return { result: locks }
    })
  expect(await locksOf((work) => bookEntry(work, { movement }))).toBe(1)
  const lockAndBook = async (work: Work) =>
    bookEntry(work, { movement, balance: await lockBalance(work, movement.memberId) })
  expect(await locksOf(lockAndBook)).toBe(1)
  expect(await balanceOf(memberId)).toBe(800)
})
