import type { LetterKind } from '@spacekeeper/contract/meetings/words.ts'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { type Work, record } from '#platform/db/change.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { job } from '#platform/jobs/job.ts'
import { writeMail } from '#platform/mail/mail-template.ts'
import { findSender } from '#platform/mail/sender.ts'
import { fullName } from '#platform/shown-name.ts'
import { messagesChanged, queueMessages } from '../messages/outbox.ts'
import { calendarFile, writeCalendar } from './ics.ts'
import { LetterFacts, letterFactsOf, nameOfLetter } from './letter-facts.ts'
import { letterMails } from './mails.ts'
import { meetingNotices, type MeetingRow } from './meeting-row.ts'

/** So many at a time: a second of work, and a crash loses no more than that. */
const batch = 50

export const sendMeetingLetterJob = job('sendMeetingLetter', z.object({ letterId: z.number().int() }))

/** Rows of `members` that mail can reach at all. */
const isReachable = sql<boolean>`members.closed_at is null and members.suspended_at is null
  and members.email_verified_at is not null`

/** Rows of `members` that may come to a meeting and can be written to: active ones, and who is on its roll. */
export const mayCome = (meetingId: number, rollStates: readonly string[]) =>
  sql<boolean>`(${isReachable} and (members.membership_state = 'active'
    or members.membership_state = any(${rollStates}::text[])
    or exists (select from meeting_roll r where r.meeting_id = ${meetingId}::int and r.member_id = members.id)))`

/** Rows of `members` that were invited to a meeting. */
export const wasInvited = (meetingId: number) =>
  sql<boolean>`exists (select from meeting_letter_recipients r join meeting_letters l on l.id = r.letter_id
    where l.meeting_id = ${meetingId}::int and l.kind = 'invitation' and r.member_id = members.id)`

/** Of those who were invited: all that can still be reached. */
export const isToldOf = (meetingId: number) => sql<boolean>`(${isReachable} and ${wasInvited(meetingId)})`

/** Besides them, who had said that they can't come at the former start: it counts for the new one no more. */
export const isToldOfMove = (meetingId: number, formerStart: Date) =>
  sql<boolean>`(${isReachable} and (${wasInvited(meetingId)} or exists (select from meeting_apologies a
    where a.meeting_id = ${meetingId}::int and a.member_id = members.id and a.starts_at = ${formerStart})))`

type NewLetter = {
  row: MeetingRow
  kind: LetterKind
  to: RawBuilder<boolean>
  reason?: string
  isMoved?: boolean
  isRollLapsed?: boolean
}

/** Settles who is written to and what they read. A job writes to them. Returns how many they are. */
export const startLetter = async (work: Work, { row, kind, to, ...changed }: NewLetter): Promise<number> => {
  const { tx, ctx } = work
  const facts = await letterFactsOf(tx, row, changed)
  const { id: letterId } = await tx
    .insertInto('meeting_letters')
    .values({
      meeting_id: row.id,
      kind,
      facts: JSON.stringify(facts),
      created_at: ctx.now(),
      created_by: ctx.actor.kind === 'member' ? ctx.actor.id : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('meeting_letter_recipients')
    .columns(['letter_id', 'member_id'])
    .expression((is) =>
      is
        .selectFrom('members')
        .select([sql<number>`${letterId}::int`.as('letter_id'), 'id'])
        .where(to),
    )
    .executeTakeFirst()
  const count = Number(numInsertedOrUpdatedRows ?? 0)
  if (count === 0) {
    await tx.deleteFrom('meeting_letters').where('id', '=', letterId).execute()
    return 0
  }
  await tx.updateTable('meeting_letters').set({ recipient_count: count }).where('id', '=', letterId).execute()
  await addJob(work, sendMeetingLetterJob, { letterId })
  return count
}

const findLetter = async (ctx: Ctx, letterId: number) => {
  const row = await ctx.db
    .selectFrom('meeting_letters as l')
    .leftJoin('meetings as m', 'm.id', 'l.meeting_id')
    .select(['l.kind', 'l.facts', 'm.cancelled_at as cancelledAt', 'm.id as meetingId', 'm.calendar_sequence as now'])
    .where('l.id', '=', letterId)
    .where('l.finished_at', 'is', null)
    .executeTakeFirst()
  return row && { ...row, facts: LetterFacts.parse(row.facts) }
}

type OpenLetter = NonNullable<Awaited<ReturnType<typeof findLetter>>>

/** What was overtaken is not sent any more: the cancellation or the new time goes to the same members. */
const isOvertaken = ({ kind, meetingId, cancelledAt, now, facts }: OpenLetter): boolean =>
  kind !== 'cancellation' && (meetingId === null || cancelledAt !== null || (now !== null && now > facts.sequence))

const listWaiting = (ctx: Ctx, letterId: number) =>
  ctx.db
    .selectFrom('meeting_letter_recipients as r')
    .innerJoin('members as m', 'm.id', 'r.member_id')
    .select(['m.id', 'm.email', 'm.first_name as firstName', 'm.last_name as lastName'])
    .where('r.letter_id', '=', letterId)
    .where('r.written_at', 'is', null)
    .where('m.closed_at', 'is', null)
    .orderBy('m.id')
    .limit(batch)
    .execute()

type WaitingReader = Awaited<ReturnType<typeof listWaiting>>[number]

/** Marks those of these members who have no mail of this letter yet, and returns them. */
const markWritten = async ({ tx, now }: Work, input: { letterId: number; memberIds: readonly number[] }) => {
  const rows = await tx
    .updateTable('meeting_letter_recipients')
    .set({ written_at: now })
    .where('letter_id', '=', input.letterId)
    .where('member_id', '=', sql<number>`any(${input.memberIds}::int[])`)
    .where('written_at', 'is', null)
    .returning('member_id')
    .execute()
  return new Set(rows.map((row) => row.member_id))
}

const writeLetter = async (ctx: Ctx, letter: OpenLetter, waiting: readonly WaitingReader[]) => {
  const { kind, facts } = letter
  const [sender, siteName] = [await findSender(ctx), await ctx.settings.get('SITE_NAME')]
  const site = { siteName, siteUrl: ctx.siteUrl, sender, now: ctx.now() }
  const meeting = {
    ...facts,
    name: nameOfLetter(facts),
    startsAt: new Date(facts.startsAt),
    isCancelled: kind === 'cancellation',
  }
  const written = []
  // One after the other, so that a door that reports meanwhile waits for one mail and not for fifty.
  for (const person of waiting) {
    const { mail, kind: template } = await writeMail(ctx, letterMails[kind], {
      firstName: person.firstName,
      meeting: facts,
    })
    const invitee = { name: fullName(person), email: person.email }
    const files = kind === 'reminder' ? [] : [calendarFile(writeCalendar([meeting], { site, kind, invitee }), kind)]
    written.push({ person, mail, template, files })
  }
  return written
}

const finish = (ctx: Ctx, letterId: number) =>
  record(ctx, async ({ tx }) => {
    await tx.updateTable('meeting_letters').set({ finished_at: ctx.now() }).where('id', '=', letterId).execute()
    return { result: undefined, tell: meetingNotices }
  })

/** Writes to the next recipients of a letter; mail and mark are one transaction, so no member gets two. */
export const sendMeetingLetter = async (ctx: Ctx, letterId: number): Promise<void> => {
  const letter = await findLetter(ctx, letterId)
  if (!letter) return
  const waiting = isOvertaken(letter) ? [] : await listWaiting(ctx, letterId)
  if (waiting.length === 0) return finish(ctx, letterId)
  const written = await writeLetter(ctx, letter, waiting)
  const replyTo = await ctx.settings.get('EMAIL_ADMIN')
  await record(ctx, async (work) => {
    const mine = await markWritten(work, { letterId, memberIds: waiting.map(({ id }) => id) })
    await queueMessages(
      work,
      written
        .filter(({ person }) => mine.has(person.id))
        .map(({ person, mail, template, files }) => ({
          memberId: person.id,
          newsUntil: new Date(letter.facts.startsAt),
          template,
          mail,
          files,
          isSecret: false,
          ...(replyTo !== '' && { replyTo }),
        })),
    )
    await addJob(work, sendMeetingLetterJob, { letterId })
    return { result: undefined, tell: [messagesChanged, ...meetingNotices] }
  })
}
