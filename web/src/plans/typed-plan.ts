import { tooMuchMoney } from '@spacekeeper/contract/field-words.ts'
import type { PlanOverview } from '@spacekeeper/contract/plans/shapes.ts'
import { PlanDetails } from '@spacekeeper/contract/plans/shapes.ts'
import {
  collectors,
  maxHouseholdPeople,
  maxIntervalCount,
  maxPlanCents,
  planIntervals,
  usualCollectors,
} from '@spacekeeper/contract/plans/words.ts'
import { z } from 'zod'
import { parseAmount, typedAmount } from '#platform/form/amounts.ts'
import { describeKey } from '#platform/i18n/use-text.ts'

const refuse = (context: { addIssue: (issue: { code: 'custom'; message: string }) => void }, message: string) => {
  context.addIssue({ code: 'custom', message })
  return z.NEVER
}

/** An amount in units, exactly as cents. */
export const TypedCents = z.string().transform((text, context) => {
  const cents = parseAmount(text)
  if (cents === null) return refuse(context, describeKey('plans:amountWrong'))
  return cents > maxPlanCents ? refuse(context, tooMuchMoney(maxPlanCents)) : cents
})

/** A number of things, from one on. */
const TypedCount = (most: number) =>
  z.string().transform((text, context) => {
    const count = /^\d{1,6}$/.test(text.trim()) ? Number(text) : 0
    return count < 1 || count > most ? refuse(context, describeKey('plans:countWrong', { most })) : count
  })

/** A plan as it is typed. What costs nothing needs no way to be paid. */
export const TypedPlan = z
  .object({
    name: PlanDetails.shape.name,
    costCents: TypedCents,
    currency: z.string(),
    intervalCount: TypedCount(maxIntervalCount),
    interval: z.enum(planIntervals),
    joiningFeeCents: z
      .string()
      .transform((text) => text.trim() || '0')
      .pipe(TypedCents),
    maxPeople: TypedCount(maxHouseholdPeople),
    collectors: z.array(z.enum(collectors)),
    visible: z.boolean(),
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
})
