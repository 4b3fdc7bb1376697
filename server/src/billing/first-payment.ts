import type { Ctx } from '#platform/ctx.ts'
import type { BillingWork } from './billing-work.ts'
import { lockCharges } from './charges.ts'
import { issueCharges } from './issuing.ts'
import { rehearse } from './plan-changes.ts'
import { isCollectedByProvider } from './provider.ts'
import { lockSubscription, type Subscription } from './subscription-row.ts'
import { findPlan } from './subscription-terms.ts'
import { chargeJoiningFee } from './subscriptions.ts'

/** What a provider will charge is what we would: worked out here, before it is asked. */
export const chargeLikeProvider = async (work: BillingWork, subscription: Subscription): Promise<void> => {
  if (!isCollectedByProvider(subscription)) return
  const plan = await findPlan(work, subscription.planId)
  Object.assign(subscription, { collector: 'bank', state: 'active' })
  await chargeJoiningFee(work, { subscription, plan })
  await issueCharges(work, [subscription])
}

/** What the first payment of a plan will be that its provider has not begun. */
export const findFirstPayment = (ctx: Ctx, subscriptionId: number): Promise<number> =>
  rehearse(ctx, 'billing.charged', async (work) => {
    await chargeLikeProvider(work, await lockSubscription(work, subscriptionId))
    return (await lockCharges(work, subscriptionId))
      .filter(({ dueOn }) => dueOn <= work.today)
      .reduce((sum, { amountCents, paidCents }) => sum + amountCents - paidCents, 0)
  })
