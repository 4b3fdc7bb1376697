import type { StaffPlan, TierDetails } from '@spacekeeper/contract/plans/shapes.ts'
import type { RehearsalPlan } from '@spacekeeper/contract/rehearsal/shapes.ts'
import type { StepDetails } from '@spacekeeper/contract/reminders/shapes.ts'
import type { Ctx } from '#platform/ctx.ts'
import { isSettingKey } from '#platform/settings/settings.ts'
import { createExamples } from '../plans/examples.ts'
import { createPlan, listPlans } from '../plans/plans.ts'
import { createTier, listTiers } from '../plans/tiers.ts'
import { createStep, listReminderSteps, removeStep } from '../reminders/steps.ts'
import { changeSetting } from '../settings/settings.ts'

/** What is copied: whatever says what members owe, when they are reminded and when doors close. */
const copiedSettings = [
  'SITE_NAME',
  'SITE_OWNER',
  'SITE_LOCALE_CURRENCY',
  'SITE_TIME_ZONE',
  'GRACE_DAYS',
  'CHARGE_DAYS_AHEAD',
  'INCOMPLETE_DAYS',
  'PAUSE_MIN_DAYS',
  'PAUSE_MAX_DAYS',
  'PAUSES_PER_YEAR',
  'PAUSE_NOTICE_DAYS',
  'INVOICE_NOTE',
  'INVOICE_MAIL_ALL',
  'SIGNUP_PAYS_BEFORE_ACCESS',
  'SMS_ENABLE',
  'SMS_FOOTER',
  'SMS_DEFAULT_COUNTRY_CODE',
] as const

type CopiedPlan = Omit<StaffPlan, 'id' | 'stripeId' | 'memberTier' | 'cost' | 'intervalAmount' | 'archivedAt'> & {
  from: number
}

/** All that a rehearsal knows of its space. No people, keys or addresses are in it. */
export type RehearsalOffers = {
  settings: Record<string, unknown>
  tiers: (TierDetails & { plans: CopiedPlan[] })[]
  steps: (StepDetails & { planId: number | null })[]
}

const copyPlan = (plan: StaffPlan): CopiedPlan => {
  const { id: from, stripeId: _, memberTier: __, cost: ___, intervalAmount: ____, archivedAt: _____, ...copied } = plan
  return { ...copied, from }
}

/** What the space offers now. */
export const readOffers = async (ctx: Ctx): Promise<RehearsalOffers> => {
  const [settings, tiers, plans, steps] = await Promise.all([
    ctx.settings.all(),
    listTiers(ctx),
    listPlans(ctx),
    listReminderSteps(ctx),
  ])
  return {
    settings: Object.fromEntries(copiedSettings.map((key) => [key, settings[key]])),
    tiers: tiers.map(({ id, name, description, visible, featured }) => ({
      name,
      description,
      visible,
      featured,
      plans: plans.filter(({ memberTier }) => memberTier === id).map(copyPlan),
    })),
    steps: steps.map(({ id: _, startsOn: __, ...step }) => step),
  }
}

/** Plans that cost something can be paid by card in a rehearsal, whatever members may do today. */
const withCards = ({ costCents, collectors }: CopiedPlan): StaffPlan['collectors'] =>
  costCents === 0 ? collectors : [...new Set(['stripe' as const, ...collectors])]

const copyTiers = async (ctx: Ctx, tiers: RehearsalOffers['tiers']): Promise<Map<number, number>> => {
  const places = new Map<number, number>()
  for (const { plans, ...details } of tiers) {
    const tier = await createTier(ctx, details)
    for (const { from, ...plan } of plans) {
      const { id } = await createPlan(ctx, { ...plan, collectors: withCards({ ...plan, from }), memberTier: tier.id })
      places.set(from, id)
    }
  }
  return places
}

/** Takes over what was read in the portal; a space that offers nothing yet rehearses with the examples. */
export const copyOffers = async (ctx: Ctx, offers: RehearsalOffers): Promise<void> => {
  for (const [key, value] of Object.entries(offers.settings)) {
    if (isSettingKey(key)) await changeSetting(ctx, { key, value })
  }
  const places = await copyTiers(ctx, offers.tiers)
  if (offers.tiers.every(({ plans }) => plans.every(({ costCents }) => costCents === 0))) await createExamples(ctx)
  for (const { id } of await listReminderSteps(ctx)) await removeStep(ctx, { stepId: id })
  for (const { planId, ...step } of offers.steps) {
    const place = planId === null ? null : places.get(planId)
    // Steps of a plan that is archived have no one to remind.
    if (place !== undefined) await createStep(ctx, { ...step, planId: place })
  }
}

/** What the member can join with: what costs something, and can be paid by card. */
export const listRehearsalPlans = async (ctx: Ctx): Promise<(RehearsalPlan & { interval: string })[]> => {
  const [tiers, plans] = await Promise.all([listTiers(ctx), listPlans(ctx)])
  return plans
    .filter(({ collectors, costCents, visible }) => visible && costCents > 0 && collectors.includes('stripe'))
    .flatMap(({ id, name, memberTier, costCents, currency, interval }) => {
      const tier = tiers.find((one) => one.id === memberTier)
      return tier?.visible ? [{ id, name, tier: tier.name, costCents, currency, interval }] : []
    })
}
