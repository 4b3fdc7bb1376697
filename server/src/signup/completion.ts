import type { SignupOutcome } from '@spacekeeper/contract/signup/shapes.ts'
import { type CompletionItem, signupMessages } from '@spacekeeper/contract/signup/words.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import {
  change,
  type ChangePart,
  type ChangeResult,
  type Work,
  type UnchangedResult,
  unchanged,
  within,
} from '#platform/db/change.ts'
import { readRows } from '#platform/db/read-rows.ts'
import { AppError } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { changeBilling } from '../billing/billing-work.ts'
import { lockCurrentSubscription } from '../billing/subscription-row.ts'
import { endSubscription } from '../billing/subscriptions/subscriptions.ts'
import { insertApplication } from '../members/applications.ts'
import { lockMember, memberNotices } from '../members/member-row.ts'
import { moveStanding } from '../members/standing.ts'
import { findSignup } from './facts.ts'
import { itemWords, mailSignupJob } from './mails.ts'
import { comesBack, completionOf, itemsInTheWay } from './rules.ts'

/** A member who is in has no steps to be reminded of. */
const forgetReminder = ({ tx }: Work, memberId: number) =>
  tx.updateTable('signups').set({ staff_told_at: null }).where('member_id', '=', memberId).execute()

type Step<T> = Promise<ChangeResult<T> | UnchangedResult<T>>

/** Lets a member in, within a transaction. Their default doors are granted before the lists of doors are sent. */
export const letIn = async (
  work: Work,
  { memberId, move }: { memberId: number; move: 'completeSignup' | 'invoicePaid' },
): Step<void> => {
  const moved = await moveStanding(work, { memberId, move })
  if ('isUnchanged' in moved) return unchanged(undefined)
  await forgetReminder(work, memberId)
  return { ...moved, result: undefined }
}

/** Hands in an application within a transaction that has locked the member. */
const submitApplication = async (work: Work, memberId: number): Promise<ChangePart> => {
  const applicationId = await insertApplication(work, memberId)
  await addJob(work, mailSignupJob, { memberId, mail: 'submitted' })
  await addJob(work, mailSignupJob, { memberId, mail: 'newApplication' })
  return {
    event: 'application.submitted',
    subject: { kind: 'member', id: memberId },
    data: { applicationId },
    tell: memberNotices(memberId),
  }
}

/** Makes the caller a member, or hands their application in. What is in the way is no error: existing clients read it. */
export const completeSignup = (ctx: Ctx): Promise<SignupOutcome> =>
  change(ctx, 'signup.completed', async (work): Step<SignupOutcome> => {
    const memberId = memberOf(ctx).id
    await lockMember(work, memberId)
    const { facts } = await findSignup(within(work), memberId)
    const completion = completionOf(facts)
    const done = { success: true }
    switch (completion.outcome) {
      case 'member':
      case 'applied':
        return unchanged(done)
      case 'refused':
        return unchanged({ success: false, message: signupMessages.notMet, items: completion.items })
      case 'apply':
        return { ...(await submitApplication(work, memberId)), result: done }
      case 'activate': {
        const moved = await letIn(work, { memberId, move: 'completeSignup' })
        return 'isUnchanged' in moved ? unchanged(done) : { ...moved, result: done }
      }
    }
  })

const wasTold = async ({ tx }: Work, memberId: number) => {
  const row = tx.selectFrom('signups').select('staff_told_at as at').where('member_id', '=', memberId)
  return ((await row.executeTakeFirst())?.at ?? null) !== null
}

/** Tells staff that a member has paid again and cannot come in; once, until they are in. */
const tellStaff = async (work: Work, { memberId, open }: { memberId: number; open: CompletionItem[] }): Step<void> => {
  if (await wasTold(work, memberId)) return unchanged(undefined)
  const told = { staff_told_at: work.now }
  await work.tx
    .insertInto('signups')
    .values({ member_id: memberId, ...told })
    .onConflict((on) => on.column('member_id').doUpdateSet(told))
    .execute()
  await addJob(work, mailSignupJob, { memberId, mail: 'stepsOpen', open })
  return {
    result: undefined,
    event: 'signup.stepsOpen',
    subject: { kind: 'member', id: memberId },
    data: { open: open.map((item) => itemWords[item]) },
  }
}

const isStillHere = async (work: Work, memberId: number) => {
  try {
    return await lockMember(work, memberId)
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/**
 * Looks how far a member is after they have paid or signed: lets them in when nothing is left, hands their application in
 * when it is for staff, and tells staff of a returning member who has steps open. Twice does no more than once.
 */
export const settleSignup = (ctx: Ctx, { memberId, hasPaid }: { memberId: number; hasPaid: boolean }): Promise<void> =>
  change(ctx, 'signup.paid', async (work): Step<void> => {
    if (!(await isStillHere(work, memberId))) return unchanged(undefined)
    const { facts } = await findSignup(within(work), memberId)
    // Below a suspension, too: lifting it restores a membership that is paid.
    if (comesBack(facts)) return letIn(work, { memberId, move: 'invoicePaid' })
    const completion = completionOf(facts)
    const isReturning = facts.membership === 'inactive'
    if (completion.outcome === 'activate')
      return letIn(work, { memberId, move: isReturning ? 'invoicePaid' : 'completeSignup' })
    if (completion.outcome === 'apply') return { ...(await submitApplication(work, memberId)), result: undefined }
    const open = itemsInTheWay(facts)
    const isStuck = completion.outcome === 'refused' && hasPaid && isReturning && open.length > 0
    return isStuck ? tellStaff(work, { memberId, open }) : unchanged(undefined)
  })

/** Members with access by a plan who are not in: more than there are. */
const mostLeft = 2000

const isLet = async (ctx: Ctx, memberId: number): Promise<boolean> => {
  const { facts } = await findSignup(ctx, memberId)
  return comesBack(facts) || completionOf(facts).outcome === 'activate'
}

/**
 * Lets in every member with nothing left to do. What ended their last step may have been staff who ask for less now, or an
 * event that a stopped portal missed.
 */
export const settleAll = async (ctx: Ctx): Promise<void> => {
  const left = await readRows(
    ctx,
    sql<{ id: number }>`select m.id from members m
      where m.closed_at is null and m.membership_state <> 'active' and m.suspended_at is null
        and exists (select from subscriptions s left join household_people h on h.subscription_id = s.id
            and h.member_id = m.id and h.left_at is null
          where s.state <> 'ended' and s.has_access and (s.member_id = m.id or h.member_id is not null))
      order by m.id limit ${mostLeft}`,
  )
  for (const { id } of left) if (await isLet(ctx, id)) await settleSignup(ctx, { memberId: id, hasPaid: false })
}

/** Keeps an account without a membership: the plan that was taken ends, and an application is withdrawn. Only for newcomers. */
export const skipSignup = (ctx: Ctx): Promise<{ success: boolean }> =>
  changeBilling(ctx, 'signup.skipped', async (work) => {
    const memberId = memberOf(ctx).id
    const member = await lockMember(work, memberId)
    if (member.suspended_at !== null) return { success: false }
    const moved = await moveStanding(work, { memberId, move: 'skipSignup' })
    if ('isUnchanged' in moved) return { success: moved.result === 'nothing' }
    const { result: _, also = [], ...part } = moved
    work.parts.push(part, ...also)
    const current = await lockCurrentSubscription(work, memberId)
    if (current) await endSubscription(work, { memberId, reason: 'skipped', keepsDebt: false })
    return { success: true }
  })
