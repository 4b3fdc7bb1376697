import type { SubscriptionStanding } from '@spacekeeper/contract/billing/words.ts'
import type { MemberState } from '@spacekeeper/contract/members/shapes.ts'
import {
  type ApplicationState,
  type ChosenStep,
  type CompletionItem,
  type SignupStep,
  type StepState,
} from '@spacekeeper/contract/signup/words.ts'

/** Everything that decides how far a member is on the way into the space. */
export type SignupFacts = {
  /** The steps the space asks for, in its order. */
  chosen: readonly ChosenStep[]
  /** Whether members pay for plans here; without that, staff make them members. */
  hasPlans: boolean
  paysBeforeAccess: boolean
  needsApproval: boolean
  /** Whether a card is part of joining. */
  asksForCard: boolean
  membership: MemberState
  isSuspended: boolean
  /** Who made the membership inactive, where it is known. */
  inactiveBy: 'staff' | 'plan' | null
  /** The plan that lets them in, also one another member pays for. `goesOn`: they had it before they became inactive. */
  plan: { state: SubscriptionStanding; hasAccess: boolean; isFree: boolean; goesOn: boolean } | null
  /** Agreements to sign, and those that wait for a guardian. */
  agreements: { due: number; waiting: number; signed: number }
  induction: 'none' | 'open' | 'done'
  hasCard: boolean
  /** The one of this spell: what was decided before the membership last began or ended counts no more. */
  application: ApplicationState | null
}

/** `blocks`: the member can’t come in before it is done. */
export type SignupStepFacts = { step: SignupStep; state: StepState; blocks: boolean }

/**
 * Only a payment is late, or a pause goes on: they joined before, and nothing but their plan ended the membership. They are
 * in as soon as it gives access; what they have not signed since is asked of them as of active members.
 */
const waitsForPlan = ({ membership, inactiveBy, plan }: SignupFacts): boolean =>
  membership === 'inactive' && inactiveBy === 'plan' && plan !== null && plan.goesOn

/** Staff decide where the space wants it of everyone, and on members that staff themselves had made inactive. */
export const needsDecision = (facts: SignupFacts): boolean =>
  !waitsForPlan(facts) && (facts.needsApproval || (facts.membership === 'inactive' && facts.inactiveBy === 'staff'))

const planSteps = ({ hasPlans, plan, paysBeforeAccess }: SignupFacts): SignupStepFacts[] => {
  if (!hasPlans) return []
  const choosing: SignupStepFacts = { step: 'plan', state: plan ? 'done' : 'open', blocks: true }
  if (!paysBeforeAccess || plan?.isFree) return [choosing]
  // Once a plan is taken, it is for the money to arrive.
  const state = plan === null ? 'open' : plan.hasAccess ? 'done' : 'waiting'
  return [choosing, { step: 'payment', state, blocks: true }]
}

const agreementStep = ({ agreements: { due, waiting, signed } }: SignupFacts): SignupStepFacts[] => {
  if (due + waiting + signed === 0) return []
  return [{ step: 'agreement', state: due > 0 ? 'open' : waiting > 0 ? 'waiting' : 'done', blocks: true }]
}

const chosenStep: Readonly<Record<ChosenStep, (facts: SignupFacts) => SignupStepFacts[]>> = {
  plan: planSteps,
  agreement: agreementStep,
  induction: ({ induction }) =>
    induction === 'none' ? [] : [{ step: 'induction', state: induction === 'done' ? 'done' : 'open', blocks: true }],
  card: ({ asksForCard, hasCard }) =>
    asksForCard ? [{ step: 'card', state: hasCard ? 'done' : 'open', blocks: true }] : [],
}

const approvalStates: Readonly<Record<ApplicationState, StepState>> = {
  waiting: 'waiting',
  asked: 'open',
  accepted: 'done',
  declined: 'open',
  withdrawn: 'open',
}

const approvalStep = (facts: SignupFacts): SignupStepFacts[] => {
  if (!needsDecision(facts)) return []
  return [
    { step: 'approval', state: facts.application === null ? 'open' : approvalStates[facts.application], blocks: false },
  ]
}

/**
 * The steps of a member in the order of the space, each with how it is. What the space does not ask for is left out. A plan
 * is always asked for where members pay here: without it there would be nothing to come in with.
 */
export const listSignupSteps = (facts: SignupFacts): SignupStepFacts[] => {
  if (waitsForPlan(facts)) return planSteps(facts)
  const chosen = facts.chosen.includes('plan') ? facts.chosen : (['plan', ...facts.chosen] as const)
  return [...chosen.flatMap((step) => chosenStep[step](facts)), ...approvalStep(facts)]
}

/** The step to do now: the first that is open. Null where all are done, or only others have to do something. */
export const nextStep = (facts: SignupFacts): SignupStep | null =>
  listSignupSteps(facts).find(({ state, step }) => state === 'open' && step !== 'approval')?.step ?? null

const itemOf: Readonly<Record<SignupStep, CompletionItem>> = {
  plan: 'plan',
  payment: 'payment',
  agreement: 'agreement',
  induction: 'induction',
  card: 'accessCard',
  approval: 'approval',
}

/** Whether the plan of a member counts: existing clients call that an active subscription. */
const hasLivePlan = ({ plan }: SignupFacts): boolean =>
  plan !== null && plan.hasAccess && (plan.state === 'active' || plan.state === 'cancelling')

/** What is in the way of coming in, in the order of the steps; nothing when the member can. */
export const itemsInTheWay = (facts: SignupFacts): CompletionItem[] => {
  if (facts.isSuspended) return ['suspended']
  const open = listSignupSteps(facts).flatMap(({ step, state, blocks }) =>
    blocks && state !== 'done' ? [itemOf[step]] : [],
  )
  if (hasLivePlan(facts) || open.includes('plan') || open.includes('payment')) return open
  // Overdue or paused: it lets no one in before it is paid.
  return [facts.plan ? 'payment' : 'plan', ...open]
}

/** Steps between a member and membership, as every client reads them: none once they are active. */
export const wayIn = (facts: SignupFacts): { steps: SignupStepFacts[]; items: CompletionItem[] } => ({
  steps: facts.membership === 'active' ? [] : listSignupSteps(facts),
  items: facts.membership === 'active' && !facts.isSuspended ? [] : itemsInTheWay(facts),
})

/** Whether a member whose plan had ended the membership has access by that plan again. */
export const comesBack = (facts: SignupFacts): boolean => waitsForPlan(facts) && hasLivePlan(facts)

export type Completion =
  | { outcome: 'member' | 'activate' | 'apply' | 'applied' }
  | { outcome: 'refused'; items: CompletionItem[] }

/**
 * What completing does: let the member in, hand their application to staff, or say what is in the way. Suspended members
 * never come in by themselves. Staff decide while the money is on its way, so an application needs not wait for it.
 */
export const completionOf = (facts: SignupFacts): Completion => {
  const { application, isSuspended, membership, plan } = facts
  const items = itemsInTheWay(facts)
  if (isSuspended) return { outcome: 'refused', items }
  if (membership === 'active') return { outcome: 'member' }
  const isDecided = !needsDecision(facts) || application === 'accepted'
  if (isDecided) return items.length === 0 ? { outcome: 'activate' } : { outcome: 'refused', items }
  if (application === 'declined') return { outcome: 'refused', items: ['approval'] }
  if (plan === null || items.some((item) => item !== 'payment')) return { outcome: 'refused', items }
  return { outcome: application === 'waiting' || application === 'asked' ? 'applied' : 'apply' }
}

type CardRegistrationFacts = Pick<SignupFacts, 'membership' | 'isSuspended'> & { hadCard: boolean }

/** Whether members may enter their card number themselves: once, while they join. From then on only staff change it. */
export const mayRegisterCard = ({ membership, isSuspended, hadCard }: CardRegistrationFacts): boolean =>
  !isSuspended && membership !== 'active' && !hadCard

/** Whether a newcomer is offered an account without a membership: not once they have paid for one. */
export const maySkip = (facts: SignupFacts, owedCents: number): boolean => {
  const { membership, isSuspended, plan } = facts
  const hasPaid = plan !== null && !plan.isFree && plan.hasAccess && owedCents === 0
  return membership === 'noob' && !isSuspended && !hasPaid
}
