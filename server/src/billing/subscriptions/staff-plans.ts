import type { ChangePreview, MyPlan, PauseEffect } from '@spacekeeper/contract/billing/shapes.ts'
import type { GivenConcession, StaffStart } from '@spacekeeper/contract/billing/staff-shapes.ts'
import type { Collector } from '@spacekeeper/contract/billing/words.ts'
import type { Ctx } from '#platform/ctx.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { addDays, type DayRange } from '#platform/local-day.ts'
import { mayBookFor } from '../../memberbucks/rules.ts'
import { getMember } from '../../members/summaries.ts'
import { type BillingWork, changeBilling, noteEvent } from '../billing-work.ts'
import { mustBeChargedHere, takeOverIfPossible } from '../kept-plans.ts'
import { mailPlanJob } from '../mails.ts'
import { getCurrent, lockPayer } from '../subscription-row.ts'
import { getMyPlan } from './my-plan.ts'
import {
  cancelMyPlan,
  changeMyPlan,
  endMyPause,
  pauseMyPlan,
  previewChange,
  previewMyPause,
  resumeMyPlan,
  useMyCoupon,
} from './plan-changes.ts'
import { changeCollector } from './subscription-terms.ts'
import { endSubscription, startSubscription } from './subscriptions.ts'

/** Staff decide for others. Administrators do it for themselves as well, because they may be the only staff. */
const checkOther = async (ctx: Ctx, memberId: number): Promise<void> => {
  if (!mayBookFor(ctx.actor, memberId)) throw new AppError('ownPayment')
  await getMember(ctx, memberId)
}

/** The plan of a member as the member sees it. */
export const getMemberPlan = async (ctx: Ctx, memberId: number): Promise<MyPlan> => {
  await getMember(ctx, memberId)
  return getMyPlan(ctx, memberId)
}

/** How far before and after today staff may let a plan begin. */
const mostDaysBefore = 400
const mostDaysAfter = 400

/** Puts a member on a plan, also one that members do not see, at its price or another. */
export const startMemberPlan = async (
  ctx: Ctx,
  { memberId, couponCode, startsOn, costCents, ...start }: StaffStart & { memberId: number },
): Promise<{ state: 'incomplete' | 'active' }> => {
  await checkOther(ctx, memberId)
  return changeBilling(ctx, 'billing.subscribed', async (work) => {
    const { today } = work
    if (
      startsOn !== undefined &&
      (startsOn < addDays(today, -mostDaysBefore) || startsOn > addDays(today, mostDaysAfter))
    )
      throw badField('startsOn', 'At most 400 days from today.')
    const { state } = await startSubscription(work, {
      memberId,
      ...start,
      ...(couponCode !== '' && { couponCode }),
      ...(startsOn !== undefined && { startsOn }),
      ...(costCents !== undefined && { costCents }),
    })
    return { state: state === 'incomplete' ? 'incomplete' : 'active' }
  })
}

type StaffChange = { memberId: number; planId: number; when?: 'now' | 'next' | undefined }

export const previewMemberChange = async (ctx: Ctx, wanted: StaffChange): Promise<ChangePreview> => {
  await getMember(ctx, wanted.memberId)
  return previewChange(ctx, { ...wanted, isByStaff: true })
}

type ConfirmedStaffChange = StaffChange & { when: 'now' | 'next' } & Pick<
    ChangePreview,
    'givenBackCents' | 'firstChargeCents' | 'dueNowCents'
  >

/** Changes the plan of a member, also to one that members do not see. */
export const changeMemberPlan = async (ctx: Ctx, confirmed: ConfirmedStaffChange): Promise<ChangePreview> => {
  await checkOther(ctx, confirmed.memberId)
  return changeMyPlan(ctx, { ...confirmed, isByStaff: true })
}

/** Cancels for the end of the period. Says when the plan ends. */
export const cancelMemberPlan = async (ctx: Ctx, memberId: number): Promise<{ endsOn: string }> => {
  await checkOther(ctx, memberId)
  return cancelMyPlan(ctx, memberId)
}

export const resumeMemberPlan = async (ctx: Ctx, memberId: number): Promise<void> => {
  await checkOther(ctx, memberId)
  await resumeMyPlan(ctx, memberId)
}

type StaffEnd = { memberId: number; reason: string; keepsDebt: boolean }

/** Ends the plan of a member today, and tells them. */
export const endPlan = async (work: BillingWork, wanted: StaffEnd): Promise<void> => {
  const { memberId } = wanted
  const { planName: plan } = await getCurrent(work, memberId)
  await endSubscription(work, wanted)
  await addJob(work, mailPlanJob, { mail: 'planEnded', memberId, facts: { plan } })
}

export const endMemberPlan = async (ctx: Ctx, wanted: StaffEnd): Promise<void> => {
  await checkOther(ctx, wanted.memberId)
  await takeOverIfPossible(ctx, wanted.memberId)
  await changeBilling(ctx, 'billing.ended', (work) => endPlan(work, wanted))
}

type StaffPause = { memberId: number; days: DayRange; reason?: string }

export const previewMemberPause = async (ctx: Ctx, wanted: StaffPause): Promise<PauseEffect> => {
  await getMember(ctx, wanted.memberId)
  return previewMyPause(ctx, { ...wanted, isByStaff: true })
}

export const pauseMemberPlan = async (ctx: Ctx, wanted: StaffPause): Promise<PauseEffect> => {
  await checkOther(ctx, wanted.memberId)
  return pauseMyPlan(ctx, { ...wanted, isByStaff: true })
}

export const endMemberPause = async (ctx: Ctx, memberId: number): Promise<void> => {
  await checkOther(ctx, memberId)
  await endMyPause(ctx, memberId)
}

export const setMemberCollector = async (
  ctx: Ctx,
  wanted: { memberId: number; collector: Collector },
): Promise<void> => {
  await checkOther(ctx, wanted.memberId)
  await changeBilling(ctx, 'billing.collectorChanged', (work) => changeCollector(work, wanted))
}

export const useMemberCoupon = async (ctx: Ctx, wanted: { memberId: number; couponCode: string }): Promise<void> => {
  await checkOther(ctx, wanted.memberId)
  await useMyCoupon(ctx, wanted)
}

/** Gives a member a lower price. A request of theirs that waits is answered by it. */
export const giveConcession = async (
  ctx: Ctx,
  { memberId, reason, percent, endsOn }: GivenConcession & { memberId: number },
): Promise<void> => {
  const staff = memberOf(ctx)
  if (staff.id === memberId && !staff.isAdmin) throw new AppError('ownConcession')
  await getMember(ctx, memberId)
  await changeBilling(ctx, 'billing.concessionApproved', async (work) => {
    const { tx, today } = work
    if (endsOn !== null && endsOn <= today) throw badField('endsOn', 'Choose a day after today.')
    await lockPayer(work, memberId)
    await mustBeChargedHere(work, { memberId })
    const current = await tx
      .selectFrom('concessions')
      .select(['id', 'state', 'ends_on'])
      .where('member_id', '=', memberId)
      .where('state', 'in', ['asked', 'approved'])
      .forUpdate()
      .executeTakeFirst()
    const isOver = current !== undefined && current.ends_on !== null && current.ends_on <= today
    if (current?.state === 'approved' && !isOver) throw new AppError('concessionThere')
    if (current) await tx.updateTable('concessions').set({ state: 'ended' }).where('id', '=', current.id).execute()
    const now = ctx.now()
    const { id: concessionId } = await tx
      .insertInto('concessions')
      .values({
        member_id: memberId,
        reason,
        percent,
        state: 'approved',
        asked_at: now,
        decided_at: now,
        decided_by: staff.id,
        ends_on: endsOn,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    noteEvent(work, 'billing.concessionApproved', { memberId, concessionId, percent, endsOn })
    await addJob(work, mailPlanJob, { mail: 'concessionApproved', memberId, facts: { percent, until: endsOn ?? '' } })
  })
}
