import { afterAll, beforeAll, beforeEach } from 'vitest'
import { addDays } from '#platform/local-day.ts'
import { aMember } from '../members/factory.ts'
import { aPlan } from '../plans/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { type BillingWork, changeBilling } from './billing-work.ts'
import { creditOf } from './payments/credit.ts'
import { bookPayment } from './payments/payments.ts'
import { runBilling } from './subscriptions/nightly.ts'
import { startSubscription } from './subscriptions/subscriptions.ts'

/** What is stored of the member. */
const readersOf = (scene: { portal: TestPortal; memberId: number }) => {
  const subscription = () =>
    scene.portal.db
      .selectFrom('subscriptions')
      .select(['id', 'state', 'paid_through', 'charged_through', 'has_access', 'cancel_on', 'started_on'])
      .where('member_id', '=', scene.memberId)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()

  const charges = async () =>
    (
      await scene.portal.db
        .selectFrom('charges')
        .select(['period', 'amount_cents', 'paid_cents', 'state'])
        .where('member_id', '=', scene.memberId)
        .where('kind', '=', 'period')
        .orderBy('period')
        .orderBy('id')
        .execute()
    ).map((row) => `${row.period} ${row.paid_cents}/${row.amount_cents} ${row.state}`)

  const membership = () =>
    scene.portal.db
      .selectFrom('members')
      .select(['membership_state', 'subscription_status'])
      .where('id', '=', scene.memberId)
      .executeTakeFirstOrThrow()
  return { subscription, charges, membership }
}

/** A member on 1 January 2027 in a space in Brisbane, two plans, and what can be done and looked up. One for a file. */
export const openSubscriptionScene = () => {
  let now = new Date()
  let portal: TestPortal | undefined
  const scene = {
    get portal(): TestPortal {
      if (!portal) throw new Error('the portal starts before the first test')
      return portal
    },
    monthly: 0,
    yearly: 0,
    memberId: 0,
  }
  /** Noon there. */
  const goTo = (day: string) => {
    now = new Date(`${day}T02:00:00Z`)
  }
  beforeAll(async () => {
    portal = await startTestPortal({ now: () => now })
    scene.monthly = (await aPlan(portal.db, { costCents: 3100, collectors: ['bank', 'balance', 'cash'] })).id
    scene.yearly = (await aPlan(portal.db, { costCents: 36_500, interval: 'year', collectors: ['bank'] })).id
  })
  afterAll(() => portal?.close())
  beforeEach(async () => {
    goTo('2027-01-01')
    scene.memberId = (await aMember(scene.portal.db, { state: 'active' })).id
  })

  const run = <T>(work: (work: BillingWork) => Promise<T>) => changeBilling(scene.portal.ctx, 'billing.paid', work)

  const start = (planId = scene.monthly, paysBeforeAccess = false) =>
    run((work) => startSubscription(work, { memberId: scene.memberId, planId, collector: 'bank', paysBeforeAccess }))

  const pay = (amountCents: number) =>
    run((work) =>
      bookPayment(work, { memberId: scene.memberId, amountCents, currency: 'AUD', method: 'bank', paidOn: work.today }),
    )

  const credit = () => run((work) => creditOf(work, scene.memberId, 'AUD'))

  const dayByDay = async (until: string) => {
    for (let day = now.toISOString().slice(0, 10); day <= until; day = addDays(day, 1)) {
      goTo(day)
      await runBilling(scene.portal.ctx)
    }
  }
  return Object.assign(scene, { goTo, run, start, pay, credit, dayByDay, ...readersOf(scene) })
}
