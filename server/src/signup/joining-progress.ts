import { collectors } from '@spacekeeper/contract/billing/words.ts'
import type { OwnApplication, OwnSignup, SignupReadiness } from '@spacekeeper/contract/signup/shapes.ts'
import { applicationStates, stepMinutes } from '@spacekeeper/contract/signup/words.ts'
import { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { findDues } from '../billing/charges/dues.ts'
import { currentApplication } from '../members/applications.ts'
import { checkInduction, type InductionResult, openInduction } from '../training/inductions.ts'
import { findSignup } from './facts.ts'
import { mayRegisterCard, maySkip, wayIn } from './rules.ts'

const Collector = z.enum(collectors)

const ApplicationState = z.enum(applicationStates)

/** The plan a member has taken, and what is owed for it now. */
const findPlan = async (ctx: Ctx, memberId: number): Promise<OwnSignup['plan']> => {
  const row = await ctx.db
    .selectFrom('subscriptions as s')
    .innerJoin('plans as p', 'p.id', 's.plan_id')
    .innerJoin('tiers as t', 't.id', 'p.tier_id')
    .select(['p.name', 't.name as tier', 's.collector'])
    .where('s.member_id', '=', memberId)
    .where('s.state', '<>', 'ended')
    .executeTakeFirst()
  if (!row) return null
  const { owedCents: openCents, currency } = await findDues(ctx, memberId)
  return { ...row, collector: Collector.parse(row.collector), openCents, currency }
}

const findApplication = async (ctx: Ctx, memberId: number): Promise<OwnApplication | null> => {
  const row = await ctx.db
    .selectFrom('applications as own')
    .innerJoin('members', 'members.id', 'own.member_id')
    .select(['own.state', 'submitted_at as submittedAt', 'question', 'answer', 'reason'])
    .where('members.id', '=', memberId)
    .where('own.id', '=', currentApplication<number>('id'))
    .executeTakeFirst()
  if (!row) return null
  return { ...row, state: ApplicationState.parse(row.state), submittedAt: row.submittedAt.toISOString() }
}

const findCardNumber = async (ctx: Ctx, memberId: number): Promise<string | null> => {
  const row = await ctx.db
    .selectFrom('cards')
    .select('number')
    .where('member_id', '=', memberId)
    .where('state', '=', 'active')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.number ?? null
}

/** How far the caller is on the way into the space, with what each step of it needs. */
export const getOwnSignup = async (ctx: Ctx): Promise<OwnSignup> => {
  const memberId = memberOf(ctx).id
  const [view, plan, application, number, induction, settings] = await Promise.all([
    findSignup(ctx, memberId),
    findPlan(ctx, memberId),
    findApplication(ctx, memberId),
    findCardNumber(ctx, memberId),
    openInduction(ctx, memberId),
    ctx.settings.all(),
  ])
  const { facts } = view
  const { steps, items } = wayIn(facts)
  return {
    steps: steps.map(({ step, state }) => ({ step, state, minutes: stepMinutes[step] })),
    items,
    isMember: facts.membership === 'active' && !facts.isSuspended,
    isReturning: facts.membership === 'inactive',
    paysBeforeAccess: facts.paysBeforeAccess,
    maySkip: maySkip(facts, plan?.openCents ?? 0),
    plan,
    induction: induction && {
      certificateId: induction.certificateId,
      name: induction.name,
      course: induction.course,
      url: induction.url || settings.INDUCTION_ENROL_LINK,
      bookingUrl: settings.POST_INDUCTION_URL,
    },
    card: { number, mayChange: mayRegisterCard({ ...facts, ...view }) },
    application,
  }
}

/**
 * The same for existing clients, which know two of the steps. Without a course of its own, their induction leads to our
 * page of joining, where agreements are signed as well, so it is done once those are.
 */
export const canSignup = async (ctx: Ctx): Promise<SignupReadiness> => {
  const [{ facts }, enrolLink] = await Promise.all([
    findSignup(ctx, memberOf(ctx).id),
    ctx.settings.get('INDUCTION_ENROL_LINK'),
  ])
  const open = wayIn(facts).steps.flatMap(({ step, state, blocks }) => (blocks && state !== 'done' ? [step] : []))
  const isAtInduction = open.includes('induction') || (open.includes('agreement') && enrolLink === '')
  const requiredSteps: SignupReadiness['requiredSteps'] = [
    ...(isAtInduction ? ['induction' as const] : []),
    ...(open.includes('card') ? ['accessCard' as const] : []),
  ]
  // Plan and payment are asked apart from it.
  return { success: open.every((step) => step === 'plan' || step === 'payment'), requiredSteps }
}

/** Whether the caller has done what existing clients call the induction, as they poll it. */
export const checkOwnInduction = async (ctx: Ctx): Promise<InductionResult> => {
  const result = await checkInduction(ctx, memberOf(ctx).id)
  if (!result.success) return result
  const { requiredSteps } = await canSignup(ctx)
  return requiredSteps.includes('induction') ? { success: false, score: result.score } : result
}
