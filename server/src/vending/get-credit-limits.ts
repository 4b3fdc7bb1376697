import type { CreditLimits } from '@spacekeeper/contract/vending.ts'
import type { Ctx } from '#platform/ctx.ts'
import { AppError } from '#platform/http/app-error.ts'

/** How much a machine may pay onto balances, and whether the caller may change it: whoever looks after money. */
export const getCreditLimits = async (ctx: Ctx, deviceId: number): Promise<CreditLimits & { canChange: boolean }> => {
  const row = await ctx.db
    .selectFrom('devices')
    .select(['max_credit_cents as maxCreditCents', 'max_daily_credit_cents as maxDailyCreditCents'])
    .where('id', '=', deviceId)
    .where('kind', '=', 'memberbucks')
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new AppError('notFound')
  return { ...row, canChange: ctx.actor.kind === 'member' && ctx.actor.permissions.includes('money') }
}
