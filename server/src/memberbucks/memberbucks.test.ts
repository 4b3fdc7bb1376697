import { keysOf } from '@spacekeeper/contract/keys-of.ts'
import { transactionTypes } from '@spacekeeper/contract/memberbucks/words.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { anEntry } from './factory.ts'

let portal: TestPortal
let treasurer: Awaited<ReturnType<TestPortal['as']>>
beforeAll(async () => {
  portal = await startTestPortal()
  const { id } = await aMember(portal.db, { isAdmin: true, firstName: 'Ada', lastName: 'Okafor' })
  treasurer = await portal.as(id)
})
afterAll(() => portal.close())

let keys = 0
const booking = (more: { amountCents?: number; idempotencyKey?: string } = {}) => {
  keys += 1
  return {
    amountCents: 2000,
    type: 'cash' as const,
    description: 'Cash at the desk',
    idempotencyKey: `k${keys}`,
    ...more,
  }
}

test('a member reads their balance and its movements in currency units, newest first', async () => {
  const { id } = await aMember(portal.db)
  const api = await portal.as(id)
  expect(await api.memberbucks.getBalance()).toEqual({ balance: 0 })
  expect(await api.memberbucks.listTransactions()).toEqual([])
  await anEntry(portal.db, { memberId: id, amountCents: 2029, type: 'stripe' })
  await anEntry(portal.db, { memberId: id, amountCents: -150, type: 'card', description: 'Cola' })
  expect(await api.memberbucks.getBalance()).toEqual({ balance: 18.79 })
  expect(await api.memberbucks.listTransactions()).toMatchObject([
    { amount: -1.5, balance: 18.79, type: 'Membership Card', description: 'Cola' },
    { amount: 20.29, balance: 20.29, type: 'Stripe Top-up', description: 'Stripe Top-up' },
  ])
  expect((await api.profile.get()).financial.memberBucks.balance).toBe(18.79)
})

test('each movement is one of five types, and its kind says the rest', async () => {
  const { id } = await aMember(portal.db)
  for (const type of keysOf(transactionTypes)) await anEntry(portal.db, { memberId: id, amountCents: 100, type })
  const listed = await (await portal.as(id)).memberbucks.listTransactions()
  expect(listed.toReversed().map(({ type, kind }) => [kind, type])).toEqual([
    ['stripe', 'Stripe Top-up'],
    ['bank', 'Bank Transfer'],
    ['cash', 'Cash'],
    ['card', 'Membership Card'],
    ['interlock', 'Other'],
    ['web', 'Other'],
    ['other', 'Other'],
  ])
})

test('at most the last hundred movements are listed', async () => {
  const { id } = await aMember(portal.db)
  for (let turn = 1; turn <= 101; turn += 1) await anEntry(portal.db, { memberId: id, amountCents: turn })
  const listed = await (await portal.as(id)).memberbucks.listTransactions()
  expect(listed).toHaveLength(100)
  expect(listed.at(-1)?.amount).toBe(0.02)
})

test('staff book cash once, however often the button is pressed, and it is written down who did', async () => {
  const { id } = await aMember(portal.db)
  const reversal = { memberId: id, ...booking() }
  const [first, second] = await Promise.all([
    treasurer.memberbucks.book(reversal),
    treasurer.memberbucks.book(reversal),
  ])
  expect(first).toEqual(second)
  const { balanceCents, entries } = await treasurer.memberbucks.listEntries({ memberId: id })
  expect(balanceCents).toBe(2000)
  expect(entries).toMatchObject([{ amountCents: 2000, balanceCents: 2000, type: 'cash', by: 'Ada Okafor' }])
  const events = await portal.db.selectFrom('audit_events').selectAll().where('subject_id', '=', id).execute()
  expect(events).toMatchObject([{ event: 'memberbucks.booked', data: { amountCents: 2000, balanceCents: 2000 } }])
})

test.each([
  ['cash', 'cash'],
  ['bank', 'bank'],
  ['other', 'correction'],
] as const)('what staff book as %s stands in the books as %s', async (type, contraAccount) => {
  const { id } = await aMember(portal.db)
  await treasurer.memberbucks.book({ memberId: id, ...booking(), type })
  expect((await treasurer.memberbucks.listEntries({ memberId: id })).entries).toMatchObject([{ type, contraAccount }])
})

test('more than there is cannot be taken by hand, and nothing is written', async () => {
  const { id } = await aMember(portal.db)
  await treasurer.memberbucks.book({ memberId: id, ...booking({ amountCents: 500 }) })
  const tooMuch = treasurer.memberbucks.book({ memberId: id, ...booking({ amountCents: -501 }) })
  await expect(tooMuch).rejects.toMatchObject({ code: 'balanceTooLow', status: 409 })
  expect((await treasurer.memberbucks.listEntries({ memberId: id })).entries).toHaveLength(1)
})

test.each([1_000_001, 2 ** 31, 2 ** 53, 1e300, 0.5])(
  'an amount of %d cents is refused at its field',
  async (amountCents) => {
    const { id } = await aMember(portal.db)
    await expect(treasurer.memberbucks.book({ memberId: id, ...booking({ amountCents }) })).rejects.toMatchObject({
      status: 400,
      body: { fields: expect.arrayContaining([expect.objectContaining({ field: 'amountCents' })]) },
    })
  },
)

test('a booking that would take a balance beyond what it holds is refused at the amount, and nothing is written', async () => {
  const { id } = await aMember(portal.db)
  await anEntry(portal.db, { memberId: id, amountCents: 2 ** 31 - 1 })
  await expect(treasurer.memberbucks.book({ memberId: id, ...booking({ amountCents: 1 }) })).rejects.toMatchObject({
    status: 400,
    body: { fields: [{ field: 'amountCents', message: 'That is more than a balance holds.' }] },
  })
  expect((await treasurer.memberbucks.listEntries({ memberId: id })).entries).toHaveLength(1)
})

test('a key that was used for another amount is refused', async () => {
  const { id } = await aMember(portal.db)
  await treasurer.memberbucks.book({ memberId: id, ...booking({ idempotencyKey: 'same' }) })
  const other = treasurer.memberbucks.book({ memberId: id, ...booking({ idempotencyKey: 'same', amountCents: 3000 }) })
  await expect(other).rejects.toMatchObject({ code: 'keyReused' })
})

test('an entry is reversed once, with its reason, and a reversal not at all', async () => {
  const { id } = await aMember(portal.db)
  const { entryId } = await treasurer.memberbucks.book({ memberId: id, ...booking() })
  const reversal = { memberId: id, entryId, reason: 'Counted twice' }
  const answers = await Promise.allSettled([
    treasurer.memberbucks.reverse(reversal),
    treasurer.memberbucks.reverse(reversal),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const { balanceCents, entries } = await treasurer.memberbucks.listEntries({ memberId: id })
  expect(balanceCents).toBe(0)
  expect(entries).toMatchObject([
    { amountCents: -2000, description: 'Counted twice', reverses: entryId, isReversed: false },
    { amountCents: 2000, isReversed: true },
  ])
  const again = treasurer.memberbucks.reverse({ ...reversal, entryId: entries[0]?.id ?? 0 })
  await expect(again).rejects.toMatchObject({ code: 'alreadyReversed' })
})

test('money that came on another day counts on that day, and in a month that is closed it is refused at the day', async () => {
  const { id } = await aMember(portal.db)
  const on = (paidOn: string) => treasurer.memberbucks.book({ memberId: id, ...booking(), paidOn })
  const dayOf = async () => {
    const { entries } = await treasurer.memberbucks.listEntries({ memberId: id })
    return entries.map(({ at }) => at.slice(0, 10))
  }
  const { entryId } = await on('2024-02-29')
  await treasurer.memberbucks.reverse({ memberId: id, entryId, reason: 'A slip', paidOn: '2024-02-29' })
  expect(await dayOf()).toEqual(['2024-02-29', '2024-02-29'])
  await expect(on('2999-01-01')).rejects.toMatchObject({ body: { fields: [{ field: 'paidOn' }] } })
  const closing = { closed_through: '2024-03-31', closed_until: new Date('2024-04-01T00:00:00Z'), at: new Date() }
  await portal.db.insertInto('book_closings').values(closing).execute()
  await expect(on('2024-03-31')).rejects.toMatchObject({
    code: 'booksClosed',
    body: { fields: [{ field: 'paidOn', message: /closed through 31 March 2024/ }] },
  })
  const opening = { closed_through: null, closed_until: null, at: new Date() }
  await portal.db.insertInto('book_closings').values(opening).execute()
})

test('staff for money do not book on their own balance, nor reverse what is on it; an administrator does', async () => {
  const [one, other] = [
    await aMember(portal.db, { permissions: ['money'] }),
    await aMember(portal.db, { permissions: ['money'] }),
  ]
  const api = await portal.as(one.id)
  const { entryId } = await (await portal.as(other.id)).memberbucks.book({ memberId: one.id, ...booking() })
  await expect(api.memberbucks.book({ memberId: one.id, ...booking() })).rejects.toMatchObject({ code: 'ownBalance' })
  await expect(api.memberbucks.reverse({ memberId: one.id, entryId, reason: 'Mine' })).rejects.toMatchObject({
    code: 'ownBalance',
    status: 403,
  })
  expect((await api.memberbucks.listEntries({ memberId: one.id })).entries).toHaveLength(1)
  await api.memberbucks.book({ memberId: other.id, ...booking() })
  const { id } = await treasurer.profile.get()
  await treasurer.memberbucks.book({ memberId: id, ...booking() })
})

test('an entry of another member is not found', async () => {
  const [one, other] = [await aMember(portal.db), await aMember(portal.db)]
  const { entryId } = await treasurer.memberbucks.book({ memberId: one.id, ...booking() })
  const wrong = treasurer.memberbucks.reverse({ memberId: other.id, entryId, reason: 'x' })
  await expect(wrong).rejects.toMatchObject({ code: 'notFound' })
  await expect(treasurer.memberbucks.book({ memberId: 2_000_000_000, ...booking() })).rejects.toMatchObject({
    code: 'notFound',
  })
})

test.each([{ amountCents: 0 }, { amountCents: 1.5 }, { amountCents: 1_000_001 }, { amountCents: -1_000_001 }])(
  '$amountCents cents are refused with the name of the field',
  async (wrong) => {
    const { id } = await aMember(portal.db)
    await expect(treasurer.memberbucks.book({ memberId: id, ...booking(wrong) })).rejects.toMatchObject({
      body: { fields: [{ field: 'amountCents' }] },
    })
  },
)

test('entries come a page at a time', async () => {
  const { id } = await aMember(portal.db)
  for (const amountCents of [1, 2, 3]) await anEntry(portal.db, { memberId: id, amountCents })
  const first = await treasurer.memberbucks.listEntries({ memberId: id, limit: 2 })
  expect([first.entries.map((entry) => entry.amountCents), first.hasMore]).toEqual([[3, 2], true])
  const before = first.entries.at(-1)?.id
  const rest = await treasurer.memberbucks.listEntries({ memberId: id, limit: 2, before })
  expect([rest.entries.map((entry) => entry.amountCents), rest.hasMore]).toEqual([[1], false])
})

test('today’s client reads the billing of a member without a plan', async () => {
  const { id } = await aMember(portal.db)
  await anEntry(portal.db, { memberId: id, amountCents: 250 })
  const billing = await treasurer.memberbucks.getBilling({ memberId: id })
  expect(billing.subscription).toBeNull()
  expect(billing.memberbucks).toMatchObject({
    balance: 2.5,
    stripe_card_last_digits: '',
    transactions: [{ amount: 2.5, type: 'Cash' }],
    lastPurchase: null,
  })
})
