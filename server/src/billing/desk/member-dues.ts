import type { CurrencySum, MemberDues } from '@spacekeeper/contract/billing/desk-shapes.ts'
import type { Collector } from '@spacekeeper/contract/billing/words.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { readRows } from '#platform/db/read-rows.ts'
import { AppError } from '#platform/http/app-error.ts'
import { fullName } from '#platform/shown-name.ts'
import { mayBookFor } from '../../memberbucks/rules.ts'
import { currencyOf } from './bookings.ts'
import { listDuesOf } from './lists.ts'

/** The sums that a member paid beyond their charges. */
const listCredits = (ctx: Ctx, memberId: number): Promise<CurrencySum[]> =>
  readRows(
    ctx,
    sql<CurrencySum>`select p.currency, sum(k.left_cents)::int as cents from payments p
      join payment_credits k on k.payment_id = p.id and k.left_cents > 0
      where p.member_id = ${memberId} group by p.currency order by p.currency`,
  )

const asCollector = (text: string) => text as Collector // checked by the table

/** The dues and the credit of a member, for booking a payment of theirs. */
export const memberDues = async (ctx: Ctx, memberId: number): Promise<MemberDues> => {
  const member = await ctx.db
    .selectFrom('members')
    .select(['first_name', 'last_name'])
    .where('id', '=', memberId)
    .executeTakeFirst()
  if (!member) throw new AppError('notFound')
  const [charges, credits, settings, plan] = await Promise.all([
    listDuesOf(ctx, memberId),
    listCredits(ctx, memberId),
    ctx.settings.all(),
    ctx.db
      .selectFrom('subscriptions')
      .select(['more_time_until', 'collector'])
      .where('member_id', '=', memberId)
      .where('state', '<>', 'ended')
      .executeTakeFirst(),
  ])
  return {
    memberId,
    memberName: fullName(member),
    charges,
    credits,
    currency: await currencyOf(ctx.db, { memberId, settings }),
    canBook: mayBookFor(ctx.actor, memberId),
    moreTimeUntil: plan?.more_time_until ?? null,
    hasPlan: plan !== undefined,
    collector: plan === undefined ? null : asCollector(plan.collector),
  }
}
