import type { RollReason } from '@spacekeeper/contract/meetings/attendance-words.ts'
import { sql } from 'kysely'
import type { Ctx, WorkCtx } from '#platform/ctx.ts'
import { type ChangePart, change, type Work, unchanged } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { sweep } from '#platform/sweep.ts'
import { messagesChanged } from '../../messages/outbox.ts'
import { lockMeeting, lockUncancelled, meetingNotices, type MeetingRow, nameOfMeeting } from '../meeting-row.ts'
import { ownNotices } from './attendance-notices.ts'
import { tellStaffOfLapse } from './lapsed-roll.ts'
import {
  getMeetingRow,
  freezingTime,
  type RollReading,
  rollDay,
  rollFactsOf,
  rollFactsQuery,
  rollSettingsOf,
} from './roll-facts.ts'
import { rollReasonOf } from './roll-rules.ts'

/** Whether a member may vote at a meeting, and why not. */
export type RollStanding = { reason: RollReason | null; note: string }

type RollMeeting = { id: number; starts_at: Date; roll_frozen_at: Date | null }

const reasonByRule = async (
  db: RollReading,
  { ctx, meeting, memberId }: { ctx: WorkCtx; meeting: RollMeeting; memberId: number },
): Promise<RollReason | null> => {
  const settings = await rollSettingsOf(ctx)
  const row = await rollFactsQuery(db, settings.rule).where('m.id', '=', memberId).executeTakeFirstOrThrow()
  const day = rollDay(meeting.starts_at, { settings, now: ctx.now() })
  return rollReasonOf(rollFactsOf(row, settings.zone), { rule: settings.rule, day })
}

/** On the frozen roll or not, or, before it is frozen, as it would be now. */
export const findStanding = async (
  db: RollReading,
  input: { ctx: WorkCtx; meeting: RollMeeting; memberId: number },
): Promise<RollStanding> => {
  const { meeting, memberId } = input
  if (meeting.roll_frozen_at === null) return { reason: await reasonByRule(db, input), note: '' }
  const onRoll = await db
    .selectFrom('meeting_roll')
    .select('member_id')
    .where('meeting_id', '=', meeting.id)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  if (onRoll) return { reason: null, note: '' }
  const removal = await db
    .selectFrom('meeting_roll_removals')
    .select('reason')
    .where('meeting_id', '=', meeting.id)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  if (removal) return { reason: 'removed', note: removal.reason }
  return { reason: (await reasonByRule(db, input)) ?? 'late', note: '' }
}

/** Which of these members would be on the roll of a meeting if it were frozen now. */
export const previewRoll = async (
  ctx: WorkCtx,
  { db, meetingId, memberIds }: { db: RollReading; meetingId: number; memberIds: readonly number[] },
): Promise<ReadonlySet<number>> => {
  const settings = await rollSettingsOf(ctx)
  const meeting = await getMeetingRow(db, meetingId)
  const rows = await rollFactsQuery(db, settings.rule)
    .where('m.id', '=', sql<number>`any(${[...memberIds]}::int[])`)
    .where('m.closed_at', 'is', null)
    .execute()
  const given = { rule: settings.rule, day: rollDay(meeting.starts_at, { settings, now: ctx.now() }) }
  return new Set(
    rows.filter((row) => rollReasonOf(rollFactsOf(row, settings.zone), given) === null).map(({ id }) => id),
  )
}

const emptyRoll = async ({ tx }: Work, meetingId: number): Promise<void> => {
  await tx.deleteFrom('meeting_roll').where('meeting_id', '=', meetingId).execute()
  await tx.deleteFrom('meeting_roll_removals').where('meeting_id', '=', meetingId).execute()
}

/** Writes the members of now as the roll of a meeting, in place of an earlier one. Returns how many they are. */
export const storeRoll = async (work: Work, meeting: MeetingRow): Promise<number> => {
  const { tx, ctx } = work
  const settings = await rollSettingsOf(ctx)
  const now = ctx.now()
  const day = rollDay(meeting.starts_at, { settings, now })
  const rows = await rollFactsQuery(tx, settings.rule).where('m.closed_at', 'is', null).execute()
  const members = rows.filter(
    (row) => rollReasonOf(rollFactsOf(row, settings.zone), { rule: settings.rule, day }) === null,
  )
  await emptyRoll(work, meeting.id)
  await tx
    .insertInto('meeting_roll')
    .columns(['meeting_id', 'member_id'])
    .expression((is) =>
      is
        .selectFrom('members')
        .select((of) => [of.val(meeting.id).as('meeting_id'), 'id'])
        .where('id', '=', sql<number>`any(${members.map(({ id }) => id)}::int[])`),
    )
    .execute()
  await tx
    .updateTable('meetings')
    .set({ roll_frozen_at: now, roll_starts_at: meeting.starts_at })
    .where('id', '=', meeting.id)
    .execute()
  return members.length
}

export type MovedRoll = {
  /** The columns of the meeting that go with its new start. */
  columns: { roll_frozen_at?: null; roll_starts_at?: Date | null }
  isLapsed: boolean
  also: ChangePart[]
}

/**
 * A frozen roll whose meeting moves to another start: it stays where the day on which rolls are frozen is
 * the same, and otherwise lapses with what was corrected in it, to be frozen again on its new day. Staff are told.
 */
export const moveRoll = async (
  work: Work,
  { meeting, startsAt }: { meeting: MeetingRow; startsAt: Date },
): Promise<MovedRoll> => {
  if (meeting.roll_frozen_at === null) return { columns: {}, isLapsed: false, also: [] }
  const settings = await rollSettingsOf(work.ctx)
  const [before, after] = [freezingTime(meeting.starts_at, settings), freezingTime(startsAt, settings)]
  if (before.getTime() === after.getTime()) return { columns: { roll_starts_at: startsAt }, isLapsed: false, also: [] }
  await tellStaffOfLapse(work, { meeting, frozenAt: meeting.roll_frozen_at, startsAt, freezesAt: after })
  await emptyRoll(work, meeting.id)
  const lapsed: ChangePart = {
    event: 'roll.lapsed',
    subject: { kind: 'meeting', id: meeting.id },
    data: { name: nameOfMeeting(meeting), frozenAt: meeting.roll_frozen_at.toISOString() },
    tell: [messagesChanged],
  }
  return { columns: { roll_frozen_at: null, roll_starts_at: null }, isLapsed: true, also: [lapsed] }
}

/** The event of a roll that was frozen. */
export const frozenPart = (meeting: MeetingRow, count: number): ChangePart => ({
  event: 'roll.frozen',
  subject: { kind: 'meeting', id: meeting.id },
  data: { name: nameOfMeeting(meeting), count },
  tell: meetingNotices,
})

/** Freezes the roll by hand, early or once more. */
export const freezeRoll = (ctx: Ctx, meetingId: number): Promise<void> =>
  change(ctx, 'roll.frozen', async (work) => {
    const meeting = await lockUncancelled(work, meetingId)
    if (meeting.closed_at !== null) throw new AppError('meetingEnded')
    if (meeting.opened_at !== null) throw new AppError('meetingBegun')
    const count = await storeRoll(work, meeting)
    return { result: undefined, ...frozenPart(meeting, count) }
  })

/** Whether a vote at this meeting is open: what it is measured against must not change meanwhile. */
export const hasOpenVote = async (db: RollReading, meetingId: number): Promise<boolean> => {
  const open = await db
    .selectFrom('motions')
    .select('id')
    .where('meeting_id', '=', meetingId)
    .where('opened_at', 'is not', null)
    .where('closed_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return open !== undefined
}

type RollCorrection = { meetingId: number; memberId: number; isOn: boolean; reason: string }

const lockForCorrection = async (work: Work, { meetingId, memberId, isOn }: RollCorrection): Promise<MeetingRow> => {
  const meeting = await lockUncancelled(work, meetingId)
  if (meeting.closed_at !== null) throw new AppError('meetingEnded')
  if (meeting.roll_frozen_at === null) throw new AppError('rollNotFrozen')
  if (await hasOpenVote(work.tx, meetingId)) throw new AppError('votesOpen')
  const member = await work.tx.selectFrom('members').select('closed_at').where('id', '=', memberId).executeTakeFirst()
  if (!member || (isOn && member.closed_at !== null)) throw new AppError('notFound')
  return meeting
}

const staffId = ({ actor }: WorkCtx) => (actor.kind === 'member' ? actor.id : null)

const addToRoll = async ({ tx, ctx }: Work, correction: RollCorrection) => {
  const { meetingId, memberId, reason } = correction
  await tx
    .insertInto('meeting_roll')
    .values({ meeting_id: meetingId, member_id: memberId, added_by: staffId(ctx), reason })
    .onConflict((on) => on.doNothing())
    .execute()
  await tx
    .deleteFrom('meeting_roll_removals')
    .where('meeting_id', '=', meetingId)
    .where('member_id', '=', memberId)
    .execute()
}

const takeOffRoll = async ({ tx, ctx }: Work, correction: RollCorrection) => {
  const { meetingId, memberId, reason } = correction
  await tx.deleteFrom('meeting_roll').where('meeting_id', '=', meetingId).where('member_id', '=', memberId).execute()
  const removal = { removed_by: staffId(ctx), removed_at: ctx.now(), reason }
  await tx
    .insertInto('meeting_roll_removals')
    .values({ meeting_id: meetingId, member_id: memberId, ...removal })
    .onConflict((on) => on.columns(['meeting_id', 'member_id']).doUpdateSet(removal))
    .execute()
}

/** Adds a member to a frozen roll, or takes one off it. */
export const correctRoll = (ctx: Ctx, correction: RollCorrection): Promise<void> =>
  change(ctx, correction.isOn ? 'roll.added' : 'roll.removed', async (work) => {
    const { memberId, isOn, reason } = correction
    const meeting = await lockForCorrection(work, correction)
    await (isOn ? addToRoll : takeOffRoll)(work, correction)
    return {
      result: undefined,
      subject: { kind: 'member', id: memberId },
      data: { meeting: nameOfMeeting(meeting), meetingId: meeting.id, reason },
      tell: ownNotices(memberId),
    }
  })

const mostDue = 100

/** Freezes every roll whose day has come. Another process may have been first. */
export const freezeDueRolls = async (ctx: Ctx): Promise<void> => {
  const settings = await rollSettingsOf(ctx)
  const coming = await ctx.db
    .selectFrom('meetings')
    .select(['id', 'starts_at'])
    .where('roll_frozen_at', 'is', null)
    .where('opened_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .orderBy('starts_at')
    .limit(mostDue)
    .execute()
  await sweep(
    ctx,
    coming.filter((row) => freezingTime(row.starts_at, settings) <= ctx.now()),
    {
      what: 'rolls',
      nameOf: ({ id }) => `meeting ${id}`,
      work: async ({ id }) => {
        await change(ctx, 'roll.frozen', async (work) => {
          const meeting = await lockMeeting(work, id)
          const isDue = meeting.roll_frozen_at === null && meeting.opened_at === null && meeting.cancelled_at === null
          if (!isDue) return unchanged(undefined)
          const count = await storeRoll(work, meeting)
          return { result: undefined, ...frozenPart(meeting, count) }
        })
      },
    },
  )
}
