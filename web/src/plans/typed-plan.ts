import type { PlanOverview } from '@spacekeeper/contract/plans/shapes.ts'
import { PlanDetails, PlanTerms } from '@spacekeeper/contract/plans/shapes.ts'
import { collectors, planIntervals, usualCollectors } from '@spacekeeper/contract/plans/words.ts'
import { z } from 'zod'
import { parseAmount, parseCount, typedAmount } from '#platform/form/amounts.ts'
import { typedNumber } from '#platform/form/typed-number.ts'
import { describeKey } from '#platform/i18n/use-text.ts'

const amount = { read: parseAmount, words: () => describeKey('plans:amountWrong') }

const count = { read: parseCount, words: () => describeKey('plans:countWrong') }

const { shape } = PlanDetails

/** A plan as it is typed. What costs nothing needs no way to be paid. */
export const TypedPlan = z
  .object({
    name: shape.name,
    costCents: typedNumber(shape.costCents, amount),
    currency: z.string(),
    intervalCount: typedNumber(PlanTerms.shape.intervalCount, count),
    interval: z.enum(planIntervals),
    joiningFeeCents: typedNumber(shape.joiningFeeCents, { ...amount, empty: 0 }),
    maxPeople: typedNumber(shape.maxPeople, count),
    collectors: z.array(z.enum(collectors)),
    visible: z.boolean(),
    isAdvised: z.boolean(),
  })
  .superRefine((plan, context) => {
    if (plan.collectors.length > 0 || plan.costCents + plan.joiningFeeCents === 0) return
    context.addIssue({ code: 'custom', path: ['collectors'], message: describeKey('plans:chooseWay') })
  })
  .transform((plan) => ({ ...plan, collectors: plan.collectors.length > 0 ? plan.collectors : ['free' as const] }))

export type TypedPlanValues = z.input<typeof TypedPlan>

/** The fields as they stand at first. */
export const typedPlanOf = (plan: PlanOverview | null, currency: string): TypedPlanValues => ({
  name: plan?.name ?? '',
  costCents: plan ? typedAmount(plan.costCents) : '',
  currency: plan?.currency ?? currency,
  intervalCount: String(plan?.intervalCount ?? 1),
  interval: plan?.interval ?? 'month',
  joiningFeeCents: plan && plan.joiningFeeCents > 0 ? typedAmount(plan.joiningFeeCents) : '',
  maxPeople: String(plan?.maxPeople ?? 1),
  collectors: plan ? plan.collectors.filter((way) => way !== 'free') : [...usualCollectors],
  visible: plan?.visible ?? true,
  isAdvised: plan?.isAdvised ?? true,
})
