import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { type Work, record } from '#platform/db/change.ts'
import type { RenderedMail } from '#platform/mail/mail.ts'
import { renderMail } from '#platform/mail/render-mail.ts'
import { finalPlace } from '../messages/mailing-messages.ts'
import { queueMessages, messagesChanged } from '../messages/outbox.ts'
import { newsUrl, oneClickUrl } from './news.ts'
import { mailToRecipient } from './rules.ts'
import { lockMailing } from './started-mailings.ts'

/** So many at a time: a second of work, and a crash loses no more than that. */
const batch = 50

const findMailing = (ctx: Ctx, mailingId: number) =>
  ctx.db
    .selectFrom('mailings')
    .select(['id', 'subject', 'text', 'concerns_membership as concernsMembership'])
    .where('id', '=', mailingId)
    .where('stopped_at', 'is', null)
    .where('prepared_at', 'is', null)
    .executeTakeFirst()

/** The next to be written to. Who turned news off since the mailing was started gets none. */
const listWaiting = (ctx: Ctx, mailingId: number) =>
  ctx.db
    .selectFrom('mailing_recipients as r')
    .innerJoin('members as m', 'm.id', 'r.member_id')
    .innerJoin('mailings', 'mailings.id', 'r.mailing_id')
    .select(['m.id', 'm.first_name as firstName'])
    .where('r.mailing_id', '=', mailingId)
    .where('r.message_id', 'is', null)
    .where('m.closed_at', 'is', null)
    .where((is) => is.or([is('m.wants_news', '=', true), is('mailings.concerns_membership', '=', true)]))
    .orderBy('m.id')
    .limit(batch)
    .execute()

/** Locks the rows of these members and returns those without a message yet. */
const lockWaiting = async ({ tx }: Work, input: { mailingId: number; memberIds: readonly number[] }) => {
  const rows = await tx
    .selectFrom('mailing_recipients')
    .select('member_id')
    .where('mailing_id', '=', input.mailingId)
    .where('member_id', '=', sql<number>`any(${input.memberIds}::int[])`)
    .where('message_id', 'is', null)
    .orderBy('member_id')
    .forUpdate()
    .execute()
  return new Set(rows.map((row) => row.member_id))
}

const storeMessages = async (
  { tx }: Work,
  input: { mailingId: number; memberIds: readonly number[]; messageIds: readonly number[] },
) => {
  await sql`update mailing_recipients r set message_id = made.message_id
    from unnest(${input.memberIds}::int[], ${input.messageIds}::int[]) as made(member_id, message_id)
    where r.mailing_id = ${input.mailingId} and r.member_id = made.member_id`.execute(tx)
  const [first] = input.messageIds
  if (first === undefined) return
  await tx
    .updateTable('mailings')
    .set({ first_message_id: first })
    .where('id', '=', input.mailingId)
    .where('first_message_id', 'is', null)
    .execute()
}

/** Notes that every recipient who still wants it has a message. */
const finish = (ctx: Ctx, mailingId: number) =>
  record(ctx, async ({ tx }) => {
    await tx
      .updateTable('mailings')
      .set({ prepared_at: ctx.now(), first_message_id: finalPlace })
      .where('id', '=', mailingId)
      .execute()
    return { result: undefined, tell: [messagesChanged] }
  })

/**
 * Writes to the next recipients of a mailing. Message and record of it are one transaction, so no recipient gets
 * two, and a portal that stops in the middle resumes where it was. `goOn` sees to the rest, in the same transaction.
 */
export const sendMailing = async (
  ctx: Ctx,
  input: { mailingId: number; goOn: (work: Work) => Promise<void> },
): Promise<void> => {
  const { mailingId, goOn } = input
  const [mailing, waiting] = await Promise.all([findMailing(ctx, mailingId), listWaiting(ctx, mailingId)])
  if (!mailing) return
  if (waiting.length === 0) return finish(ctx, mailingId)
  const adminAddress = await ctx.settings.get('EMAIL_ADMIN')
  const newsOf = (memberId: number) => (mailing.concernsMembership ? {} : { newsUrl: newsUrl(ctx, memberId) })
  // One after the other, so that a door that reports meanwhile waits for one mail and not for fifty.
  const written: { person: (typeof waiting)[number]; mail: RenderedMail }[] = []
  for (const person of waiting) {
    written.push({
      person,
      mail: await renderMail(ctx, mailToRecipient({ ...mailing, words: mailing, person, ...newsOf(person.id) })),
    })
  }
  await record(ctx, async (work) => {
    // Stopping the mailing waits for this batch, or this batch finds it stopped.
    if ((await lockMailing(work, mailingId)).stopped_at !== null) return { result: undefined }
    const still = await lockWaiting(work, { mailingId, memberIds: waiting.map(({ id }) => id) })
    const due = written.filter(({ person }) => still.has(person.id))
    const messageIds = await queueMessages(
      work,
      due.map(({ person, mail }) => ({
        memberId: person.id,
        template: 'mailing',
        mailingId,
        ...(!mailing.concernsMembership && { unsubscribeUrl: oneClickUrl(ctx, person.id) }),
        mail,
        isSecret: false,
        ...(adminAddress !== '' && { replyTo: adminAddress }),
      })),
    )
    await storeMessages(work, { mailingId, memberIds: due.map(({ person }) => person.id), messageIds })
    await goOn(work)
    return { result: undefined, tell: [messagesChanged] }
  })
}
