import { planCurrencies } from '@spacekeeper/contract/plans/words.ts'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createFormerDatabase } from '#platform/db/former-database.testing.ts'
import type { TestClient } from '../../client.testing.ts'
import { aMember } from '../../members/factory.ts'
import { findBookFaults } from '../money-faults.testing.ts'
import { openSubscriptionScene } from '../subscription-scene.testing.ts'
import { refundPayment } from './refunds.ts'
import { withdrawPayment } from './reversals.ts'

const scene = openSubscriptionScene()
let treasurerId = 0
let desk: TestClient
beforeAll(async () => {
  treasurerId = (await aMember(scene.portal.db, { permissions: ['money'] })).id
})
beforeEach(async () => {
  desk = await scene.portal.as(treasurerId)
})

let count = 0
const key = () => `credit-${(count += 1)}`
const today = '2027-01-01'
const byHand = { method: 'cash', paidOn: today, reason: 'Wish' } as const // narrows the words

/** The rest of a payment as the desk lists it. */
const listed = async (paymentId: number) => {
  const { payments } = await desk.billing.deskPayments({ limit: 20 })
  return payments.find(({ id }) => id === paymentId)
}

const lastPayment = async () => (await desk.billing.deskPayments({ limit: 1 })).payments[0]

const refundByHand = (paymentId: number, amountCents: number) =>
  desk.billing.refund({ ...byHand, paymentId, amountCents, idempotencyKey: key() })

const giveBack = (amountCents: number) =>
  desk.billing.giveBack({ ...byHand, memberId: scene.memberId, amountCents, idempotencyKey: key() })

const owedBack = () =>
  scene.portal.db
    .selectFrom('charges')
    .select(['id', 'amount_cents', 'paid_cents', 'state'])
    .where('member_id', '=', scene.memberId)
    .where('kind', '=', 'toPayBack')
    .execute()

const hasAccess = async () => (await scene.subscription()).has_access

/** Paid 50.00 of 31.00, a moment before the next test begins. */
const paidFifty = async () => {
  await scene.start()
  return (await scene.pay(5000)).paymentId
}

test('a payment of which something was given back is reversed only once that is undone, and the list says so', async () => {
  const paymentId = await paidFifty()
  await giveBack(1900)
  const { id: givenBackId = 0 } = (await lastPayment()) ?? {}
  await refundByHand(paymentId, 3100)
  const { id: refundId = 0 } = (await lastPayment()) ?? {}
  expect(await listed(paymentId)).toMatchObject({ canReverse: false, canRefund: false, refundedCents: 5000 })
  const reversal = { paymentId, reason: 'A slip' }
  await expect(desk.billing.reversePayment(reversal)).rejects.toMatchObject({
    body: { code: 'givenBack', detail: '$50.00 of it was given back on 1 January 2027. Undo that first.' },
  })
  for (const id of [givenBackId, refundId]) {
    expect(await listed(id)).toMatchObject({ canUndo: true })
    await desk.billing.undoRefund({ paymentId: id, reason: 'A slip' })
    await expect(desk.billing.undoRefund({ paymentId: id, reason: 'A slip' })).rejects.toMatchObject({
      code: 'alreadyUndone',
    })
    expect(await listed(id)).toMatchObject({ canUndo: false, isReversed: true })
  }
  expect(await listed(paymentId)).toMatchObject({ canReverse: true, canRefund: true, refundedCents: 0 })
  await desk.billing.reversePayment(reversal)
  expect(await scene.charges()).toEqual(['[2027-01-01,2027-02-01) 0/3100 open'])
  expect(await scene.credit()).toBe(0)
})

test('refunds, reversals and credit given back at once never take more than came in', async () => {
  const paymentId = await paidFifty()
  const outcomes = await Promise.allSettled([
    ...Array.from({ length: 10 }, () => refundByHand(paymentId, 1000)),
    ...Array.from({ length: 5 }, () => desk.billing.reversePayment({ paymentId, reason: 'A slip' })),
    ...Array.from({ length: 5 }, () => giveBack(1000)),
  ])
  expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true)
  const { rows } = await sql<{ cents: number }>`select sum(amount_cents)::int as cents from payments
    where member_id = ${scene.memberId}`.execute(scene.portal.db)
  expect(rows[0]?.cents).toBeGreaterThanOrEqual(0)
  expect(await findBookFaults(scene.portal.db, today)).toEqual([])
})

test('the database refuses what would take more of a payment than is left, or does not say of what', async () => {
  const paymentId = await paidFifty()
  const out = (taking: string) =>
    scene.portal.runAsOwner(
      `with r as (insert into payments (member_id, amount_cents, currency, method, paid_on, at, actor_kind)
        values (${scene.memberId}, -2000, 'AUD', 'cash', '${today}', now(), 'system') returning id)
      ${taking}`,
    )
  await expect(out('select 1 from r')).rejects.toThrow('does not say of what it was taken')
  await expect(
    out(`insert into payment_takings (taken_by_id, payment_id, amount_cents) select id, ${paymentId}, 2000 from r`),
  ).rejects.toThrow('payment_credits_left_cents_check')
  const money = {
    memberId: scene.memberId,
    method: 'cash',
    paidOn: today,
    amountCents: 100,
    idempotencyKey: key(),
  } as const // narrows the words
  await expect(desk.billing.bookPayment({ ...money, currency: 'XYZ' })).rejects.toMatchObject({
    body: { fields: [{ field: 'currency' }] },
  })
})

test('what a bank takes back of money that was given back is owed, asked for, and paid like a charge', async () => {
  const paymentId = await paidFifty()
  await giveBack(1900)
  await scene.run((work) => withdrawPayment(work, { paymentId, amountCents: 5000, reason: 'Returned' }))
  expect(await scene.credit()).toBe(0)
  expect(await owedBack()).toMatchObject([{ amount_cents: 1900, paid_cents: 0, state: 'open' }])
  const { charges } = await desk.billing.memberDues({ memberId: scene.memberId })
  expect(charges).toMatchObject([{ amountCents: 3100 }, { kind: 'toPayBack', description: 'To pay back: Returned' }])
  await scene.portal.runJobs()
  const own = await scene.portal.as(scene.memberId)
  expect((await own.billing.listMyInvoices({})).invoices).toHaveLength(1)
  const [owed] = await owedBack()
  const act = { chargeId: owed?.id ?? 0, reason: 'Wish' }
  await expect(desk.billing.voidCharge(act)).rejects.toMatchObject({ body: { fields: [{ field: 'reason' }] } })
  // Money that came for it, and is given back, is owed again.
  await scene.pay(5000)
  expect(await owedBack()).toMatchObject([{ paid_cents: 1900, state: 'paid' }])
  const { id: secondId = 0 } = (await lastPayment()) ?? {}
  await refundByHand(secondId, 5000)
  expect(await owedBack()).toMatchObject([{ amount_cents: 1900, paid_cents: 0, state: 'open' }])
  const { writtenOff } = await desk.billing.writeOff({ charges: [{ ...act, amountCents: 1900 }], reason: 'Wish' })
  expect(writtenOff).toBe(1)
  expect(await owedBack()).toMatchObject([{ amount_cents: 0, state: 'writtenOff' }])
  expect(await findBookFaults(scene.portal.db, today)).toEqual([])
})

test('what raised and used a member’s credit is told with what was left after each', async () => {
  const paymentId = await paidFifty()
  scene.goTo('2027-01-02')
  desk = await scene.portal.as(treasurerId)
  await giveBack(400)
  scene.goTo('2027-01-03')
  await scene.run((work) => withdrawPayment(work, { paymentId, amountCents: 5000, reason: 'Returned' }))
  const own = await scene.portal.as(scene.memberId)
  const { changes, hasMore } = await own.billing.listMyCredit({ limit: 10 })
  expect(changes.map(({ kind, amountCents, leftCents }) => `${kind} ${amountCents} = ${leftCents}`)).toEqual([
    'refunded -5000 = 0',
    'owedBack 400 = 5000',
    'freed 3100 = 4600',
    'givenBack -400 = 1500',
    'used -3100 = 1900',
    'paid 5000 = 5000',
  ])
  expect(hasMore).toBe(false)
  const staff = await scene.portal.as(treasurerId)
  expect(await staff.billing.listCredit({ memberId: scene.memberId, limit: 2, offset: 4 })).toMatchObject({
    changes: [{ kind: 'used' }, { kind: 'paid', method: 'bank' }],
  })
})

test('a refund that is undone gives the days back, and takes its credit note back by an invoice', async () => {
  await scene.start()
  const { paymentId } = await scene.pay(3100)
  scene.goTo('2027-01-05')
  const at = { ...byHand, paidOn: '2027-01-03' } as const // narrows the words
  desk = await scene.portal.as(treasurerId)
  await desk.billing.refund({ ...at, paymentId, amountCents: 3100, idempotencyKey: key() })
  expect(await hasAccess()).toBe(false)
  const { id: refundId = 0 } = (await lastPayment()) ?? {}
  await desk.billing.undoRefund({ paymentId: refundId, reason: 'It was another member' })
  expect(await hasAccess()).toBe(true)
  expect(await scene.charges()).toEqual(['[2027-01-01,2027-02-01) 3100/3100 paid'])
  // The money never left, so it counts on the day of the refund.
  expect(await lastPayment()).toMatchObject({ amountCents: 3100, paidOn: '2027-01-03', reverses: refundId })
  const own = await scene.portal.as(scene.memberId)
  expect((await own.billing.listMyInvoices({})).invoices).toMatchObject([
    { kind: 'invoice', totalCents: 3100 },
    { kind: 'creditNote', totalCents: -3100 },
    { kind: 'invoice', totalCents: 3100 },
  ])
  await scene.portal.runJobs()
  const { messages } = await (
    await scene.portal.as((await aMember(scene.portal.db, { isAdmin: true })).id)
  ).messages.list({ limit: 3 })
  expect(messages.map(({ subject }) => subject)).toContain('$31.00 was not given back after all')
  expect(await findBookFaults(scene.portal.db, '2027-01-05')).toEqual([])
})

test('what a provider paid out stays, and what a bank took is not undone here', async () => {
  const paymentId = await paidFifty()
  const told = { paymentId, amountCents: 1000, method: 'card', reason: 'Wish', providerRef: `re_${paymentId}` } as const // narrows the words
  const { refundId } = await scene.run((work) => refundPayment(work, told))
  expect(await listed(refundId)).toMatchObject({ canUndo: false })
  const undo = desk.billing.undoRefund({ paymentId: refundId, reason: 'A slip' })
  await expect(undo).rejects.toMatchObject({ body: { fields: [{ message: /left by Stripe or the bank/ }] } })
  await expect(desk.billing.undoRefund({ paymentId, reason: 'A slip' })).rejects.toMatchObject({
    body: { fields: [{ field: 'reason' }] },
  })
})

test('a refund to the balance is put right as a refund, and never by its entry alone', async () => {
  const paymentId = await paidFifty()
  await desk.billing.refund({ ...byHand, method: 'balance', paymentId, amountCents: 3000, idempotencyKey: key() })
  const { entries } = await desk.memberbucks.listEntries({ memberId: scene.memberId })
  const reversal = { memberId: scene.memberId, entryId: entries[0]?.id ?? 0, reason: 'A slip' }
  await expect(desk.memberbucks.reverse(reversal)).rejects.toMatchObject({
    body: { fields: [{ message: /belongs to a payment or a refund/ }] },
  })
  const { id: refundId = 0 } = (await lastPayment()) ?? {}
  await desk.billing.undoRefund({ paymentId: refundId, reason: 'A slip' })
  expect(await desk.memberbucks.listEntries({ memberId: scene.memberId })).toMatchObject({ balanceCents: 0 })
  expect(await listed(paymentId)).toMatchObject({ canReverse: true })
})

/** A payment of before, what it paid, and what went out of it or of nothing. */
const formerMoney = `
  insert into members (email, first_name, last_name, screen_name, registered_at)
    values ('a@b.org', 'A', 'B', 'a', now()), ('b@b.org', 'B', 'B', 'b', now());
  insert into payments (member_id, amount_cents, currency, method, paid_on, at, actor_kind, refunds_id, reverses_id) values
    (1, 6500, 'EUR', 'bank', '2026-10-01', '2026-10-01', 'system', null, null),
    (1, -6500, 'EUR', 'bank', '2026-10-02', '2026-10-02', 'system', 1, 1),
    (1, -6500, 'EUR', 'bank', '2026-10-03', '2026-10-03', 'system', null, null),
    (2, 5000, 'EUR', 'bank', '2026-10-01', '2026-10-01', 'system', null, null),
    (2, -2000, 'EUR', 'cash', '2026-10-02', '2026-10-02', 'system', null, null)`

test('credit below nothing of before becomes a charge, and what went out names the payments it went out of', async () => {
  const former = await createFormerDatabase('0112')
  await former.rows(formerMoney)
  await former.update()
  expect(
    await former.rows(`select member_id, kind, amount_cents, paid_cents, state, description from charges`),
  ).toEqual([
    {
      member_id: 1,
      kind: 'toPayBack',
      amount_cents: 6500,
      paid_cents: 0,
      state: 'open',
      description: 'To pay back: more went back than was left',
    },
  ])
  expect(await former.rows('select payment_id, left_cents from payment_credits order by 1')).toEqual([
    { payment_id: 1, left_cents: 0 },
    { payment_id: 4, left_cents: 3000 },
  ])
  expect(await former.rows(`select event, subject_id from audit_events where event = 'billing.toPayBack'`)).toEqual([
    { event: 'billing.toPayBack', subject_id: 1 },
  ])
  expect(await former.rows('select id from payments where reverses_id is not null')).toEqual([])
})

test('the currencies of the database are those that plans can have', async () => {
  const { rows } = await sql<{ text: string }>`select pg_get_constraintdef(oid) as text from pg_constraint
    where conname in ('payments_known_currency', 'plans_known_currency')`.execute(scene.portal.db)
  const known = rows.map(({ text }) => (text.match(/[A-Z]{3}(?=')/g) ?? []).toSorted())
  expect(known).toEqual([planCurrencies.toSorted(), planCurrencies.toSorted()])
})
