import type { Application } from '@spacekeeper/contract/signup/shapes.ts'
import { applicationStates } from '@spacekeeper/contract/signup/words.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { change, within } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { fullNameOf } from '#platform/shown-name.ts'
import { changeBilling } from '../billing/billing-work.ts'
import { creditOf } from '../billing/payments/credit.ts'
import { lockCurrentSubscription } from '../billing/subscription-row.ts'
import { endSubscription } from '../billing/subscriptions/subscriptions.ts'
import { decideApplication, lockApplication, storeAnswer, storeQuestion } from '../members/applications.ts'
import { lockMember, memberNotices } from '../members/member-row.ts'
import { letIn } from './completion.ts'
import { findSignup } from './facts.ts'
import { mailSignupJob } from './mails.ts'
import { completionOf } from './rules.ts'

const mostOpen = 100

const mostDecided = 50

const State = z.enum(applicationStates)

/** Of a member: what they have paid and not used, whatever their plan. */
const creditCents = sql<number>`(select (coalesce(sum(p.amount_cents), 0)
    - coalesce(sum((select sum(l.amount_cents) from payment_allocations l where l.payment_id = p.id)), 0))::int
  from payments p where p.member_id = a.member_id)`

/** Of the charges of the newest subscription of an applicant. */
const sumOf = (what: 'paid' | 'open') =>
  sql<number>`(select coalesce(sum(${what === 'paid' ? sql`c.paid_cents` : sql`c.amount_cents - c.paid_cents`}), 0)::int
    from charges c where c.subscription_id = s.id and c.state in ('open', 'processing', 'paid'))`

const selectApplications = (ctx: Ctx, isOpen: boolean) =>
  ctx.db
    .selectFrom('applications as a')
    .innerJoin('members as m', 'm.id', 'a.member_id')
    .leftJoin('members as by', 'by.id', 'a.decided_by')
    .leftJoin('subscriptions as s', (on) =>
      on.onRef('s.member_id', '=', 'a.member_id').on('s.id', '=', (is) =>
        is
          .selectFrom('subscriptions as n')
          .select(({ fn }) => fn.max('n.id').as('id'))
          .whereRef('n.member_id', '=', 'a.member_id'),
      ),
    )
    .leftJoin('plans as p', 'p.id', 's.plan_id')
    .leftJoin('tiers as t', 't.id', 'p.tier_id')
    .select([
      'a.id',
      'a.member_id as memberId',
      'm.email',
      'a.state',
      'a.submitted_at',
      'a.is_returning as isReturning',
    ])
    .select(['a.question', 'a.asked_at', 'a.answer', 'a.answered_at', 'a.decided_at', 'a.reason', 's.currency'])
    .select([
      fullNameOf('m').as('name'),
      sql<
        string | null
      >`case when starts_with(lower(p.name), lower(t.name)) then p.name else t.name || ', ' || p.name end`.as('plan'),
      fullNameOf<string | null>('by').as('decidedBy'),
      sumOf('paid').as('paidCents'),
      sumOf('open').as('openCents'),
      creditCents.as('creditCents'),
    ])
    .where('m.closed_at', 'is', null)
    .where('a.state', isOpen ? 'in' : 'not in', ['waiting', 'asked'])

type ApplicationRow = Awaited<ReturnType<ReturnType<typeof selectApplications>['execute']>>[number]

const iso = (at: Date | null) => at?.toISOString() ?? null

const asApplication = (row: ApplicationRow): Application => {
  const { submitted_at: submittedAt, asked_at: asked, answered_at: answered, decided_at: decided, ...rest } = row
  return {
    ...rest,
    state: State.parse(rest.state),
    currency: rest.currency ?? '',
    submittedAt: submittedAt.toISOString(),
    askedAt: iso(asked),
    answeredAt: iso(answered),
    decidedAt: iso(decided),
  }
}

/** Who waits for staff or has been asked, those who wait longest first; and what was decided last. */
export const listApplications = async (
  ctx: Ctx,
): Promise<{ open: Application[]; openCount: number; decided: Application[] }> => {
  const [open, decided, { openCount }] = await Promise.all([
    selectApplications(ctx, true).orderBy('a.submitted_at').orderBy('a.id').limit(mostOpen).execute(),
    selectApplications(ctx, false).orderBy('a.decided_at', 'desc').orderBy('a.id', 'desc').limit(mostDecided).execute(),
    ctx.db
      .selectFrom('applications as a')
      .innerJoin('members as m', 'm.id', 'a.member_id')
      .select(sql<number>`count(*)::int`.as('openCount'))
      .where('m.closed_at', 'is', null)
      .where('a.state', 'in', ['waiting', 'asked'])
      .executeTakeFirstOrThrow(),
  ])
  return { open: open.map(asApplication), openCount, decided: decided.map(asApplication) }
}

/** Makes an applicant a member now, or once their payment has arrived. */
export const acceptApplication = (ctx: Ctx, applicationId: number): Promise<void> =>
  change(ctx, 'application.accepted', async (work) => {
    const { member_id: memberId } = await lockApplication(work, applicationId)
    await decideApplication(work, { applicationId, state: 'accepted' })
    const { facts } = await findSignup(within(work), memberId)
    if (facts.isSuspended) throw new AppError('memberSuspended')
    const isReady = completionOf(facts).outcome === 'activate'
    const moved = isReady ? await letIn(work, { memberId, move: 'completeSignup' }) : null
    if (!isReady) await addJob(work, mailSignupJob, { memberId, mail: 'accepted' })
    return {
      result: undefined,
      subject: { kind: 'member', id: memberId },
      data: { applicationId },
      tell: memberNotices(memberId),
      also: moved && !('isUnchanged' in moved) ? [moved] : [],
    }
  })

/** Mails an applicant a question, which they answer in the portal. */
export const askApplicant = (ctx: Ctx, input: { applicationId: number; question: string }): Promise<void> =>
  change(ctx, 'application.asked', async (work) => {
    const { applicationId, question } = input
    const { member_id: memberId } = await lockApplication(work, applicationId)
    await storeQuestion(work, { applicationId, question })
    await addJob(work, mailSignupJob, { memberId, mail: 'asked', applicationId })
    return {
      result: undefined,
      subject: { kind: 'member', id: memberId },
      data: { applicationId, question },
      tell: memberNotices(memberId),
    }
  })

/** Declines an application. The plan ends with nothing owed, and what was paid becomes credit to give back. */
export const declineApplication = (ctx: Ctx, input: { applicationId: number; reason: string }): Promise<void> =>
  changeBilling(ctx, 'application.declined', async (work) => {
    const { applicationId, reason } = input
    const { member_id: memberId } = await lockApplication(work, applicationId)
    await decideApplication(work, { applicationId, state: 'declined', reason })
    const subject = { kind: 'member', id: memberId }
    work.parts.push({
      event: 'application.declined',
      subject,
      data: { applicationId, reason },
      tell: memberNotices(memberId),
    })
    const current = await lockCurrentSubscription(work, memberId)
    if (current) await endSubscription(work, { memberId, reason: 'declined', keepsDebt: false })
    const credit = current ? await creditOf(work, memberId, current.currency) : 0
    await addJob(work, mailSignupJob, { memberId, mail: 'declined', applicationId, hasCredit: credit > 0 })
  })

/** Answers the question staff asked; the application waits for them again. */
export const answerStaffQuestion = (ctx: Ctx, answer: string): Promise<void> =>
  change(ctx, 'application.answered', async (work) => {
    const memberId = memberOf(ctx).id
    await lockMember(work, memberId)
    const applicationId = await storeAnswer(work, { memberId, answer })
    await addJob(work, mailSignupJob, { memberId, mail: 'answered', applicationId })
    return {
      result: undefined,
      subject: { kind: 'member', id: memberId },
      data: { applicationId, answer },
      tell: memberNotices(memberId),
    }
  })
