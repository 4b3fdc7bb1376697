import type { Ctx } from '#platform/ctx.ts'
import { mailBuyer } from './mail-buyer.ts'

const dayMs = 24 * 60 * 60 * 1000

const wasTold = async (ctx: Ctx, memberId: number) => {
  const told = await ctx.db
    .selectFrom('messages')
    .select('id')
    .where('member_id', '=', memberId)
    .where('template', '=', 'lowBalance')
    .where('created_at', '>', new Date(ctx.now().getTime() - dayMs))
    .limit(1)
    .executeTakeFirst()
  return told !== undefined
}

/** Tells a member, once a day at most, that he has too little for what he wanted. */
export const mailLowBalance = async (
  ctx: Ctx,
  input: { memberId: number; deviceId: number; amountCents: number },
): Promise<void> => {
  const { memberId, deviceId, amountCents } = input
  if (await wasTold(ctx, memberId)) return
  const row = await ctx.db
    .selectFrom('members as m')
    .innerJoin('devices as d', (on) => on.on('d.id', '=', deviceId))
    .leftJoin('balances as b', 'b.member_id', 'm.id')
    .select(['m.email', 'm.first_name as firstName', 'd.name as machine', 'b.balance_cents'])
    .where('m.id', '=', memberId)
    .where('m.closed_at', 'is', null)
    .executeTakeFirst()
  if (!row) return
  const { balance_cents, ...facts } = row
  const about = { memberId, product: null, amountCents, balanceCents: balance_cents ?? 0, reason: '' }
  await mailBuyer(ctx, { mail: 'lowBalance', ...facts, ...about })
}
