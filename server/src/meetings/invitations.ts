import type { MeetingInvitation } from '@spacekeeper/contract/meetings/shapes.ts'
import { sql } from 'kysely'
import type { Ctx, WorkCtx } from '#platform/ctx.ts'
import { change, type Work, unchanged } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { writeMail } from '#platform/mail/mail-template.ts'
import { fullName } from '#platform/shown-name.ts'
import { sweep } from '#platform/sweep.ts'
import { messagesChanged } from '../messages/outbox.ts'
import { getMeetingRow } from './attendance/roll-facts.ts'
import { letterFactsOf } from './letter-facts.ts'
import { isToldOf, mayCome, startLetter, wasInvited } from './letters.ts'
import { meetingInvitationMail } from './mails.ts'
import {
  hasBegun,
  lockMeeting,
  lockUncancelled,
  meetingNotices,
  type MeetingRow,
  meetingSubject,
} from './meeting-row.ts'
import { invitationDay, isReminderDue } from './rules.ts'

/** Rows of `members` that an invitation would go to now. */
const isInvitable = async (ctx: WorkCtx, meetingId: number) => {
  const states = await ctx.settings.get('MEETING_ROLL_STATES')
  return sql<boolean>`(${mayCome(meetingId, states)} and not ${wasInvited(meetingId)})`
}

const someOf = 20

/** How many would be invited now, and how the mail would look. */
export const previewInvitation = async (ctx: Ctx, meetingId: number): Promise<MeetingInvitation> => {
  const row = await getMeetingRow(ctx.db, meetingId)
  const to = await isInvitable(ctx, meetingId)
  const [people, { count, unverified }, facts] = await Promise.all([
    ctx.db
      .selectFrom('members')
      .select(['first_name as firstName', 'last_name as lastName'])
      .where(to)
      .orderBy(sql`lower(first_name)`)
      .orderBy(sql`lower(last_name)`)
      .orderBy('id')
      .limit(someOf)
      .execute(),
    ctx.db
      .selectFrom('members')
      .select(sql<number>`count(*) filter (where ${to})::int`.as('count'))
      .select(
        sql<number>`count(*) filter (where membership_state = 'active' and closed_at is null and suspended_at is null
          and email_verified_at is null)::int`.as('unverified'),
      )
      .executeTakeFirstOrThrow(),
    letterFactsOf(ctx.db, row),
  ])
  const { mail } = await writeMail(ctx, meetingInvitationMail, {
    firstName: people[0]?.firstName ?? 'Sam',
    meeting: facts,
  })
  return {
    count,
    someNames: people.map(fullName),
    unverified,
    subject: mail.subject,
    html: mail.html,
    isMailConfigured: ctx.smtpUrl !== undefined,
  }
}

const sendInvitations = async (work: Work, row: MeetingRow): Promise<number> => {
  const { tx, ctx } = work
  const count = await startLetter(work, { row, kind: 'invitation', to: await isInvitable(ctx, row.id) })
  if (row.invited_at === null)
    await tx.updateTable('meetings').set({ invited_at: ctx.now() }).where('id', '=', row.id).execute()
  return count
}

const invited = (row: MeetingRow, count: number) => {
  const { subject, data } = meetingSubject(row)
  return { result: { count }, subject, data: { ...data, count }, tell: [...meetingNotices, messagesChanged] }
}

/** Mails the invitation to all who may come and have not got it; pressing again reaches who joined since. */
export const inviteMembers = (ctx: Ctx, meetingId: number): Promise<{ count: number }> =>
  change(ctx, 'meeting.invited', async (work) => {
    const row = await lockUncancelled(work, meetingId)
    if (hasBegun(row, ctx.now())) throw new AppError('meetingHeld')
    const count = await sendInvitations(work, row)
    if (count === 0 && row.invited_at !== null) return unchanged({ count })
    return invited(row, count)
  })

/** Looked for in one query, decided on the locked row. */
const listPlanned = (ctx: Ctx) =>
  ctx.db
    .selectFrom('meetings')
    .select('id')
    .where('starts_at', '>', ctx.now())
    .where('cancelled_at', 'is', null)
    .where('opened_at', 'is', null)
    .where((is) =>
      is.or([
        is.and([is('invites_itself', '=', true), is('invited_at', 'is', null)]),
        is.and([is('invited_at', 'is not', null), is('reminded_at', 'is', null)]),
      ]),
    )
    .orderBy('starts_at')
    .limit(100)
    .execute()

const isOff = (row: MeetingRow, now: Date) => row.cancelled_at !== null || hasBegun(row, now)

const inviteIfDue = (ctx: Ctx, meetingId: number, inviteDays: number) =>
  change(ctx, 'meeting.invited', async (work) => {
    const row = await lockMeeting(work, meetingId)
    const at = invitationDay(row.starts_at, inviteDays)
    const isDue = row.invites_itself && row.invited_at === null && at !== null && at <= ctx.now()
    if (!isDue || isOff(row, ctx.now())) return unchanged({ count: 0 })
    return invited(row, await sendInvitations(work, row))
  })

const remindIfDue = (ctx: Ctx, meetingId: number, remindHours: number) =>
  change(ctx, 'meeting.reminded', async (work) => {
    const row = await lockMeeting(work, meetingId)
    const { starts_at: startsAt, invited_at: invitedAt, reminded_at: remindedAt } = row
    if (isOff(row, ctx.now()) || !isReminderDue({ startsAt, invitedAt, remindedAt, remindHours }, ctx.now()))
      return unchanged({ count: 0 })
    const count = await startLetter(work, { row, kind: 'reminder', to: isToldOf(meetingId) })
    await work.tx.updateTable('meetings').set({ reminded_at: ctx.now() }).where('id', '=', meetingId).execute()
    return invited(row, count)
  })

/** Sends the invitations and reminders whose time has come. */
export const announceMeetings = async (ctx: Ctx): Promise<void> => {
  const { MEETING_INVITE_DAYS: inviteDays, MEETING_REMIND_HOURS: remindHours } = await ctx.settings.all()
  await sweep(ctx, await listPlanned(ctx), {
    what: 'announcements of meetings',
    nameOf: ({ id }) => `meeting ${id}`,
    work: async ({ id }) => {
      await inviteIfDue(ctx, id, inviteDays)
      await remindIfDue(ctx, id, remindHours)
    },
  })
}
