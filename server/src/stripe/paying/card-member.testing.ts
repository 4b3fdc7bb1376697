import type { StripeOptions } from '@spacekeeper/simulators/stripe/server.ts'
import { beforeAll, beforeEach } from 'vitest'
import { systemCtx } from '#platform/ctx.ts'
import { localDay } from '#platform/local-day.ts'
import { changeBilling } from '../../billing/billing-work.ts'
import { startSubscription } from '../../billing/subscriptions/subscriptions.ts'
import { aPlan } from '../../plans/factory.ts'
import { ensureCustomer } from '../customers.ts'
import { syncSetup } from '../methods/payment-methods.ts'
import { openStripeScene } from '../stripe-scene.testing.ts'

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

  const intents = async () => {
    const rows = scene.portal.db.selectFrom('stripe_customers').select('customer_id')
    const { customer_id: customer } = await rows.where('member_id', '=', scene.memberId).executeTakeFirstOrThrow()
    return (await scene.stripe.paymentIntents.list({ customer: customer ?? '', limit: 100 })).data
  }

  const paidAtStripe = async () => (await intents()).reduce((sum, { amount_received: cents }) => sum + cents, 0)

  return { subscription, charges, paidHere, intents, paidAtStripe }
}

const cardMemberTries = (scene: ReturnType<typeof openStripeScene> & { memberId: number }) => {
  /** Each try to take what is due, oldest first. */
  const tries = async () =>
    (
      await scene.portal.db
        .selectFrom('stripe_payments')
        .select(['amount_cents', 'state', 'try_number', 'next_try_on'])
        .where('member_id', '=', scene.memberId)
        .where('way', '=', 'automatic')
        .orderBy('id')
        .execute()
    ).map(({ amount_cents: cents, state, try_number: n, next_try_on: next }) =>
      `${n} ${state} ${cents} ${next ?? ''}`.trim(),
    )

  const mails = async () =>
    (
      await scene.portal.db
        .selectFrom('messages')
        .select(['template', 'text'])
        .where('member_id', '=', scene.memberId)
        .where('template', 'in', ['cardPaymentFailed', 'cardConfirmation', 'paymentSentBack', 'paymentReminder'])
        .orderBy('id')
        .execute()
    ).map(({ template, text }) => ({ template, text: text ?? '' }))
  return { tries, mails }
}

/** A member with a card on 31 January 2027, anew for each test, and two plans that can be paid with it. One for a file. */
export const openCardMember = (options: StripeOptions = {}) => {
  const scene = Object.assign(openStripeScene(options), { monthly: 0, bigger: 0, memberId: 0 })
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
  /** A bank account of Stripe's tests, with its mandate, in place of the card. */
  const holdAccount = async (account_number: string) => {
    const setup = await scene.stripe.setupIntents.create({
      customer: await ensureCustomer(ctx(), scene.memberId),
      confirm: true,
      payment_method_data: {
        type: 'au_becs_debit',
        au_becs_debit: { bsb_number: '000-000', account_number },
        billing_details: { name: 'Robin', email: 'robin@example.org' },
      },
      mandate_data: { customer_acceptance: { type: 'offline' } },
      allowed_payment_method_types: ['au_becs_debit'],
    })
    await syncSetup(ctx(), setup.id)
  }
  const today = () => localDay(scene.fake.now(), 'Australia/Brisbane')
  return Object.assign(scene, { ctx, join, holdAccount, today, ...cardMemberReaders(scene), ...cardMemberTries(scene) })
}
