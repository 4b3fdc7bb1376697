import type { OwnDues } from '@spacekeeper/contract/billing/dues-shapes.ts'
import type { OwnStanding } from '@spacekeeper/contract/signup/shapes.ts'
import type { OwnStep, SignupStep } from '@spacekeeper/contract/signup/words.ts'
import type { Ctx } from '#platform/ctx.ts'
import { findDues } from '../billing/charges/dues.ts'
import { findSignup } from './facts.ts'
import { completionOf, nextStep, type SignupFacts, wayIn } from './rules.ts'

const ownSteps: Readonly<Record<SignupStep, OwnStep>> = {
  plan: 'plan',
  payment: 'pay',
  agreement: 'agreement',
  induction: 'induction',
  card: 'card',
  approval: 'apply',
}

/**
 * The one thing a member does next; null where nothing is. What is owed comes first: it lets most members in at once, and
 * takes days where it is a transfer. Staff decide on members they made inactive.
 */
export const ownStep = (facts: SignupFacts, owedCents: number): OwnStep | null => {
  if (facts.isSuspended) return null
  if (owedCents > 0) return 'pay'
  if (facts.membership === 'active') return null
  if (facts.plan === null && facts.inactiveBy === 'staff') return null
  const completion = completionOf(facts)
  if (completion.outcome === 'activate' || completion.outcome === 'apply') return 'apply'
  if (completion.outcome === 'applied' || facts.application === 'declined') return 'wait'
  const next = nextStep(facts)
  return next === null || next === 'payment' ? 'wait' : ownSteps[next]
}

/** The standing of a membership with its dues: what the member can do now, and why not the other thing. */
export const standingOf = (facts: SignupFacts, dues: OwnDues): OwnStanding => ({
  step: ownStep(facts, dues.owedCents),
  items: wayIn(facts).items,
  hasPaid:
    facts.membership !== 'active' && !facts.isSuspended && facts.plan?.hasAccess === true && dues.owedCents === 0,
  dues,
})

export const getOwnStanding = async (ctx: Ctx, memberId: number): Promise<OwnStanding> => {
  const [{ facts }, dues] = await Promise.all([findSignup(ctx, memberId), findDues(ctx, memberId)])
  return standingOf(facts, dues)
}
