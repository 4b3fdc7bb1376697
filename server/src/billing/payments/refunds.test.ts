import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { aMember } from '../../members/factory.ts'
import { openSubscriptionScene } from '../subscription-scene.testing.ts'
import { changePlan } from '../subscriptions/subscription-terms.ts'
import { giveMoreTime } from '../subscriptions/subscriptions.ts'
import { findRefundable, type PaymentRefund, refundPayment } from './refunds.ts'
import { reversePayment, withdrawPayment } from './reversals.ts'

const scene = openSubscriptionScene()
let treasurerId = 0
beforeAll(async () => {
  treasurerId = (await aMember(scene.portal.db, { permissions: ['money'] })).id
})

/** On 1 January with January paid. */
const paid = async () => {
  await scene.start()
  return (await scene.pay(3100)).paymentId
}

const refund = (facts: Pick<PaymentRefund, 'paymentId' | 'amountCents'> & Partial<PaymentRefund>) =>
  scene.run((work) => refundPayment(work, { method: 'bank', reason: 'The space was closed', ...facts }))

const hasAccess = async () => (await scene.subscription()).has_access

const desk = () => scene.portal.as(treasurerId)

const chargeId = async () =>
  (
    await scene.portal.db
      .selectFrom('charges')
      .select('id')
      .where('member_id', '=', scene.memberId)
      .orderBy('id')
      .executeTakeFirstOrThrow()
  ).id

const owedBack = () =>
  scene.portal.db
    .selectFrom('charges')
    .select(['amount_cents', 'paid_cents', 'state', 'description'])
    .where('member_id', '=', scene.memberId)
    .where('kind', '=', 'toPayBack')
    .execute()

test('a period that is paid back gives no access at once, and the next one is charged and gives it as usual', async () => {
  const paymentId = await paid()
  scene.goTo('2027-01-03')
  const done = await refund({ paymentId, amountCents: 3100 })
  expect(done).toMatchObject({ isNew: true, creditCents: 0, refunded: [{ cents: 3100, isWhole: true }] })
  expect(await scene.charges()).toEqual(['[2027-01-01,2027-02-01) 0/0 refunded'])
  expect(await scene.subscription()).toMatchObject({ state: 'active', has_access: false, paid_through: '2027-01-01' })
  await scene.dayByDay('2027-01-20')
  // Charged ahead, and still without access, until the period begins.
  expect((await scene.charges()).at(-1)).toBe('[2027-02-01,2027-03-01) 0/3100 open')
  expect(await scene.subscription()).toMatchObject({ state: 'active', has_access: false })
  await scene.pay(3100)
  await scene.dayByDay('2027-01-31')
  expect(await hasAccess()).toBe(false)
  await scene.dayByDay('2027-02-01')
  expect(await hasAccess()).toBe(true)
})

test('days that are paid back in advance give none of the days of grace', async () => {
  await paid()
  await scene.dayByDay('2027-01-25')
  const { paymentId } = await scene.pay(3100)
  await refund({ paymentId, amountCents: 3100 })
  await scene.dayByDay('2027-01-31')
  expect(await hasAccess()).toBe(true)
  await scene.dayByDay('2027-02-01')
  expect(await hasAccess()).toBe(false)
  await scene.run((work) => giveMoreTime(work, { memberId: scene.memberId, until: '2027-02-03' }))
  expect(await hasAccess()).toBe(true)
  await scene.dayByDay('2027-02-03')
  expect(await hasAccess()).toBe(false)
})

test('paid back with access kept, or in part, a period stays paid and is smaller', async () => {
  const paymentId = await paid()
  await refund({ paymentId, amountCents: 600 })
  expect(await scene.charges()).toEqual(['[2027-01-01,2027-02-01) 2500/2500 paid'])
  await expect(refund({ paymentId, amountCents: 2501 })).rejects.toMatchObject({
    facts: { fields: [{ field: 'amountCents' }] },
  })
  await refund({ paymentId, amountCents: 2500, keepsAccess: true })
  expect(await scene.charges()).toEqual(['[2027-01-01,2027-02-01) 0/0 paid'])
  expect(await scene.subscription()).toMatchObject({ has_access: true, paid_through: '2027-02-01' })
})

test('what is left over is given back first, then the newest period, and the rest stays paid', async () => {
  await scene.start()
  const { paymentId } = await scene.pay(7000)
  await scene.dayByDay('2027-01-25')
  expect(await scene.credit()).toBe(800)
  await refund({ paymentId, amountCents: 500 })
  expect(await scene.credit()).toBe(300)
  await refund({ paymentId, amountCents: 3500 })
  expect(await scene.charges()).toEqual([
    '[2027-01-01,2027-02-01) 3000/3000 paid',
    '[2027-02-01,2027-03-01) 0/0 refunded',
  ])
  // What was given back of it pays nothing more.
  await scene.dayByDay('2027-02-25')
  expect((await scene.charges()).at(-1)).toBe('[2027-03-01,2027-04-01) 0/3100 open')
  expect(await scene.run((work) => findRefundable(work, { paymentId }))).toMatchObject({ mostCents: 3000 })
})

test('a part payment of an open charge is given back, and the charge is owed whole', async () => {
  await scene.start()
  const { paymentId } = await scene.pay(1000)
  await refund({ paymentId, amountCents: 1000 })
  expect(await scene.charges()).toEqual(['[2027-01-01,2027-02-01) 0/3100 open'])
  await expect(refund({ paymentId, amountCents: 1 })).rejects.toMatchObject({ code: 'alreadyReversed' })
})

test('a refund of the provider is booked once however often it is told, and whatever was left', async () => {
  const paymentId = await paid()
  await refund({ paymentId, amountCents: 3000 })
  const told = { paymentId, amountCents: 100, method: 'card', providerRef: `re_${paymentId}` } as const // narrows the words
  const both = await Promise.all([refund(told), refund(told)])
  expect(both.filter(({ isNew }) => isNew)).toHaveLength(1)
  expect(new Set(both.map(({ refundId }) => refundId)).size).toBe(1)
  await expect(refund({ ...told, amountCents: 99 })).rejects.toMatchObject({ code: 'keyReused' })
  // A payment that came back after a part of it was given back leaves the member owing that part.
  const other = await scene.pay(3100)
  await refund({ paymentId: other.paymentId, amountCents: 600 })
  const back = { paymentId: other.paymentId, reason: 'returned' }
  await expect(scene.run((work) => reversePayment(work, back))).rejects.toMatchObject({
    code: 'givenBack',
    facts: { detail: '$6.00 of it was given back on 1 January 2027. Undo that first.' },
  })
  await scene.run((work) => withdrawPayment(work, { ...back, amountCents: 3100 }))
  expect(await scene.credit()).toBe(0)
  expect(await owedBack()).toMatchObject([{ amount_cents: 600, state: 'open', description: 'To pay back: returned' }])
})

test('a change of plan and a pause make room where days were paid back', async () => {
  const paymentId = await paid()
  scene.goTo('2027-01-11')
  await refund({ paymentId, amountCents: 3100 })
  const wanted = { memberId: scene.memberId, planId: scene.yearly, when: 'now' } as const // narrows the words
  await scene.run((work) => changePlan(work, wanted))
  expect(await scene.charges()).toEqual([
    '[2027-01-01,2027-01-11) 0/0 refunded',
    '[2027-01-11,2027-02-01) 0/0 void',
    '[2027-01-11,2028-01-11) 0/36500 open',
  ])
  expect(await hasAccess()).toBe(true)
})

/** What every account of the journal comes to by a day. */
const balances = async (through: string) => {
  const { rows } = await sql<{ account: string; cents: number }>`select account, sum(cents)::int as cents from (
      select debit as account, amount_cents as cents, member_id
        from journal('Australia/Brisbane', 'AUD', null, ${through}::date)
      union all select credit, -amount_cents, member_id from journal('Australia/Brisbane', 'AUD', null, ${through}::date)
    ) j where member_id = ${scene.memberId} group by account having sum(cents) <> 0 order by account`.execute(
    scene.portal.db,
  )
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]))
}

test('the books take income, what is owed and money back on the day of a refund, and leave the days before', async () => {
  const paymentId = await paid()
  scene.goTo('2027-01-20')
  await refund({ paymentId, amountCents: 600, method: 'cash' })
  expect(await balances('2027-01-10')).toEqual({ bank: 3100, deferredIncome: -2100, dues: -1000 })
  expect(await balances('2027-01-31')).toEqual({ bank: 3100, cash: -600, dues: -2500 })
  scene.goTo('2027-02-05')
  await refund({ paymentId, amountCents: 2500 })
  expect(await balances('2027-01-31')).toEqual({ bank: 3100, cash: -600, dues: -2500 })
  expect(await balances('2027-02-28')).toEqual({ bank: 600, cash: -600 })
})

test('money that goes back to the prepaid balance is booked there and owed to the member', async () => {
  const paymentId = await paid()
  const own = await desk()
  const asked = { paymentId, amountCents: 3100, method: 'balance', paidOn: '2027-01-01', reason: 'Wish' } as const // narrows the words
  await own.billing.refund({ ...asked, idempotencyKey: `balance-${paymentId}` })
  expect(await balances('2027-01-31')).toEqual({ balances: -3100, bank: 3100 })
})

test('the desk says before what a refund does: days, access, the household and the next period', async () => {
  const paymentId = await paid()
  scene.goTo('2027-01-10')
  const own = await desk()
  expect(await own.billing.previewRefund({ paymentId })).toMatchObject({
    mostCents: 3100,
    creditCents: 0,
    charges: [{ from: '2027-01-01', to: '2027-02-01', cents: 3100, isWhole: true, isOpen: false }],
    lostDays: [{ from: '2027-01-10', to: '2027-02-01' }],
    endsAccessToday: true,
    people: 0,
    nextFrom: '2027-02-01',
    hasBalance: true,
  })
  expect(await own.billing.previewRefund({ paymentId, keepsAccess: 'true' })).toMatchObject({
    lostDays: [],
    endsAccessToday: false,
  })
  // Nothing of it is kept.
  expect(await scene.charges()).toEqual(['[2027-01-01,2027-02-01) 3100/3100 paid'])
  await expect(own.billing.previewRefund({ paymentId, amountCents: 3101 })).rejects.toMatchObject({
    body: { fields: [{ field: 'amountCents' }] },
  })
  await expect(own.billing.previewRefund({})).rejects.toMatchObject({ body: { fields: [{ field: 'paymentId' }] } })
})

test('a charge that several payments paid is given back from each, once, and credited to its invoice', async () => {
  await scene.start()
  await scene.pay(1100)
  await scene.pay(5000)
  const own = await desk()
  const asked = {
    chargeId: await chargeId(),
    amountCents: 3100,
    method: 'bank',
    paidOn: '2027-01-01',
    reason: 'Left the town',
    idempotencyKey: `charge-${scene.memberId}`,
  } as const // narrows the words
  const both = await Promise.all([own.billing.refund(asked), own.billing.refund(asked)])
  expect(both[0]?.refundIds).toHaveLength(2)
  expect(both[1]?.refundIds).toEqual(both[0]?.refundIds)
  expect(await scene.charges()).toEqual(['[2027-01-01,2027-02-01) 0/0 refunded'])
  expect(await scene.credit()).toBe(3000)
  const { invoices } = await (await scene.portal.as(scene.memberId)).billing.listMyInvoices({})
  expect(invoices).toMatchObject([{ kind: 'creditNote', totalCents: -3100 }, { totalCents: 3100 }])
  const { payments } = await own.billing.deskPayments({ limit: 4 })
  expect(payments).toMatchObject([
    { amountCents: -1100, note: 'Left the town', canRefund: false },
    { amountCents: -2000 },
    { amountCents: 5000, refundedCents: 2000, canRefund: true },
    { amountCents: 1100, refundedCents: 1100, isReversed: true, canRefund: false },
  ])
  const { charges } = await own.billing.deskCharges({ list: 'settled' })
  expect(charges[0]).toMatchObject({ state: 'refunded', reason: 'Left the town', amountCents: 3100 })
})

test('staff give nothing back to themselves', async () => {
  const payer = await aMember(scene.portal.db, { permissions: ['money'] })
  scene.memberId = payer.id
  const paymentId = await paid()
  const own = await scene.portal.as(payer.id)
  const asked = { paymentId, amountCents: 1, method: 'cash', paidOn: '2027-01-01', reason: 'Mine' } as const // narrows the words
  await expect(own.billing.refund({ ...asked, idempotencyKey: 'own' })).rejects.toMatchObject({ code: 'ownPayment' })
})
