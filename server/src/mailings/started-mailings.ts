import type { Mailing } from '@spacekeeper/contract/mailings/shapes.ts'
import type { Ctx } from '#platform/ctx.ts'
import { type Work, change } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { cancelMailingMessages, finalPlace, requeueMailingMessages } from '../messages/mailing-messages.ts'
import { findMailing } from '../messages/mailing-progress.ts'
import { messagesChanged } from '../messages/outbox.ts'

export const getMailing = async (ctx: Ctx, mailingId: number): Promise<Mailing> => {
  const mailing = await findMailing(ctx, mailingId)
  if (!mailing) throw new AppError('notFound')
  return mailing
}

/** Locks a mailing until the transaction ends, so that no batch of it is written meanwhile. */
export const lockMailing = async ({ tx }: Work, mailingId: number) => {
  const row = await tx.selectFrom('mailings').selectAll().where('id', '=', mailingId).forUpdate().executeTakeFirst()
  if (!row) throw new AppError('notFound')
  return row
}

const countUnwritten = async ({ tx }: Work, mailingId: number) => {
  const { count } = await tx
    .selectFrom('mailing_recipients')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('mailing_id', '=', mailingId)
    .where('message_id', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Stops a mailing: what has not left is cancelled, and what was not written yet never is. */
export const stopMailing = (ctx: Ctx, mailingId: number): Promise<{ cancelled: number }> =>
  change(ctx, 'mailing.stopped', async (work) => {
    const mailing = await lockMailing(work, mailingId)
    if (mailing.stopped_at !== null) throw new AppError('mailingStopped')
    const unwritten = mailing.prepared_at === null ? await countUnwritten(work, mailingId) : 0
    const cancelled = (await cancelMailingMessages(work, mailingId)) + unwritten
    if (cancelled === 0) throw new AppError('mailingStopped')
    await work.tx
      .updateTable('mailings')
      .set({
        stopped_at: ctx.now(),
        stopped_by: ctx.actor.kind === 'member' ? ctx.actor.id : null,
        first_message_id: finalPlace,
      })
      .where('id', '=', mailingId)
      .execute()
    return {
      result: { cancelled },
      subject: { kind: 'mailing', id: mailingId },
      data: { title: mailing.subject, count: cancelled },
      tell: [messagesChanged],
    }
  })

/** Sends again what failed, and what was kept while there was no mail server. */
export const retryMailing = (ctx: Ctx, mailingId: number): Promise<{ retried: number }> =>
  change(ctx, 'mailing.retried', async (work) => {
    const mailing = await lockMailing(work, mailingId)
    if (mailing.stopped_at !== null) throw new AppError('mailingStopped')
    if (ctx.smtpUrl === undefined) throw new AppError('mailNotSetUp')
    const retried = await requeueMailingMessages(work, mailingId)
    if (retried === 0) throw new AppError('mailingStopped')
    return {
      result: { retried },
      subject: { kind: 'mailing', id: mailingId },
      data: { title: mailing.subject, count: retried },
      tell: [messagesChanged],
    }
  })
