import { isFeatureOn } from '@spacekeeper/contract/features.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change, unchanged } from '#platform/db/change.ts'
import { longDay } from '#platform/long-day.ts'
import { writeMail } from '#platform/mail/mail-template.ts'
import { sweep } from '#platform/sweep.ts'
import { messagesChanged, queueMail } from '../messages/outbox.ts'
import { ticketEndedMail } from './mails.ts'
import { findTicketDays } from './tickets.ts'

const mostReminded = 500

/** Mails the owners of tickets whose last day is over, once for each last day. */
export const remindOfTickets = async (ctx: Ctx): Promise<void> => {
  const settings = await ctx.settings.all()
  if (!isFeatureOn('enableTickets', settings)) return
  const { today } = await findTicketDays(ctx)
  const ended = await ctx.db
    .selectFrom('tickets as t')
    .innerJoin('members as m', 'm.id', 't.member_id')
    .select(['t.id', 't.what', 't.until_on as untilOn', 'm.id as memberId', 'm.email', 'm.first_name as firstName'])
    .where('t.removed_at', 'is', null)
    .where('t.reminded_at', 'is', null)
    .where('t.until_on', '<', today)
    .where('m.closed_at', 'is', null)
    .orderBy('t.id')
    .limit(mostReminded)
    .execute()
  await sweep(ctx, ended, {
    what: 'tickets',
    nameOf: ({ id }) => `ticket ${id}`,
    work: async ({ id, what, untilOn, memberId, firstName }) => {
      const day = longDay(untilOn ?? today, settings.SITE_LOCALE_CURRENCY)
      const mail = await writeMail(ctx, ticketEndedMail, { firstName, number: id, what, day })
      await change(ctx, 'ticket.reminded', async (work) => {
        const marked = await work.tx
          .updateTable('tickets')
          .set({ reminded_at: ctx.now() })
          .where('id', '=', id)
          .where('removed_at', 'is', null)
          .where('reminded_at', 'is', null)
          // It may have been extended since the list was read.
          .where('until_on', '<', today)
          .returning('id')
          .executeTakeFirst()
        if (!marked) return unchanged(undefined)
        await queueMail(work, { mail, envelope: { memberId } })
        return {
          result: undefined,
          subject: { kind: 'ticket', id },
          data: { name: `ticket ${id}` },
          tell: [messagesChanged],
        }
      })
    },
  })
}
