import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { change, unchanged, type Tx } from '#platform/db/change.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { messagesChanged } from '../messages/queue-message.ts'
import { sendMailingJob } from './jobs.ts'
import { listRecipients, matchRecipients } from './list-recipients.ts'
import { recipientsFingerprint, type MailingWish } from './preview-mailing.ts'

type Confirmed = MailingWish & { fingerprint: string; key: string }

/** Null when it was started before under this key. */
const insertMailing = async (tx: Tx, input: { ctx: Ctx; wish: Confirmed; leftOut: number }) => {
  const { ctx, wish, leftOut } = input
  const row = await tx
    .insertInto('mailings')
    .values({
      key: wish.key,
      subject: wish.subject,
      text: wish.text,
      concerns_membership: wish.concernsMembership,
      left_out: leftOut,
      started_by: memberOf(ctx).id,
      started_at: ctx.now(),
    })
    .onConflict((on) => on.column('key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

const insertRecipients = async (tx: Tx, input: { mailingId: number; wish: Confirmed; now: Date }) => {
  const rows = await tx
    .insertInto('mailing_recipients')
    .columns(['mailing_id', 'member_id'])
    .expression((is) =>
      is
        .selectFrom('members')
        .select([sql<number>`${input.mailingId}::int`.as('mailing_id'), 'id'])
        .where(matchRecipients(input.wish, input.now)),
    )
    .returning('member_id')
    .execute()
  return rows.map((row) => row.member_id)
}

/**
 * Starts sending what was previewed. Who gets it is settled and stored now; a job writes to them. A second
 * confirmation of the same preview, say after an answer that was lost, starts nothing more.
 */
export const startMailing = async (ctx: Ctx, wish: Confirmed): Promise<{ mailingId: number }> => {
  const selected = await listRecipients(ctx, wish)
  const leftOut = selected.filter(({ isRecipient }) => !isRecipient).length
  return change(ctx, 'mailing.started', async (tx) => {
    const mailingId = await insertMailing(tx, { ctx, wish, leftOut })
    if (mailingId === null) {
      const before = await tx.selectFrom('mailings').select('id').where('key', '=', wish.key).executeTakeFirstOrThrow()
      return unchanged({ mailingId: before.id })
    }
    const memberIds = await insertRecipients(tx, { mailingId, wish, now: ctx.now() })
    if (recipientsFingerprint(memberIds) !== wish.fingerprint) throw new AppError('previewOutdated')
    if (memberIds.length === 0) throw badField('selection', 'There is nobody to write to.')
    await addJob(tx, sendMailingJob, { mailingId })
    return {
      result: { mailingId },
      subject: { kind: 'mailing', id: mailingId },
      data: { title: wish.subject, count: memberIds.length, leftOut, memberIds },
      tell: [messagesChanged],
    }
  })
}
