import { type EventWords, say } from '../event.ts'

export const plansEvents = {
  'tier.added': say('money', '{actor} added the tier {name}'),
  'tier.changed': say('money', '{actor} changed the tier {name}'),
  'tier.removed': say('money', '{actor} removed the tier {name}'),
  'tier.archived': say('money', '{actor} archived the tier {name}'),
  'tier.restored': say('money', '{actor} brought back the tier {name}'),
  'tiers.ordered': say('money', '{actor} changed the order of the tiers'),
  'tiers.examplesAdded': say('money', '{actor} added example tiers and plans'),
  'plan.added': say('money', '{actor} added the plan {name}'),
  'plan.changed': say('money', '{actor} changed the plan {name}'),
  'plan.removed': say('money', '{actor} removed the plan {name}'),
  'plan.archived': say('money', '{actor} archived the plan {name}'),
  'plan.restored': say('money', '{actor} brought back the plan {name}'),
  'plans.ordered': say('money', '{actor} changed the order of the plans of {name}'),
  'coupon.added': say('money', '{actor} added the coupon {name}'),
  'coupon.ended': say('money', '{actor} ended the coupon {name}'),
} as const satisfies Record<`${string}.${string}`, EventWords>
