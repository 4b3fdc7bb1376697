import { duesReference } from '@spacekeeper/contract/bank/references.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addDays } from '#platform/local-day.ts'
import type { TestClient } from '../../client.testing.ts'
import { countQueries } from '../../count-queries.testing.ts'
import { aMember } from '../../members/factory.ts'
import { aPlan } from '../../plans/factory.ts'
import { startTestPortal, type TestPortal } from '../../portal.testing.ts'
import { aPayer, chargeOf } from '../payer.testing.ts'
import { accessUntil } from '../subscription-rules.ts'
import { runBilling } from '../subscriptions/nightly.ts'

const start = new Date('2026-03-02T00:00:00Z')
const today = '2026-03-02'
let now = start
let portal: TestPortal
let treasurer: { id: number }
let desk: TestClient

beforeAll(async () => {
  portal = await startTestPortal({ now: () => now })
  treasurer = await aMember(portal.db, { firstName: 'Margit', lastName: 'Vass', permissions: ['money'] })
})
beforeEach(async () => {
  now = start
  desk = await portal.as(treasurer.id)
})
afterAll(() => portal.close())

/** Days later, with what days bring by themselves; everyone who is logged in stays so. */
const pass = async (days: number) => {
  now = new Date(now.getTime() + days * 86_400_000)
  await runBilling(portal.ctx)
  await portal.runJobs()
  desk = await portal.as(treasurer.id)
}

let count = 0
const key = () => `key-${(count += 1)}`
const arrived = { method: 'bank' as const, paidOn: today, reference: 'Statement 7' }
const tick = (chargeId: number, amountCents: number, idempotencyKey = key()) => ({
  chargeId,
  amountCents,
  idempotencyKey,
})

// First, while the cards name few members.
test('members lose access and owe, each on the day the rule says', async () => {
  await pass(40)
  const planId = (await aPayer(portal, { firstName: 'Early' })).planId
  const member = await aPayer(portal, { firstName: 'Late', planId })
  const inCard = async (card: 'owing' | 'losingAccess') =>
    (await desk.billing.deskSummary())[card].members.find(({ memberId }) => memberId === member.id)
  const first = addDays(today, 40)
  const expected = accessUntil({ paidThrough: first, unpaidSince: first, moreTimeUntil: null, graceDays: 7 })
  expect(await inCard('losingAccess')).toMatchObject({ amountCents: 6500, until: expected })
  expect(await inCard('owing')).toBeUndefined()
  await pass(1)
  expect(await inCard('owing')).toMatchObject({ amountCents: 6500 })
  const until = addDays(first, 30)
  await desk.billing.giveMoreTime({ memberId: member.id, until })
  expect(await inCard('losingAccess')).toMatchObject({ until })
  expect(await desk.billing.memberDues({ memberId: member.id })).toMatchObject({ moreTimeUntil: until })
  await pass(31)
  expect(await inCard('losingAccess')).toBeUndefined()
  const { charges } = await desk.billing.deskCharges({ list: 'overdue', text: 'Late' })
  expect(charges[0]).toMatchObject({ id: member.chargeId, accessUntil: addDays(first, 32) })
})

test('the treasurer ticks off the payments of several members at once, and each is booked by itself', async () => {
  const [ada, bo] = [await aPayer(portal, { firstName: 'Ada' }), await aPayer(portal, { firstName: 'Bo' })]
  const charges = [tick(ada.chargeId, 6500), tick(bo.chargeId, 6500)]
  expect(await desk.billing.tickOff({ ...arrived, charges })).toEqual({
    booked: 2,
    sums: [{ currency: 'AUD', cents: 13_000 }],
    skipped: [],
  })
  expect(await chargeOf(portal, ada.chargeId)).toMatchObject({ state: 'paid', paid_cents: 6500 })
  const { payments } = await desk.billing.deskPayments({ limit: 2 })
  expect(payments).toMatchObject([
    { memberName: expect.stringContaining('Bo'), by: 'Margit Vass', reference: 'Statement 7', method: 'bank' },
    { amountCents: 6500, covers: [{ chargeId: ada.chargeId, amountCents: 6500 }], canReverse: true },
  ])
  const events = portal.db.selectFrom('audit_events').select('subject_id').where('event', '=', 'billing.paid')
  expect(await events.where('actor_id', '=', treasurer.id).execute()).toHaveLength(2)
})

test('two treasurers who tick off the same charge at once book it once', async () => {
  const { chargeId } = await aPayer(portal, { firstName: 'Cy' })
  const other = await portal.as((await aMember(portal.db, { permissions: ['money'] })).id)
  const outcomes = await Promise.all(
    [desk, other, desk, other].map((one) => one.billing.tickOff({ ...arrived, charges: [tick(chargeId, 6500)] })),
  )
  expect(outcomes.reduce((sum, { booked }) => sum + booked, 0)).toBe(1)
  expect(outcomes.flatMap(({ skipped }) => skipped.map(({ reason }) => reason))).toEqual([
    'changed',
    'changed',
    'changed',
  ])
  expect(await chargeOf(portal, chargeId)).toMatchObject({ paid_cents: 6500 })
})

test('ticked off again with the same key, a charge is booked once and counts as booked', async () => {
  const { id, chargeId } = await aPayer(portal)
  const charges = [tick(chargeId, 6500, 'once')]
  const outcomes = await Promise.all([1, 2, 3].map(() => desk.billing.tickOff({ ...arrived, charges })))
  expect(outcomes.map(({ booked }) => booked)).toEqual([1, 1, 1])
  expect(await portal.db.selectFrom('payments').select('id').where('member_id', '=', id).execute()).toHaveLength(1)
})

test('a part payment leaves the rest open, and ticking off what was seen before books nothing', async () => {
  const { id, chargeId } = await aPayer(portal)
  const part = { memberId: id, ...arrived, amountCents: 2500, chargeIds: [chargeId] }
  expect(await desk.billing.bookPayment({ ...part, idempotencyKey: key() })).toMatchObject({ creditCents: 0 })
  expect(await chargeOf(portal, chargeId)).toMatchObject({ state: 'open', paid_cents: 2500 })
  const stale = await desk.billing.tickOff({ ...arrived, charges: [tick(chargeId, 6500)] })
  expect(stale).toMatchObject({ booked: 0, skipped: [{ chargeId, reason: 'changed' }] })
  expect(await desk.billing.tickOff({ ...arrived, charges: [tick(chargeId, 4000)] })).toMatchObject({ booked: 1 })
  expect(await chargeOf(portal, chargeId)).toMatchObject({ state: 'paid' })
})

test('a payment covers several charges, and what is left over waits, pays the next or is given back', async () => {
  const { id } = await aPayer(portal, { joiningFeeCents: 2000 })
  const { charges } = await desk.billing.memberDues({ memberId: id })
  expect(charges.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(8500)
  const idempotencyKey = key()
  const payment = { memberId: id, ...arrived, amountCents: 10_000, idempotencyKey }
  expect(await desk.billing.bookPayment(payment)).toMatchObject({ creditCents: 1500 })
  expect(await desk.billing.bookPayment(payment)).toMatchObject({ creditCents: 1500 })
  await expect(desk.billing.bookPayment({ ...payment, amountCents: 1 })).rejects.toMatchObject({ code: 'keyReused' })
  const back = { memberId: id, method: 'cash' as const, paidOn: today, reason: 'Paid too much' }
  await expect(desk.billing.giveBack({ ...back, amountCents: 1501, idempotencyKey: key() })).rejects.toMatchObject({
    body: { fields: [{ field: 'amountCents' }] },
  })
  const given = { ...back, amountCents: 500, idempotencyKey: key() }
  const outcomes = await Promise.all([desk.billing.giveBack(given), desk.billing.giveBack(given)])
  expect(new Set(outcomes.map(({ paymentId }) => paymentId)).size).toBe(1)
  await expect(desk.billing.giveBack({ ...given, amountCents: 400 })).rejects.toMatchObject({ code: 'keyReused' })
  expect(await desk.billing.memberDues({ memberId: id })).toMatchObject({
    credits: [{ currency: 'AUD', cents: 1000 }],
    charges: [],
  })
  const { credits } = await desk.billing.deskSummary()
  expect(credits.members).toContainEqual(
    expect.objectContaining({ memberId: id, amountCents: 1000, methods: ['bank'] }),
  )
})

test('what is written off or cancelled needs a reason, is settled, and is not settled again', async () => {
  const [lost, wrong] = [await aPayer(portal), await aPayer(portal)]
  const seen = [{ chargeId: lost.chargeId, amountCents: 6500 }]
  await expect(desk.billing.writeOff({ charges: seen, reason: ' ' })).rejects.toMatchObject({
    body: { fields: [{ field: 'reason' }] },
  })
  await desk.billing.writeOff({ charges: seen, reason: 'Moved away' })
  await desk.billing.voidCharge({ chargeId: wrong.chargeId, reason: 'Charged by mistake' })
  const { charges } = await desk.billing.deskCharges({ list: 'settled' })
  expect(charges.slice(0, 2)).toMatchObject([
    { id: wrong.chargeId, state: 'void', reason: 'Charged by mistake', amountCents: 6500 },
    { id: lost.chargeId, state: 'writtenOff', reason: 'Moved away', amountCents: 6500 },
  ])
  expect(await desk.billing.writeOff({ charges: seen, reason: 'Again' })).toMatchObject({
    writtenOff: 0,
    skipped: [{ chargeId: lost.chargeId, reason: 'changed' }],
  })
})

test('a reversed payment opens its charges again, once, with the reason beside it', async () => {
  const { chargeId } = await aPayer(portal)
  await desk.billing.tickOff({ ...arrived, charges: [tick(chargeId, 6500)] })
  const [payment] = (await desk.billing.deskPayments({ limit: 1 })).payments
  const reversal = { paymentId: payment?.id ?? 0, reason: 'Wrong member' }
  const outcomes = await Promise.allSettled([
    desk.billing.reversePayment(reversal),
    desk.billing.reversePayment(reversal),
  ])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await chargeOf(portal, chargeId)).toMatchObject({ state: 'open', paid_cents: 0 })
  const { payments } = await desk.billing.deskPayments({ limit: 2 })
  expect(payments).toMatchObject([
    { amountCents: -6500, note: 'Wrong member', reverses: payment?.id, canReverse: false },
    { isReversed: true, covers: [], canReverse: false },
  ])
})

test('staff book no payments of their own, administrators do', async () => {
  const staff = await aPayer(portal, { permissions: ['money'] })
  const own = await portal.as(staff.id)
  const { chargeId } = staff
  expect(await own.billing.tickOff({ ...arrived, charges: [tick(chargeId, 6500)] })).toMatchObject({
    booked: 0,
    skipped: [{ chargeId, reason: 'ownPayment' }],
  })
  const mine = { charges: [{ chargeId, amountCents: 6500 }], reason: 'Mine' }
  expect(await own.billing.writeOff(mine)).toMatchObject({ writtenOff: 0, skipped: [{ reason: 'ownPayment' }] })
  const calls = [
    own.billing.bookPayment({ memberId: staff.id, ...arrived, amountCents: 6500, idempotencyKey: key() }),
    own.billing.voidCharge({ chargeId, reason: 'Mine' }),
    own.billing.giveMoreTime({ memberId: staff.id, until: '2026-04-01' }),
    own.billing.giveBack({ memberId: staff.id, ...arrived, amountCents: 1, reason: 'Mine', idempotencyKey: key() }),
  ]
  const outcomes = await Promise.allSettled(calls)
  for (const one of outcomes) expect(one).toMatchObject({ reason: { code: 'ownPayment' } })
  expect(await own.billing.memberDues({ memberId: staff.id })).toMatchObject({ canBook: false })
  const admin = await aPayer(portal, { isAdmin: true })
  const ownAdmin = await portal.as(admin.id)
  const charges = [tick(admin.chargeId, 6500)]
  expect(await ownAdmin.billing.tickOff({ ...arrived, charges })).toMatchObject({ booked: 1 })
})

test.each([
  ['nothing', { amountCents: 0 }, 'amountCents'],
  ['less than nothing', { amountCents: -100 }, 'amountCents'],
  ['a fraction of a cent', { amountCents: 1998.999_999_999_999_8 }, 'amountCents'],
  ['more than a million', { amountCents: 100_000_001 }, 'amountCents'],
  ['a day to come', { paidOn: '2026-03-03' }, 'paidOn'],
  ['a day that is none', { paidOn: '2026-02-30' }, 'paidOn'],
  ['a day of another age', { paidOn: '1999-01-01' }, 'paidOn'],
  ['a charge of another member', { chargeIds: [1] }, 'chargeIds'],
])('a payment of %s is refused at its field', async (_, wrong, field) => {
  await aPayer(portal)
  const { id } = await aMember(portal.db)
  const payment = { memberId: id, ...arrived, amountCents: 100, idempotencyKey: key(), ...wrong }
  await expect(desk.billing.bookPayment(payment)).rejects.toMatchObject({ body: { fields: [{ field }] } })
})

test('charges are found by name, reference, amount, plan and way of paying, and their sum is said', async () => {
  const yuki = await aPayer(portal, { firstName: 'Yuki', lastName: 'Morishita', costCents: 7311, collector: 'cash' })
  const find = async (filter: Parameters<typeof desk.billing.deskCharges>[0]) =>
    (await desk.billing.deskCharges(filter)).charges.map(({ memberId }) => memberId)
  expect(await find({ text: 'morishita yuki' })).toEqual([yuki.id])
  expect(await find({ text: '73.11' })).toEqual([yuki.id])
  expect(await find({ text: '$73,11' })).toEqual([yuki.id])
  expect(await find({ text: 'No such name' })).toEqual([])
  expect(await find({ plan: yuki.planId, text: 'PLAN' })).toEqual([yuki.id])
  expect(await find({ text: '%' })).toEqual([])
  expect(await find({ plan: yuki.planId, collector: 'cash' })).toEqual([yuki.id])
  expect(await find({ plan: yuki.planId, collector: 'bank' })).toEqual([])
  expect(await find({ text: duesReference(yuki.id).toLowerCase() })).toEqual([yuki.id])
  const all = await desk.billing.deskCharges({ limit: 1 })
  const next = await desk.billing.deskCharges({ limit: 1, offset: 1 })
  expect(all.charges[0]?.id).not.toBe(next.charges[0]?.id)
  expect(await desk.billing.deskCharges({ plan: yuki.planId })).toMatchObject({
    count: 1,
    sums: [{ currency: 'AUD', cents: 7311 }],
  })
})

test('amounts of different currencies are not added up, and a payment is in the currency of what it pays', async () => {
  const { id: planId } = await aPlan(portal.db, { currency: 'EUR', costCents: 90_000 })
  const euro = await aPayer(portal, { firstName: 'Maj', lastName: 'Twocoins', planId })
  await aPayer(portal, { firstName: 'Ola', lastName: 'Twocoins' })
  const sums = [
    { currency: 'EUR', cents: 90_000 },
    { currency: 'AUD', cents: 6500 },
  ]
  expect(await desk.billing.deskCharges({ text: 'Twocoins' })).toMatchObject({ count: 2, sums })
  await pass(1)
  const { owing } = await desk.billing.deskSummary()
  expect(owing.sums.map(({ currency }) => currency).toSorted()).toEqual(['AUD', 'EUR'])
  expect(owing.members).toContainEqual(expect.objectContaining({ memberId: euro.id, currency: 'EUR' }))
  const payment = { memberId: euro.id, ...arrived, amountCents: 90_000, chargeIds: [euro.chargeId] }
  const wrong = desk.billing.bookPayment({ ...payment, currency: 'AUD', idempotencyKey: key() })
  await expect(wrong).rejects.toMatchObject({ body: { fields: [{ field: 'chargeIds' }] } })
  await desk.billing.bookPayment({ ...payment, idempotencyKey: key() })
  expect(await chargeOf(portal, euro.chargeId)).toMatchObject({ state: 'paid' })
  expect((await desk.billing.deskPayments({ text: 'Twocoins' })).sums).toEqual([{ currency: 'EUR', cents: 90_000 }])
})

test('more time ends within a year, and there is none without a plan', async () => {
  const { id } = await aPayer(portal)
  for (const until of ['2026-03-02', '2028-01-01']) {
    const call = desk.billing.giveMoreTime({ memberId: id, until })
    await expect(call).rejects.toMatchObject({ body: { fields: [{ field: 'until' }] } })
  }
  const other = await aMember(portal.db)
  const none = desk.billing.giveMoreTime({ memberId: other.id, until: '2026-04-01' })
  await expect(none).rejects.toMatchObject({ code: 'noPlan' })
})

test('each list is taken away as a table, and the audit keeps who did', async () => {
  const mira = await aPayer(portal, { firstName: 'Mira', lastName: '=1+1', costCents: 1234 })
  const charges = await desk.billing.exportCharges({ list: 'open', plan: mira.planId })
  expect(charges.name).toBe('charges-open-2026-03-02.csv')
  expect(charges.content.toString()).toContain(`,12.34,0.00,12.34,AUD,Open,`)
  await desk.billing.tickOff({ ...arrived, charges: [tick(mira.chargeId, 1234)] })
  const payments = await desk.billing.exportPayments({ plan: mira.planId })
  expect(payments.content.toString()).toContain('12.34,AUD,Bank transfer,Statement 7')
  const exported = portal.db.selectFrom('audit_events').select('data').where('event', '=', 'billing.exported')
  expect(await exported.execute()).toHaveLength(2)
})

test('a page of the desk takes as many queries whatever is on it', async () => {
  const few = await countQueries(portal, () => desk.billing.deskCharges({ limit: 1 }))
  for (let n = 0; n < 5; n += 1) await aPayer(portal)
  expect(await countQueries(portal, () => desk.billing.deskCharges({ limit: 100 }))).toBe(few)
  expect(await countQueries(portal, () => desk.billing.deskPayments({ limit: 100 }))).toBeLessThanOrEqual(few)
})
