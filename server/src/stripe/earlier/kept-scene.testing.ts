import { beforeAll, beforeEach } from 'vitest'
import { aMember } from '../../members/factory.ts'
import { aPlan } from '../../plans/factory.ts'
import { openStripeScene } from '../stripe-scene.testing.ts'
import { aKeptPlan, type KeptPlace, type KeptPlan, takeOpenInvoices } from './kept-plans.testing.ts'

/** Reads what is stored of such a plan, and what Stripe says beside it. */
const keptPlanReaders = (scene: ReturnType<typeof openStripeScene>) => {
  const planOf = ({ id }: Pick<KeptPlan, 'id'>) =>
    scene.portal.db
      .selectFrom('subscriptions')
      .select(['state', 'plan_id', 'collector', 'provider_ref', 'charged_through', 'paid_through', 'cancel_on'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()

  const takeOverOf = ({ id }: Pick<KeptPlan, 'id'>) =>
    scene.portal.db
      .selectFrom('stripe_take_overs')
      .select(['hindrance', 'is_owed_here', 'done_at'])
      .where('subscription_id', '=', id)
      .executeTakeFirst()

  const chargesOf = ({ memberId }: Pick<KeptPlan, 'memberId'>) =>
    scene.portal.db
      .selectFrom('charges')
      .select(['id', 'period', 'amount_cents', 'paid_cents', 'state'])
      .where('member_id', '=', memberId)
      .where('state', '<>', 'void')
      .orderBy('id')
      .execute()

  const paidHere = async ({ memberId }: Pick<KeptPlan, 'memberId'>) => {
    const rows = scene.portal.db.selectFrom('payments').select('amount_cents').where('member_id', '=', memberId)
    return (await rows.execute()).reduce((sum, { amount_cents: cents }) => sum + cents, 0)
  }

  const takenThere = async ({ customer }: Pick<KeptPlan, 'customer'>) => {
    const { data } = await scene.stripe.charges.list({ customer, limit: 100 })
    return data.reduce((sum, { status, amount }) => sum + (status === 'succeeded' ? amount : 0), 0)
  }

  const atStripe = ({ ref }: Pick<KeptPlan, 'ref'>) => scene.stripe.subscriptions.retrieve(ref)

  return { planOf, takeOverOf, chargesOf, paidHere, takenThere, atStripe }
}

/** A portal with plans that Stripe collected for it until now, and a treasurer. One for a file. */
export const openKeptScene = () => {
  const scene = Object.assign(openStripeScene(), { planId: 0, bigger: 0, treasurerId: 0 })
  beforeAll(async () => {
    const { db } = scene.portal
    scene.planId = (await aPlan(db, { costCents: 3100, collectors: ['stripe', 'bank'] })).id
    scene.bigger = (await aPlan(db, { costCents: 6200, collectors: ['stripe', 'bank'] })).id
    scene.treasurerId = (await aMember(db, { permissions: ['money', 'members'] })).id
  })
  beforeEach(() => scene.fake.faults.clear())

  const place = (): KeptPlace => ({ portal: scene.portal, stripe: scene.stripe, planId: scene.planId })

  const aPlanAtStripe = (options: Parameters<typeof aKeptPlan>[1] = {}) => aKeptPlan(place(), options)

  /** One for which something is on the next invoice, so that a person has to look at it. */
  const aHinderedPlan = async (): Promise<KeptPlan> => {
    const kept = await aPlanAtStripe()
    const item = { customer: kept.customer, currency: 'aud', amount: 500, description: 'A locker' }
    await scene.stripe.invoiceItems.create(item)
    return kept
  }

  /** The portal is off meanwhile. */
  const passMonth = () => scene.fake.advance(new Date(scene.fake.now().getTime() + 33 * 86_400_000))

  const readers = keptPlanReaders(scene)

  /** Plans whose second month Stripe could not take, with the charge of it that is open here. */
  const listUnpaidPlans = async (count: number) => {
    const plans: KeptPlan[] = []
    for (let n = 0; n < count; n += 1) {
      const kept = await aPlanAtStripe()
      const { customer, ref } = kept
      const bad = await scene.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
      await scene.stripe.subscriptions.update(ref, { default_payment_method: bad.id })
      plans.push(kept)
    }
    await passMonth()
    const open = plans.map(async (kept) => {
      await takeOpenInvoices(scene.portal, kept)
      const charge = (await readers.chargesOf(kept)).find(({ state }) => state === 'open')
      return { ...kept, chargeId: charge?.id ?? 0 }
    })
    return Promise.all(open)
  }

  return Object.assign(scene, {
    aPlanAtStripe,
    aHinderedPlan,
    listUnpaidPlans,
    passMonth,
    place,
    ...readers,
  })
}
