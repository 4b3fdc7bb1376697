import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { AppError } from '#platform/http/app-error.ts'
import { addDays } from '#platform/local-day.ts'
import { aMember } from '../members/factory.ts'
import { randomOf, someOf } from '../random-runs.testing.ts'
import type { Random } from '../seed/random.ts'
import { billingToday } from './billing-work.ts'
import { lockCharge, voidCharge, writeOffCharge } from './charges/charges.ts'
import { findBookFaults } from './money-faults.testing.ts'
import { bookPayment, giveBackCredit } from './payments/payments.ts'
import { findRefundable, refundPayment } from './payments/refunds.ts'
import { reversePayment, withdrawPayment } from './payments/reversals.ts'
import { undoRefund } from './payments/undone-refunds.ts'
import { openSubscriptionScene } from './subscription-scene.testing.ts'

const scene = openSubscriptionScene()

type PaymentRow = { id: number; amountCents: number; method: string }

const pickPayment = async (random: Random, memberId: number, isIn: boolean): Promise<PaymentRow | undefined> => {
  const { rows } = await sql<PaymentRow>`select id, amount_cents as "amountCents", method from payments
    where member_id = ${memberId} and (amount_cents > 0) = ${isIn} order by id`.execute(scene.portal.db)
  return rows.length === 0 ? undefined : random.pick(rows)
}

const pickCharge = async (random: Random, memberId: number): Promise<number | undefined> => {
  const rows = await scene.portal.db.selectFrom('charges').select('id').where('member_id', '=', memberId).execute()
  return rows.length === 0 ? undefined : random.pick(rows).id
}

const actNames = [
  'pay',
  'pay',
  'payOwed',
  'refund',
  'providerRefund',
  'undo',
  'undo',
  'reverse',
  'withdraw',
  'giveBack',
  'settle',
] as const

let count = 0

/** One thing that happens to the money of a member, by chance; what may be refused is refused whole. */
const act = async (random: Random, memberId: number): Promise<string> => {
  const name = random.pick(actNames)
  const today = await billingToday(scene.portal.ctx)
  const paidOn = addDays(today, -random.whole(0, 5))
  const amountCents = random.whole(1, 5000)
  const method = random.pick(['bank', 'cash', 'balance'] as const)
  const [coming, gone] = [await pickPayment(random, memberId, true), await pickPayment(random, memberId, false)]
  const chargeId = await pickCharge(random, memberId)
  const money = { memberId, amountCents, currency: 'AUD', paidOn }
  const named = { providerRef: `order-${memberId}-${(count += 1)}`, reason: 'test', isSilent: true }
  await scene
    .run(async (work) => {
      const paymentId = coming?.id ?? 0
      if (name === 'pay') await bookPayment(work, { ...money, method: 'bank' })
      if (name === 'payOwed') await bookPayment(work, { ...money, amountCents: 3100, method: 'cash' })
      if (name === 'giveBack') await giveBackCredit(work, { ...money, method: 'bank', note: 'test' })
      if (name === 'undo' && gone) await undoRefund(work, { refundId: gone.id, reason: 'test' })
      if (name === 'reverse' && coming) await reversePayment(work, { paymentId, reason: 'test' })
      if (name === 'refund' && coming) {
        const { mostCents } = await findRefundable(work, { paymentId })
        const cents = random.chance(0.5) ? Math.max(1, mostCents) : amountCents
        const keepsAccess = random.chance(0.2)
        const asked = { paymentId, amountCents: cents, method, reason: 'test', keepsAccess, isSilent: true }
        await refundPayment(work, asked)
      }
      if (name === 'providerRefund' && coming) {
        const cents = Math.min(amountCents, coming.amountCents)
        await refundPayment(work, { ...named, paymentId, amountCents: cents, method: 'card' })
      }
      if (name === 'withdraw' && coming) {
        const cents = random.chance(0.7) ? coming.amountCents : Math.min(amountCents, coming.amountCents)
        await withdrawPayment(work, { ...named, paymentId, amountCents: cents })
      }
      if (name === 'settle' && chargeId !== undefined) {
        const charge = await lockCharge(work, chargeId)
        // A period that is cancelled alone would leave a hole in the days.
        await (charge.kind === 'period' ? writeOffCharge : voidCharge)(work, charge, 'test')
      }
    })
    .catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
    })
  return name
}

/** The account of credit in the journal, and what members have left over by themselves. */
const credit = async () => {
  const { rows } = await sql<{ account: number; members: number; least: number }>`select
      (select coalesce(sum(case when credit = 'memberCredit' then amount_cents else -amount_cents end), 0)::int
        from journal('Australia/Brisbane', 'AUD', null, '9999-12-31') where 'memberCredit' in (debit, credit)) as account,
      (select coalesce(sum(left_cents), 0)::int from payment_credits) as members,
      (select coalesce(min(left_cents), 0)::int from payment_credits) as least`.execute(scene.portal.db)
  return rows[0]
}

/** It goes on from test to test, because they share a database. */
let day = '2027-01-01'

test.each(someOf('credit', ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth']))(
  'payments, refunds, their undoing, reversals, disputes and credit in any order never lose or make a cent (%s)',
  async (name) => {
    const random = randomOf(`credit ${name}`)
    scene.goTo(day)
    await scene.start()
    const first = scene.memberId
    scene.memberId = (await aMember(scene.portal.db, { state: 'active' })).id
    await scene.start()
    const done: string[] = []
    for (let round = 0; round < 60; round += 1) {
      if (random.chance(0.2)) {
        day = addDays(day, random.whole(1, 20))
        await scene.dayByDay(day)
      }
      done.push(await act(random, random.pick([first, scene.memberId])))
      expect({ done, faults: await findBookFaults(scene.portal.db, day) }).toEqual({ done, faults: [] })
    }
    const { account, members, least } = (await credit()) ?? {}
    expect({ account, isNeverBelow: (least ?? -1) >= 0 }).toEqual({ account: members, isNeverBelow: true })
  },
  120_000,
)
