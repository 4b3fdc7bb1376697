import type { MachinePrices } from '@spacekeeper/contract/interlocks.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change, unchanged } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { screens } from '#platform/live/screens.ts'

const columns = {
  costPerSessionCents: 'cost_per_session_cents',
  costPerHourCents: 'cost_per_hour_cents',
  costPerKwhCents: 'cost_per_kwh_cents',
  maxSessionMinutes: 'max_session_minutes',
  minBalanceCents: 'min_balance_cents',
} as const satisfies Record<keyof MachinePrices, string>

type Field = keyof MachinePrices
const fields = Object.keys(columns) as Field[] // Object.keys loses the literal names

type Wish = { interlockId: number; prices: Partial<Record<Field, number | null | undefined>> }

/** Changes what a machine costs. Whoever uses it right now goes on paying what it cost when he began. */
export const setPrices = (ctx: Ctx, { interlockId, prices }: Wish): Promise<void> =>
  change(ctx, 'interlock.pricesChanged', async (tx) => {
    const machine = await tx
      .selectFrom('devices')
      .select(Object.values(columns))
      .where('id', '=', interlockId)
      .where('kind', '=', 'interlock')
      .where('removed_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!machine) throw new AppError('notFound')
    const changed = fields.flatMap((field) => {
      const [from, to] = [machine[columns[field]], prices[field]]
      return to === undefined || to === from ? [] : [{ field, from, to }]
    })
    if (changed.length === 0) return unchanged(undefined)
    await tx
      .updateTable('devices')
      .set(Object.fromEntries(changed.map(({ field, to }) => [columns[field], to])))
      .where('id', '=', interlockId)
      .execute()
    return {
      result: undefined,
      subject: { kind: 'device', id: interlockId },
      data: { changes: Object.fromEntries(changed.map(({ field, from, to }) => [field, { from, to }])) },
      tell: [
        screens.notice({ topic: 'devices', audience: { staff: ['devices', 'access'] } }),
        screens.notice({ topic: 'access', audience: 'everybody' }),
      ],
    }
  })
