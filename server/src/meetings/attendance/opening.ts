import type { Ctx } from '#platform/ctx.ts'
import { change, unchanged, type Work } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { sweep } from '#platform/sweep.ts'
import { queuePush } from '../../push/notices.ts'
import { lockUncancelled, meetingNotices, type MeetingRow, meetingSubject } from '../meeting-row.ts'
import { storeQuorumRule } from './quorum.ts'
import { isFarOff } from './roll-rules.ts'
import { frozenPart, hasOpenVote, storeRoll } from './roll.ts'

/** Notifies who may vote at a meeting that it has started. */
const pushOpened = async (work: Work, meeting: MeetingRow) => {
  const roll = await work.tx
    .selectFrom('meeting_roll')
    .select('member_id')
    .where('meeting_id', '=', meeting.id)
    .execute()
  await queuePush(work, {
    occasion: 'meetings',
    memberIds: roll.map((row) => row.member_id),
    title: 'The meeting has started',
    text: meetingSubject(meeting).data.name,
    path: `/tools/meetings/${meeting.id}`,
    tag: `meeting-${meeting.id}`,
  })
}

/** Opens a meeting: from now on its roll and its quorum stay, and its history begins. */
export const openMeeting = (ctx: Ctx, meetingId: number): Promise<void> =>
  change(ctx, 'meeting.opened', async (work) => {
    const meeting = await lockUncancelled(work, meetingId)
    if (meeting.closed_at !== null) throw new AppError('meetingEnded')
    if (meeting.opened_at !== null) throw new AppError('meetingBegun')
    if (isFarOff(meeting.starts_at, ctx.now())) throw new AppError('meetingFarOff')
    const frozen = meeting.roll_frozen_at === null ? await storeRoll(work, meeting) : null
    await storeQuorumRule(work, meetingId)
    await work.tx.updateTable('meetings').set({ opened_at: ctx.now() }).where('id', '=', meetingId).execute()
    await pushOpened(work, meeting)
    return {
      result: undefined,
      ...meetingSubject(meeting),
      tell: meetingNotices,
      ...(frozen !== null && { also: [frozenPart(meeting, frozen)] }),
    }
  })

/** All who are there leave, and kiosks and walls let no more members in. */
const endCheckIns = async ({ tx, now }: Work, meetingId: number) => {
  await tx
    .updateTable('meeting_attendance')
    .set((is) => ({ left_at: is.fn('greatest', ['arrived_at', is.val(now)]) }))
    .where('meeting_id', '=', meetingId)
    .where('left_at', 'is', null)
    .execute()
  await tx.deleteFrom('meeting_kiosks').where('meeting_id', '=', meetingId).execute()
}

const close = async (work: Work, meeting: MeetingRow) => {
  const now = work.ctx.now()
  await endCheckIns(work, meeting.id)
  await work.tx
    .updateTable('meetings')
    .set({ closed_at: now, current_item_id: null })
    .where('id', '=', meeting.id)
    .execute()
  return { result: undefined, ...meetingSubject(meeting), tell: meetingNotices }
}

const isOpen = ({ opened_at: openedAt, closed_at: closedAt }: MeetingRow) => openedAt !== null && closedAt === null

export const closeMeeting = (ctx: Ctx, meetingId: number): Promise<void> =>
  change(ctx, 'meeting.closed', async (work) => {
    const meeting = await lockUncancelled(work, meetingId)
    if (!isOpen(meeting)) throw new AppError('meetingNotOpen')
    if (await hasOpenVote(work.tx, meetingId)) throw new AppError('votesOpen')
    return close(work, meeting)
  })

/** Says which item of the agenda the meeting is at. */
export const callItem = (
  ctx: Ctx,
  { meetingId, itemId }: { meetingId: number; itemId: number | null },
): Promise<void> =>
  change(ctx, 'meeting.itemCalled', async (work) => {
    const meeting = await lockUncancelled(work, meetingId)
    if (!isOpen(meeting)) throw new AppError('meetingNotOpen')
    if (meeting.current_item_id === itemId) return unchanged(undefined)
    if (itemId !== null) {
      const item = await work.tx
        .selectFrom('meeting_items')
        .select('id')
        .where('id', '=', itemId)
        .where('meeting_id', '=', meetingId)
        .executeTakeFirst()
      if (!item) throw new AppError('notFound')
    }
    await work.tx.updateTable('meetings').set({ current_item_id: itemId }).where('id', '=', meetingId).execute()
    return { result: undefined, ...meetingSubject(meeting), tell: meetingNotices }
  })

const longestMs = 24 * 60 * 60 * 1000

const mostForgotten = 20

/** Closes meetings that staff forgot to close a day ago, unless a vote is open. */
export const closeForgottenMeetings = async (ctx: Ctx): Promise<void> => {
  const before = new Date(ctx.now().getTime() - longestMs)
  const forgotten = await ctx.db
    .selectFrom('meetings')
    .select('id')
    .where('opened_at', '<=', before)
    .where('closed_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .orderBy('id')
    .limit(mostForgotten)
    .execute()
  await sweep(ctx, forgotten, {
    what: 'forgotten meetings',
    nameOf: ({ id }) => `meeting ${id}`,
    work: async ({ id }) => {
      await change(ctx, 'meeting.closed', async (work) => {
        const meeting = await lockUncancelled(work, id)
        // Staff may have closed it since the list was read.
        if (!isOpen(meeting) || (await hasOpenVote(work.tx, id))) return unchanged(undefined)
        return close(work, meeting)
      })
    },
  })
}
