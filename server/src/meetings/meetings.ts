import type { MeetingChange, NewMeeting } from '@spacekeeper/contract/meetings/shapes.ts'
import { staffMeetingsApi } from '@spacekeeper/contract/meetings/staff-routes.ts'
import { meetingTypeLabels } from '@spacekeeper/contract/meetings/words.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { changeRow, type Differences } from '#platform/db/change-row.ts'
import { change, type Tx, type Work, unchanged } from '#platform/db/change.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { refusePast } from '#platform/http/past-days.ts'
import { localTime } from '#platform/local-time.ts'
import { messagesChanged } from '../messages/outbox.ts'
import { endOpenProxies } from '../proxies/proxy-ends.ts'
import { moveRoll } from './attendance/roll.ts'
import { isToldOf, isToldOfMove, startLetter } from './letters.ts'
import {
  lockMeeting,
  lockUncancelled,
  meetingNotices,
  type MeetingRow,
  meetingSubject,
  phaseOfMeeting,
} from './meeting-row.ts'
import { canInviteItself, dateRefusalOf, readMeetingDate } from './rules.ts'

const readDate = async (ctx: Ctx, typed: string): Promise<Date> => {
  const read = readMeetingDate(typed, await ctx.settings.get('SITE_TIME_ZONE'))
  if ('problem' in read) throw badField('date', read.problem)
  return read.at
}

/** Invitations can only leave by themselves on a day that is still to come. */
const invitesItself = async (ctx: Ctx, { startsAt, isAsked }: { startsAt: Date; isAsked: boolean }): Promise<boolean> =>
  isAsked && canInviteItself(startsAt, { inviteDays: await ctx.settings.get('MEETING_INVITE_DAYS'), now: ctx.now() })

export const createMeeting = async (ctx: Ctx, meeting: NewMeeting): Promise<{ success: true; id: number }> => {
  const { type, date, minutesPlanned, invitesItself: isAsked = true, ...words } = meeting
  const startsAt = await readDate(ctx, date)
  const invites = await invitesItself(ctx, { startsAt, isAsked })
  return change(ctx, 'meeting.created', async ({ tx }) => {
    const { id } = await tx
      .insertInto('meetings')
      .values({
        ...words,
        type: type.value,
        starts_at: startsAt,
        minutes_planned: minutesPlanned,
        invites_itself: invites,
        created_at: ctx.now(),
        created_by: memberOf(ctx).id,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { subject, data } = meetingSubject({ id, type: type.value, name: words.name })
    return {
      result: { success: true, id },
      subject,
      data: { ...data, type: type.value, startsAt: startsAt.toISOString() },
      tell: meetingNotices,
    }
  })
}

const columns = {
  startsAt: 'starts_at',
  chair: 'chair',
  name: 'name',
  description: 'description',
  place: 'place',
  link: 'link',
  minutesPlanned: 'minutes_planned',
  invitesItself: 'invites_itself',
} as const

/** What of a meeting stands in calendars, and is worth a mail when it changes. */
const announced = ['startsAt', 'place', 'link', 'minutesPlanned'] as const

const checkType = (row: MeetingRow, type: MeetingChange['type']) => {
  const value = typeof type === 'string' ? type : type?.value
  // Existing clients send back what the list says, which is the label.
  if (value !== undefined && value !== row.type && value !== meetingTypeLabels[row.type])
    throw badField('type', 'The type of a meeting can’t be changed. Create another meeting instead.')
}

/** The new date; undefined where it stays. A meeting that has begun keeps its own. */
const newDate = async (ctx: Ctx, row: MeetingRow, typed: string | undefined): Promise<Date | undefined> => {
  if (typed === undefined || typed === localTime(row.starts_at, await ctx.settings.get('SITE_TIME_ZONE')))
    return undefined
  const refusal = dateRefusalOf({ startsAt: row.starts_at, phase: phaseOfMeeting(row) }, ctx.now())
  if (refusal !== null) throw badField('date', refusal)
  await refusePast(ctx, staffMeetingsApi.update, { input: { date: typed } })
  return readDate(ctx, typed)
}

type MeetingDifferences = Differences<keyof typeof columns>

/** Those who were invited, or had said that they can't come, hear of a new time or place; calendars take it by its higher number. */
const announceChange = async (
  work: Work,
  input: { row: MeetingRow; differences: MeetingDifferences; isRollLapsed: boolean },
) => {
  const { row, differences, isRollLapsed } = input
  if (!announced.some((field) => field in differences)) return 0
  const isMoved = 'startsAt' in differences
  const fresh = await work.tx
    .updateTable('meetings')
    .set({
      calendar_sequence: sql<number>`calendar_sequence + 1`,
      ...(isMoved && { reminded_at: null }),
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (fresh.starts_at <= work.ctx.now()) return 0
  const to = isMoved ? isToldOfMove(row.id, row.starts_at) : isToldOf(row.id)
  return startLetter(work, { row: fresh, kind: 'update', to, isMoved, isRollLapsed })
}

/** Changes what is given of a meeting. */
export const updateMeeting = (ctx: Ctx, input: MeetingChange & { meetingId: number }): Promise<void> =>
  change(ctx, 'meeting.changed', async (work) => {
    const { meetingId, type, date, ...words } = input
    const row = await lockUncancelled(work, meetingId)
    checkType(row, type)
    const startsAt = await newDate(ctx, row, date)
    const isAsked = words.invitesItself ?? row.invites_itself
    const invites =
      row.invited_at === null
        ? await invitesItself(ctx, { startsAt: startsAt ?? row.starts_at, isAsked })
        : row.invites_itself
    const roll = startsAt
      ? await moveRoll(work, { meeting: row, startsAt })
      : { columns: {}, isLapsed: false, also: [] }
    const differences = await changeRow(work.tx.updateTable('meetings').set(roll.columns).where('id', '=', meetingId), {
      row,
      columns,
      changes: { ...words, ...(startsAt && { startsAt }), invitesItself: invites },
    })
    if (differences === null) return unchanged(undefined)
    const told = await announceChange(work, { row, differences, isRollLapsed: roll.isLapsed })
    const { subject, data } = meetingSubject({ ...row, name: words.name ?? row.name })
    return {
      result: undefined,
      subject,
      data: { ...data, changes: differences, ...(told > 0 && { told }) },
      also: roll.also,
      tell: told > 0 ? [...meetingNotices, messagesChanged] : meetingNotices,
    }
  })

/** Tells those who were invited that it does not take place, unless its time is over anyway. */
const announceEnd = async (work: Work, { row, reason }: { row: MeetingRow; reason: string }): Promise<number> => {
  const fresh = { ...row, calendar_sequence: row.calendar_sequence + 1 }
  if (row.invited_at === null || row.starts_at <= work.ctx.now()) return 0
  return startLetter(work, { row: fresh, kind: 'cancellation', to: isToldOf(row.id), reason })
}

/** Cancels a meeting that has not begun. It stays in lists and calendars as cancelled; its proxies end. */
export const cancelMeeting = (ctx: Ctx, { meetingId, reason }: { meetingId: number; reason: string }): Promise<void> =>
  change(ctx, 'meeting.cancelled', async (work) => {
    const row = await lockUncancelled(work, meetingId)
    if (row.opened_at !== null) throw new AppError('meetingHeld')
    const told = await announceEnd(work, { row, reason })
    await work.tx
      .updateTable('meetings')
      .set({ cancelled_at: ctx.now(), calendar_sequence: row.calendar_sequence + 1 })
      .where('id', '=', meetingId)
      .execute()
    const also = await endOpenProxies(work, meetingId)
    const { subject, data } = meetingSubject(row)
    return {
      result: undefined,
      subject,
      data: { ...data, startsAt: row.starts_at.toISOString(), reason, ...(told > 0 && { told }) },
      also,
      tell: [...meetingNotices, ...(told > 0 ? [messagesChanged] : [])],
    }
  })

/** How much of what others keep goes with a meeting. */
export const countsOfMeeting = async (db: Ctx['db'] | Tx, meetingId: number) => {
  const [row] = await db
    .selectFrom('meetings as m')
    .select([
      sql<number>`(select count(*)::int from proxies p where p.meeting_id = m.id)`.as('proxies'),
      sql<number>`(select count(distinct a.member_id)::int from meeting_attendance a where a.meeting_id = m.id)`.as(
        'attendance',
      ),
      sql<number>`(select count(*)::int from motions o where o.meeting_id = m.id)`.as('motions'),
    ])
    .where('m.id', '=', meetingId)
    .execute()
  return row ?? { proxies: 0, attendance: 0, motions: 0 }
}

/** Deletes a meeting that was never opened, and all that belongs to it. Records of one that took place stay. */
export const removeMeeting = (ctx: Ctx, meetingId: number): Promise<void> =>
  change(ctx, 'meeting.deleted', async (work) => {
    const row = await lockMeeting(work, meetingId)
    if (row.opened_at !== null) throw new AppError('meetingHeld')
    const counts = await countsOfMeeting(work.tx, meetingId)
    const told = row.cancelled_at === null ? await announceEnd(work, { row, reason: '' }) : 0
    const also = await endOpenProxies(work, meetingId)
    await work.tx.deleteFrom('meetings').where('id', '=', meetingId).execute()
    const { subject, data } = meetingSubject(row)
    return {
      result: undefined,
      subject,
      data: { ...data, ...counts, ...(told > 0 && { told }) },
      also,
      tell: [...meetingNotices, ...(told > 0 ? [messagesChanged] : [])],
    }
  })
