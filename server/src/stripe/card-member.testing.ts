import { beforeAll, beforeEach } from 'vitest'
import { systemCtx } from '#platform/ctx.ts'
import { localDay } from '#platform/local-day.ts'
import { changeBilling } from '../billing/billing-work.ts'
import { startSubscription } from '../billing/subscriptions.ts'
import { aPlan } from '../plans/factory.ts'
import { openStripeScene } from './stripe-scene.testing.ts'

/** What is stored of the member, and what Stripe says beside it. */
const cardMemberReaders = (scene: ReturnType<typeof openStripeScene> & { memberId: number }) => {
  const subscription = () =>
    scene.portal.db
      .selectFrom('subscriptions')
      .select(['id', 'state', 'plan_id', 'paid_through', 'charged_through', 'has_access', 'cancel_on', 'provider_ref'])
      .where('member_id', '=', scene.memberId)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()

  /** By their days, fees last. */
  const charges = async () =>
    (
      await scene.portal.db
        .selectFrom('charges')
        .select(['kind', 'period', 'amount_cents', 'paid_cents', 'state'])
        .where('member_id', '=', scene.memberId)
        .where('state', '<>', 'void')
        .orderBy('period')
        .orderBy('id')
        .execute()
    ).map((row) => `${row.period ?? row.kind} ${row.paid_cents}/${row.amount_cents} ${row.state}`)

  const paidHere = async () => {
    const rows = scene.portal.db.selectFrom('payments').select('amount_cents').where('member_id', '=', scene.memberId)
    return (await rows.execute()).reduce((sum, { amount_cents: cents }) => sum + cents, 0)
  }

  const paidAtStripe = async () => {
    const { provider_ref: ref } = await subscription()
    const invoices = await scene.stripe.invoices.list({ subscription: ref ?? '', limit: 100 })
    return invoices.data.reduce((sum, { amount_paid: cents }) => sum + cents, 0)
  }
  return { subscription, charges, paidHere, paidAtStripe }
}

/** A member with a card on 31 January 2027, anew for each test, and two plans that can be paid with it. One for a file. */
export const openCardMember = () => {
  const scene = Object.assign(openStripeScene(), { monthly: 0, bigger: 0, memberId: 0 })
  beforeAll(async () => {
    const { db } = scene.portal
    scene.monthly = (await aPlan(db, { costCents: 3100, collectors: ['stripe', 'bank'], joiningFeeCents: 1000 })).id
    scene.bigger = (await aPlan(db, { costCents: 6200, collectors: ['stripe', 'bank'] })).id
  })
  beforeEach(async () => {
    scene.memberId = await scene.aCardHolder()
  })
  const ctx = () => systemCtx(scene.portal.services)
  const join = async () => {
    const { memberId, monthly: planId } = scene
    await changeBilling(ctx(), 'billing.subscribed', (work) =>
      startSubscription(work, { memberId, planId, collector: 'stripe', paysBeforeAccess: true }),
    )
    await scene.settle()
  }
  const today = () => localDay(scene.fake.now(), 'Australia/Brisbane')
  return Object.assign(scene, { ctx, join, today, ...cardMemberReaders(scene) })
}
