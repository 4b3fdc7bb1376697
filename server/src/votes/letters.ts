import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { record, type Work } from '#platform/db/change.ts'
import { columns } from '#platform/db/columns.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { job } from '#platform/jobs/job.ts'
import { writeMail } from '#platform/mail/mail-template.ts'
import { messagesChanged, type NewMessage, queueMessages } from '../messages/outbox.ts'
import { letterTemplates, type MotionMailFacts } from './mails.ts'

/** So many at a time: a second of work, and a crash loses no more than that. */
const batch = 50

type MotionLetterKind = keyof typeof letterTemplates

export const mailVotersJob = job(
  'mailVoters',
  z.object({ motionId: z.number().int(), kind: z.enum(['opened', 'reminder', 'result']) }),
)

/** Has the members on the roll of a motion without a meeting mailed, once for each occasion. */
export const startMotionLetter = async (
  work: Work,
  { motionId, kind }: { motionId: number; kind: MotionLetterKind },
): Promise<void> => {
  const row = await work.tx
    .insertInto('motion_letters')
    .values({ motion_id: motionId, kind, created_at: work.now })
    .onConflict((is) => is.doNothing())
    .returning('motion_id')
    .executeTakeFirst()
  if (row) await addJob(work, mailVotersJob, { motionId, kind })
}

const findLetter = async (ctx: Ctx, { motionId, kind }: { motionId: number; kind: MotionLetterKind }) =>
  ctx.db
    .selectFrom('motion_letters as l')
    .innerJoin('motions as m', 'm.id', 'l.motion_id')
    .select(columns('m.title, m.ballot, m.closes_at, m.closed_at, m.kind as motionKind, l.last_member_id'))
    .where('l.motion_id', '=', motionId)
    .where('l.kind', '=', kind)
    .where('l.finished_at', 'is', null)
    .executeTakeFirst()

type MotionLetter = { motionId: number; kind: MotionLetterKind; after: number }

/** The next members of the roll who can be written to; of a reminder those who have not used their vote. */
const listReaders = (ctx: Ctx, { motionId, kind, after }: MotionLetter) =>
  ctx.db
    .selectFrom('motion_roll as r')
    .innerJoin('members as m', 'm.id', 'r.member_id')
    .select(['m.id', 'm.first_name as firstName'])
    .where('r.motion_id', '=', motionId)
    .where('m.id', '>', after)
    .where('m.closed_at', 'is', null)
    .where('m.suspended_at', 'is', null)
    .where('m.email_verified_at', 'is not', null)
    .$if(kind === 'reminder', (query) =>
      query.where(
        sql<boolean>`not exists (select from vote_marks v where v.motion_id = r.motion_id and v.principal_id = m.id)`,
      ),
    )
    .orderBy('m.id')
    .limit(batch)
    .execute()

const finish = (ctx: Ctx, { motionId, kind }: MotionLetter) =>
  record(ctx, async ({ tx }) => {
    const letter = tx.updateTable('motion_letters').set({ finished_at: ctx.now() })
    await letter.where('motion_id', '=', motionId).where('kind', '=', kind).execute()
    return { result: undefined }
  })

/** Moves a letter on from where these readers begin; false if another run has done so. */
const moveOn = async ({ tx }: Work, { motionId, kind, after, to }: MotionLetter & { to: number }): Promise<boolean> => {
  const row = await tx
    .updateTable('motion_letters')
    .set({ last_member_id: to })
    .where('motion_id', '=', motionId)
    .where('kind', '=', kind)
    .where('last_member_id', '=', after)
    .returning('motion_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Writes to the next members of a roll. Mails and how far they are is one transaction, so no member gets two. */
export const mailVoters = async (ctx: Ctx, input: { motionId: number; kind: MotionLetterKind }): Promise<void> => {
  const found = await findLetter(ctx, input)
  if (!found) return
  const letter = { ...input, after: found.lastMemberId }
  const isOver = input.kind !== 'result' && found.closedAt !== null
  const readers = isOver ? [] : await listReaders(ctx, letter)
  const last = readers.at(-1)
  if (!last) return finish(ctx, letter)
  const replyTo = await ctx.settings.get('EMAIL_ADMIN')
  const messages: (NewMessage & { isSecret: false })[] = []
  const newsUntil = input.kind === 'result' ? undefined : (found.closesAt ?? undefined)
  for (const { id, firstName } of readers) {
    const facts: MotionMailFacts = { firstName, motionId: input.motionId, ...found }
    const { kind: template, mail } = await writeMail(ctx, letterTemplates[input.kind], facts)
    messages.push({ memberId: id, newsUntil, template, mail, isSecret: false, replyTo })
  }
  await record(ctx, async (work) => {
    if (!(await moveOn(work, { ...letter, to: last.id }))) return { result: undefined }
    await queueMessages(work, messages)
    await addJob(work, mailVotersJob, input)
    return { result: undefined, tell: [messagesChanged] }
  })
}
