import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { record, type Tx } from '#platform/db/change.ts'
import type { RenderedMail } from '#platform/mail/mail.ts'
import { renderMail } from '#platform/mail/render-mail.ts'
import { messagesChanged } from '../messages/queue-message.ts'
import { queueMessages } from '../messages/queue-messages.ts'
import { mailOf } from './rules.ts'

/** So many at a time: a second of work, and a crash loses no more than that. */
const batch = 50

const findMailing = (ctx: Ctx, mailingId: number) =>
  ctx.db
    .selectFrom('mailings')
    .select(['id', 'subject', 'text', 'concerns_membership as concernsMembership'])
    .where('id', '=', mailingId)
    .executeTakeFirst()

const listWaiting = (ctx: Ctx, mailingId: number) =>
  ctx.db
    .selectFrom('mailing_recipients as r')
    .innerJoin('members as m', 'm.id', 'r.member_id')
    .select(['m.id', 'm.email', 'm.first_name as firstName'])
    .where('r.mailing_id', '=', mailingId)
    .where('r.message_id', 'is', null)
    .where('m.closed_at', 'is', null)
    .orderBy('m.id')
    .limit(batch)
    .execute()

/** Of these, who has no message yet; nobody else writes to them until the transaction ends. */
const lockWaiting = async (tx: Tx, input: { mailingId: number; memberIds: readonly number[] }) => {
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

const noteMessages = (
  tx: Tx,
  input: { mailingId: number; memberIds: readonly number[]; messageIds: readonly number[] },
) =>
  sql`update mailing_recipients r set message_id = made.message_id
    from unnest(${input.memberIds}::int[], ${input.messageIds}::int[]) as made(member_id, message_id)
    where r.mailing_id = ${input.mailingId} and r.member_id = made.member_id`.execute(tx)

/**
 * Writes to the next recipients of a mailing. Message and note of it are one transaction, so whoever has one gets no
 * second, and a portal that stops in the middle goes on where it was. `goOn` sees to the rest, in the same transaction.
 */
export const sendMailing = async (
  ctx: Ctx,
  input: { mailingId: number; goOn: (tx: Tx) => Promise<void> },
): Promise<void> => {
  const { mailingId, goOn } = input
  const [mailing, waiting] = await Promise.all([findMailing(ctx, mailingId), listWaiting(ctx, mailingId)])
  if (!mailing || waiting.length === 0) return
  const { EMAIL_ADMIN: adminAddress } = await ctx.settings.all()
  // One after the other, so that a door that reports meanwhile waits for one mail and not for fifty.
  const written: { person: (typeof waiting)[number]; mail: RenderedMail }[] = []
  for (const person of waiting) {
    written.push({ person, mail: await renderMail(ctx, mailOf({ ...mailing, words: mailing, person, adminAddress })) })
  }
  await record(ctx, async (tx) => {
    const still = await lockWaiting(tx, { mailingId, memberIds: waiting.map(({ id }) => id) })
    const due = written.filter(({ person }) => still.has(person.id))
    const messageIds = await queueMessages(tx, {
      ctx,
      messages: due.map(({ person, mail }) => ({
        to: person.email,
        memberId: person.id,
        template: 'mailing',
        mail,
        isSecret: false,
        ...(adminAddress !== '' && { replyTo: adminAddress }),
      })),
    })
    await noteMessages(tx, { mailingId, memberIds: due.map(({ person }) => person.id), messageIds })
    await goOn(tx)
    return { result: undefined, tell: [messagesChanged] }
  })
}
