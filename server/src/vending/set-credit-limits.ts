import type { CreditLimits } from '@spacekeeper/contract/vending.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change, unchanged } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { stockNotices } from './purchase-notices.ts'

const columns = {
  maxCreditCents: 'max_credit_cents',
  maxDailyCreditCents: 'max_daily_credit_cents',
} as const satisfies Record<keyof CreditLimits, string>
type Field = keyof typeof columns
const fields = Object.keys(columns) as Field[] // Object.keys loses the literal names

type Wish = { deviceId: number; limits: { [F in Field]?: number | null | undefined } }

/** Changes how much a machine may pay onto balances, from its next credit on. */
export const setCreditLimits = (ctx: Ctx, { deviceId, limits }: Wish): Promise<void> =>
  change(ctx, 'memberbucks.creditLimitsChanged', async (tx) => {
    const machine = await tx
      .selectFrom('devices')
      .select(Object.values(columns))
      .where('id', '=', deviceId)
      .where('kind', '=', 'memberbucks')
      .where('removed_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!machine) throw new AppError('notFound')
    const changed = fields.flatMap((field) => {
      const [from, to] = [machine[columns[field]], limits[field]]
      return to === undefined || to === from ? [] : [{ field, from, to }]
    })
    if (changed.length === 0) return unchanged(undefined)
    await tx
      .updateTable('devices')
      .set(Object.fromEntries(changed.map(({ field, to }) => [columns[field], to])))
      .where('id', '=', deviceId)
      .execute()
    return {
      result: undefined,
      subject: { kind: 'device', id: deviceId },
      data: { changes: Object.fromEntries(changed.map(({ field, from, to }) => [field, { from, to }])) },
      tell: stockNotices(),
    }
  })
