import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import type { ChangePart, Work } from '#platform/db/change.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { billingNotices } from '../../billing/billing-work.ts'
import { mailCardsJob } from '../mails.ts'

type AutomaticEnd = { memberId: number; reason: string; amountCents: number }

/** An order to top up that failed ends by itself, and its member is told, in the caller's transaction. */
export const endAutomaticTopUps = async (
  work: Work,
  { memberId, reason, amountCents }: AutomaticEnd,
): Promise<ChangePart[]> => {
  const off = await work.tx
    .updateTable('automatic_top_ups')
    .set({ is_on: false, off_at: work.now, off_reason: reason })
    .where('member_id', '=', memberId)
    .where('is_on', '=', true)
    .returning('member_id')
    .executeTakeFirst()
  if (!off) return []
  await addJob(work, mailCardsJob, { mail: 'automaticOff', memberId, facts: { amountCents, reason } })
  return [
    {
      event: 'stripe.automaticOff',
      subject: { kind: 'member', id: memberId },
      data: { reason },
      tell: billingNotices(memberId),
    },
  ]
}

/** What was topped up by itself in a month of the space's calendar, what is on its way included. */
export const monthCentsOf = async (
  db: Pick<Ctx['db'], 'selectFrom'>,
  { memberId, month, zone }: { memberId: number; month: string; zone: string },
): Promise<number> => {
  const row = await db
    .selectFrom('stripe_payments')
    .select(sql<number>`coalesce(sum(amount_cents), 0)::int`.as('cents'))
    .where('member_id', '=', memberId)
    .where('purpose', '=', 'topUp')
    .where('way', '=', 'automatic')
    .where('state', 'in', ['started', 'processing', 'succeeded'])
    .where(sql<boolean>`to_char(created_at at time zone ${zone}, 'YYYY-MM') = ${month}`)
    .executeTakeFirstOrThrow()
  return row.cents
}
