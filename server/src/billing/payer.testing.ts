import type { Collector } from '@spacekeeper/contract/billing/words.ts'
import { aMember, type MemberFacts } from '../members/factory.ts'
import { aPlan } from '../plans/factory.ts'
import type { TestPortal } from '../portal.testing.ts'
import { changeBilling } from './billing-work.ts'
import { startSubscription } from './subscriptions/subscriptions.ts'

type PayerFacts = MemberFacts & {
  planId?: number
  collector?: Collector
  costCents?: number
  joiningFeeCents?: number
  /** Access only once the first payment is there. */
  paysBeforeAccess?: boolean
}

export type Payer = { id: number; planId: number; subscriptionId: number; chargeId: number; name: string }

/** A member on a plan since the portal's today, whose first charge is open and due today. */
export const aPayer = async (portal: TestPortal, facts: PayerFacts = {}): Promise<Payer> => {
  const {
    planId: wantedPlan,
    collector = 'bank',
    costCents = 6500,
    joiningFeeCents = 0,
    paysBeforeAccess = false,
  } = facts
  const { id } = await aMember(portal.db, facts)
  const planId = wantedPlan ?? (await aPlan(portal.db, { costCents, joiningFeeCents })).id
  const { subscriptionId } = await changeBilling(portal.ctx, 'billing.subscribed', (work) =>
    startSubscription(work, { memberId: id, planId, collector, paysBeforeAccess }),
  )
  const charge = await portal.db
    .selectFrom('charges')
    .select('id')
    .where('subscription_id', '=', subscriptionId)
    .where('kind', '=', 'period')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  return {
    id,
    planId,
    subscriptionId,
    chargeId: charge.id,
    name: `${facts.firstName ?? 'Member'} ${facts.lastName ?? ''}`,
  }
}

/** A charge as it is now. */
export const chargeOf = (portal: TestPortal, chargeId: number) =>
  portal.db.selectFrom('charges').selectAll().where('id', '=', chargeId).executeTakeFirstOrThrow()
