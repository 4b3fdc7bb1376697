import type { FakeStripe } from '@spacekeeper/simulators/stripe/server.ts'
import { sql } from 'kysely'
import type { Stripe } from 'stripe'
import { expect } from 'vitest'
import type { Ctx } from '#platform/ctx.ts'
import { changeBilling } from '../billing/billing-work.ts'
import { changeMyPlan, previewChange } from '../billing/subscriptions/plan-changes.ts'
import { startSubscription } from '../billing/subscriptions/subscriptions.ts'
import { aMember } from '../members/factory.ts'
import type { TestPortal } from '../portal.testing.ts'
import { saveByName } from './methods/payment-methods.ts'
import { setAutomaticTopUp, topUpAutomatically } from './paying/automatic.ts'
import { payByCard } from './paying/card-payments.ts'
import { collectDues } from './paying/collection.ts'
import { finishPayment } from './paying/unfinished-payments.ts'
import { finishCardRefund, refundToCard } from './refunds/card-refunds.ts'
import { syncRoot } from './sync-root.ts'

const notYet = (error: unknown) => (error instanceof Error ? error.message : 'not yet')

/** Does it again until it succeeds: the database is reached after a moment. */
export const untilDone = async (run: () => Promise<unknown>): Promise<void> => {
  await expect.poll(() => run().then(() => 'done', notYet)).toBe('done')
}

export type CutScene = {
  portal: TestPortal
  fake: FakeStripe
  stripe: Stripe
  monthly: number
  bigger: number
  treasurerId: number
}

/** What happens by itself, or when a person asks again, after something ended in the middle. */
export type CutAct = {
  name: string
  prepare: () => Promise<number>
  run: (memberId: number, on?: TestPortal) => Promise<unknown>
  again: (memberId: number) => Promise<unknown>
  table: string
  taken: number
  sum: 'payments' | 'ledger_entries'
}

/** What the first month of the plan and joining cost. */
export const monthAndFee = 4100

let scene: CutScene

/** Said once, before the first test of the file. */
export const cutOn = (at: CutScene): void => {
  scene = at
}

export const aCardMember = async (state: 'noob' | 'active'): Promise<number> => {
  const { id } = await aMember(scene.portal.db, { state })
  await saveByName(scene.portal.ctx, { memberId: id, methodId: 'pm_card_visa' })
  return id
}

export const aCardPayer = () => aCardMember('active')

export const subscriptionOf = (memberId: number) =>
  scene.portal.db
    .selectFrom('subscriptions')
    .select(['id', 'plan_id', 'state', 'has_access'])
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow()

export const choose = (memberId: number) =>
  changeBilling(scene.portal.ctx, 'billing.subscribed', (work) =>
    startSubscription(work, { memberId, planId: scene.monthly, collector: 'stripe', paysBeforeAccess: true }),
  )

/** Takes what is due, as in the night and by the job. */
export const collect = (memberId: number, { ctx } = scene.portal) => collectDues(ctx, { memberId })

export const aMemberWhoChose = async (): Promise<number> => {
  const memberId = await aCardPayer()
  await choose(memberId)
  return memberId
}

export const aMemberWhoPaid = async (): Promise<number> => {
  const memberId = await aMemberWhoChose()
  await collect(memberId)
  return memberId
}

export const sumOf = async (table: 'payments' | 'ledger_entries', memberId: number): Promise<number> => {
  const { rows } = await sql<{ cents: number }>`select coalesce(sum(amount_cents), 0)::int as cents
    from ${sql.table(table)} where member_id = ${memberId}`.execute(scene.portal.db)
  return rows[0]?.cents ?? 0
}

const customerOf = async (memberId: number): Promise<string> => {
  const row = scene.portal.db.selectFrom('stripe_customers').select('customer_id').where('member_id', '=', memberId)
  return (await row.executeTakeFirstOrThrow()).customer_id ?? ''
}

export const takenOf = async (memberId: number): Promise<number> => {
  const { data } = await scene.stripe.charges.list({ customer: await customerOf(memberId), limit: 100 })
  return data.reduce(
    (sum, { status, amount, amount_refunded: back }) => sum + (status === 'succeeded' ? amount - back : 0),
    0,
  )
}

const changeNow = async (memberId: number, { ctx } = scene.portal) => {
  if ((await subscriptionOf(memberId)).plan_id === scene.bigger) return
  const wanted = { memberId, planId: scene.bigger, when: 'now' as const }
  await changeMyPlan(ctx, { ...wanted, ...(await previewChange(ctx, wanted)) })
}

const changeAndPay = async (memberId: number, on = scene.portal) => {
  await changeNow(memberId, on)
  await collect(memberId, on)
}

const lastIntent = async (memberId: number): Promise<string> => {
  const { data } = await scene.stripe.paymentIntents.list({ customer: await customerOf(memberId), limit: 1 })
  return data[0]?.id ?? ''
}

const aRefundedMember = async (): Promise<number> => {
  const memberId = await aMemberWhoPaid()
  await scene.stripe.refunds.create({ payment_intent: await lastIntent(memberId), amount: 700 })
  return memberId
}

const aMemberWithAnOrder = async (): Promise<number> => {
  const memberId = await aCardPayer()
  const order = { thresholdCents: 500, amountCents: 2000, monthlyCapCents: 4000 }
  const client = await scene.portal.as(memberId)
  const { consent } = await client.stripe.getAutomaticTopUp()
  await setAutomaticTopUp(scene.portal.ctx, { memberId, ...order, consent })
  return memberId
}

const asTreasurer = (ctx: Ctx): Ctx => ({
  ...ctx,
  actor: {
    kind: 'member',
    id: scene.treasurerId,
    isAdmin: false,
    permissions: ['money'],
    state: 'active',
    sessionId: 0,
  },
})

/** The first payment of a member. */
export const paymentOf = async (memberId: number): Promise<number> => {
  const paid = scene.portal.db.selectFrom('payments').select('id').where('member_id', '=', memberId)
  return (await paid.where('amount_cents', '>', 0).orderBy('id').executeTakeFirstOrThrow()).id
}

const refundDesk = async (memberId: number, { ctx } = scene.portal) => {
  const paymentId = await paymentOf(memberId)
  const refund = { paymentId, amountCents: 700, reason: 'Closed', keepsAccess: false, idempotencyKey: 'refund once' }
  await refundToCard(asTreasurer(ctx), refund)
}

const finishRefundsOf = async (memberId: number) => {
  const rows = scene.portal.db.selectFrom('stripe_refunds').select('id').where('member_id', '=', memberId)
  for (const { id } of await rows.execute()) await finishCardRefund(scene.portal.ctx, { refundId: id })
}

/** A plan that is paid by transfer, and open. */
export const aMemberWhoOwes = async (): Promise<number> => {
  const memberId = await aCardPayer()
  await changeBilling(scene.portal.ctx, 'billing.subscribed', (work) =>
    startSubscription(work, { memberId, planId: scene.monthly, collector: 'bank', paysBeforeAccess: true }),
  )
  return memberId
}

export const payDues = (memberId: number, { ctx } = scene.portal) =>
  payByCard(ctx, { memberId, amountCents: monthAndFee, way: 'saved', idempotencyKey: 'dues once' })

const finishPaymentsOf = async (memberId: number, { ctx } = scene.portal) => {
  const rows = scene.portal.db.selectFrom('stripe_payments').select('id').where('member_id', '=', memberId)
  for (const { id } of await rows.execute()) await finishPayment(ctx, { paymentId: id })
}

export const cutActs: CutAct[] = [
  {
    name: 'joining by card',
    prepare: aMemberWhoChose,
    run: collect,
    again: collect,
    table: 'payments',
    taken: monthAndFee,
    sum: 'payments',
  },
  {
    name: 'a change of plan',
    prepare: aMemberWhoPaid,
    run: changeAndPay,
    // The member, who looks; then the job.
    again: changeAndPay,
    table: 'charges',
    taken: monthAndFee + 3100,
    sum: 'payments',
  },
  {
    name: 'a refund',
    prepare: aRefundedMember,
    run: async (memberId, { ctx } = scene.portal) => syncRoot(ctx, await lastIntent(memberId)),
    again: async (memberId) => syncRoot(scene.portal.ctx, await lastIntent(memberId)),
    table: 'payments',
    taken: monthAndFee - 700,
    sum: 'payments',
  },
  {
    name: 'a refund that staff asked for',
    prepare: aMemberWhoPaid,
    run: refundDesk,
    // Staff press again, and the job looks after what was left.
    again: async (memberId) => {
      await refundDesk(memberId)
      await finishRefundsOf(memberId)
    },
    table: 'stripe_refunds',
    taken: monthAndFee - 700,
    sum: 'payments',
  },
  {
    name: 'a refund that staff asked for while Stripe was away',
    prepare: aMemberWhoPaid,
    run: async (memberId, on) => {
      scene.fake.faults.add({ what: 'refuseConnection', times: 100 })
      await refundDesk(memberId, on).finally(() => scene.fake.faults.clear())
    },
    again: async (memberId) => {
      await refundDesk(memberId)
      await finishRefundsOf(memberId)
    },
    table: 'stripe_refunds',
    taken: monthAndFee - 700,
    sum: 'payments',
  },
  {
    name: 'a payment of dues',
    prepare: aMemberWhoOwes,
    run: payDues,
    again: async (memberId) => {
      await finishPaymentsOf(memberId)
      if ((await sumOf('payments', memberId)) === 0) await payDues(memberId)
    },
    table: 'stripe_payments',
    taken: monthAndFee,
    sum: 'payments',
  },
  {
    name: 'an automatic top-up',
    prepare: aMemberWithAnOrder,
    run: (memberId, { ctx } = scene.portal) => topUpAutomatically(ctx, { memberId, isShort: true }),
    again: async (memberId) => {
      await topUpAutomatically(scene.portal.ctx, { memberId, isShort: true })
      await finishPaymentsOf(memberId)
    },
    table: 'ledger_entries',
    taken: 2000,
    sum: 'ledger_entries',
  },
]
