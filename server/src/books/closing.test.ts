import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { changeBilling } from '../billing/billing-work.ts'
import { aCharge, aSubscription } from '../billing/factory.ts'
import { bookPayment } from '../billing/payments/payments.ts'
import { anEntry } from '../memberbucks/factory.ts'
import { aMember } from '../members/factory.ts'
import { aPlan } from '../plans/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { closeBooks, reopenBooks } from './closing.ts'

// One in the morning of 5 March where the space is.
let now = new Date('2026-03-04T15:00:00Z')
let portal: TestPortal
let treasurer: Awaited<ReturnType<TestPortal['as']>>
let administrator: Awaited<ReturnType<TestPortal['as']>>
let memberId: number
let subscriptionId: number
beforeAll(async () => {
  portal = await startTestPortal({ now: () => now })
  treasurer = await portal.as((await aMember(portal.db, { permissions: ['money'], firstName: 'Tess' })).id)
  administrator = await portal.as((await aMember(portal.db, { isAdmin: true, firstName: 'Ada' })).id)
  memberId = (await aMember(portal.db)).id
  const { id: planId } = await aPlan(portal.db)
  subscriptionId = (await aSubscription(portal.db, { memberId, planId })).id
})
afterAll(() => portal.close())

const closed = async () => (await treasurer.books.get()).closedThrough
beforeEach(async () => {
  now = new Date('2026-03-04T15:00:00Z')
  if ((await closed()) !== null) await reopenBooks(portal.ctx, { through: null, reason: 'The next test' })
})

const pay = (paidOn: string) =>
  changeBilling(portal.ctx, 'billing.paid', (work) =>
    bookPayment(work, { memberId, amountCents: 100, currency: 'AUD', method: 'cash', paidOn }),
  )

test('a payment of a closed day is refused at its field, with the day, and nothing is written', async () => {
  const count = () => portal.db.selectFrom('payments').select('id').execute()
  const before = (await count()).length
  await treasurer.books.close({ through: '2026-02-28' })
  await expect(pay('2026-02-28')).rejects.toMatchObject({
    code: 'booksClosed',
    status: 409,
    facts: {
      fields: [{ field: 'paidOn', message: 'The books are closed through 28 February 2026. Choose a later day.' }],
    },
  })
  expect(await count()).toHaveLength(before)
  await pay('2026-03-01')
  expect(await count()).toHaveLength(before + 1)
})

const day = (text: string) => new Date(`${text}T02:00:00Z`)

test.each([
  ['an entry of a balance', () => anEntry(portal.db, { memberId, amountCents: 100, at: day('2026-02-28') })],
  ['a charge', () => aCharge(portal.db, { memberId, subscriptionId, amountCents: 100, bookedOn: '2026-02-28' })],
])('%s of a closed day is refused by the database, whatever writes it', async (_what, write) => {
  await closeBooks(portal.ctx, { through: '2026-02-28' })
  await expect(write()).rejects.toThrow('the books are closed through 2026-02-28')
})

test('what is booked today goes on, to the minute after the day that is closed', async () => {
  await closeBooks(portal.ctx, { through: '2026-03-04' })
  // The fourth ends at 14:00 UTC in Brisbane.
  await expect(anEntry(portal.db, { memberId, amountCents: 1, at: new Date('2026-03-04T13:59:59Z') })).rejects.toThrow(
    'closed',
  )
  await anEntry(portal.db, { memberId, amountCents: 1, at: new Date('2026-03-04T14:00:00Z') })
  await pay('2026-03-05')
})

test.each([
  ['2026-03-05', 'This day is not over yet. Choose yesterday or an earlier day.'],
  ['2026-12-31', 'This day is not over yet. Choose yesterday or an earlier day.'],
  ['2026-02-30', 'There is no such day.'],
  ['28.2.2026', 'A day such as 2026-10-31.'],
])('the books cannot be closed through %s', async (through, message) => {
  await expect(treasurer.books.close({ through })).rejects.toMatchObject({
    status: 400,
    body: { fields: [{ field: 'through', message }] },
  })
})

test('the books are closed forwards only, and once', async () => {
  const closing = () => treasurer.books.close({ through: '2026-02-28' })
  const outcomes = await Promise.allSettled([closing(), closing()])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(treasurer.books.close({ through: '2026-01-31' })).rejects.toMatchObject({
    body: { fields: [{ field: 'through', message: 'The books are closed through this day already.' }] },
  })
})

test('only administrators reopen, they say why, and all of it is kept', async () => {
  await treasurer.books.close({ through: '2026-02-28' })
  const reopening = { through: '2026-01-31', reason: 'A payment was missing' }
  await expect(treasurer.books.reopen(reopening)).rejects.toMatchObject({ status: 403 })
  await expect(administrator.books.reopen({ ...reopening, reason: ' ' })).rejects.toMatchObject({
    body: { fields: [{ field: 'reason' }] },
  })
  await expect(administrator.books.reopen({ ...reopening, through: '2026-02-28' })).rejects.toMatchObject({
    body: { fields: [{ field: 'through' }] },
  })
  await administrator.books.reopen(reopening)
  expect(await closed()).toBe('2026-01-31')
  await pay('2026-02-01')
  const { closings } = await treasurer.books.get()
  expect(closings.slice(0, 2)).toMatchObject([
    { closedThrough: '2026-01-31', reason: 'A payment was missing', by: expect.stringContaining('Ada') },
    { closedThrough: '2026-02-28', reason: '', by: expect.stringContaining('Tess') },
  ])
  const events = await portal.db
    .selectFrom('audit_events')
    .select(['event', 'data'])
    .where('event', 'like', 'books.%')
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
  expect(events).toEqual([
    {
      event: 'books.reopened',
      data: { closedThrough: '2026-01-31', before: '2026-02-28', reason: 'A payment was missing' },
    },
    { event: 'books.closed', data: { closedThrough: '2026-02-28', before: null } },
  ])
})

test('the portal itself cannot write a closing away', async () => {
  await closeBooks(portal.ctx, { through: '2026-02-28' })
  for (const statement of [
    "update books_closed set closed_through = '2026-01-01'",
    'delete from books_closed',
    'delete from book_closings',
    'update book_closings set closed_through = null, closed_until = null',
  ]) {
    await expect(portal.services.pool.query(statement)).rejects.toThrow(/closed only by|append-only|permission denied/)
  }
})

test('a closing waits for what is being booked, and gives up before machines wait too long', async () => {
  let outcome: Promise<void> | undefined
  await portal.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('payments')
      .values({
        member_id: memberId,
        amount_cents: 100,
        currency: 'AUD',
        method: 'cash',
        paid_on: '2026-02-27',
        at: now,
        actor_kind: 'system',
      })
      .execute()
    outcome = treasurer.books.close({ through: '2026-02-28' })
    await expect(outcome).rejects.toMatchObject({ code: 'booksBusy', status: 409 })
  })
  expect(await closed()).toBeNull()
})
