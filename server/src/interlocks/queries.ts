import type { MachinePrices } from '@spacekeeper/contract/interlocks.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { selectOnce } from '#platform/db/compile-once.ts'
import type { Tx } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { findCardFacts } from '../doors/queries.ts'
import { refusalOf } from '../doors/rules.ts'

const machineRow = selectOnce((db, given: { deviceId: number }) =>
  db
    .selectFrom('devices')
    .select(['name', 'is_locked_out', 'cost_per_session_cents', 'cost_per_hour_cents', 'cost_per_kwh_cents'])
    .select(['max_session_minutes', 'removed_at', 'is_authorised'])
    .where('id', '=', given.deviceId),
)

/** Whether this card may start this machine now: who he is, why not, and what the machine costs. */
export const findStart = async (ctx: Ctx, input: { deviceId: number; card: string }) => {
  const [machine, facts] = await Promise.all([machineRow.first(ctx, input), findCardFacts(ctx, input)])
  if (!machine || !facts) return { memberId: null, refusal: 'unknownCard' as const, machine }
  // The line of one that was withdrawn is cut a moment later than that is known here.
  const isLockedOut = machine.is_locked_out || machine.removed_at !== null || !machine.is_authorised
  return { memberId: facts.memberId, refusal: refusalOf({ ...facts, isLockedOut }), machine }
}

/** What a machine costs, and its limits. */
export const getPrices = async (ctx: Ctx, interlockId: number): Promise<MachinePrices> => {
  const row = await ctx.db
    .selectFrom('devices')
    .select([
      'cost_per_session_cents as costPerSessionCents',
      'cost_per_hour_cents as costPerHourCents',
      'cost_per_kwh_cents as costPerKwhCents',
      'max_session_minutes as maxSessionMinutes',
      'min_balance_cents as minBalanceCents',
    ])
    .where('id', '=', interlockId)
    .where('kind', '=', 'interlock')
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new AppError('notFound')
  return row
}

const sessionColumns = [
  's.id',
  's.device_id',
  's.member_id',
  's.started_at',
  's.last_heard_at',
  's.ended_at',
  's.last_reading_mwh',
  's.energy_mwh',
  's.cost_per_session_cents',
  's.cost_per_hour_cents',
  's.cost_per_kwh_cents',
  's.max_session_minutes',
  'd.name',
] as const

const sessions = (tx: Tx) =>
  tx.selectFrom('interlock_sessions as s').innerJoin('devices as d', 'd.id', 's.device_id').select(sessionColumns)

/** A session of this very machine, held until the transaction ends. */
export const lockSession = (tx: Tx, input: { sessionId: string; deviceId: number }) =>
  sessions(tx)
    .where('s.id', '=', input.sessionId)
    .where('s.device_id', '=', input.deviceId)
    .forNoKeyUpdate('s')
    .executeTakeFirst()

/** The session that runs on a machine, held until the transaction ends. */
export const lockOpenSession = (tx: Tx, deviceId: number) =>
  sessions(tx)
    .where('s.device_id', '=', deviceId)
    .where('s.ended_at', 'is', null)
    .forNoKeyUpdate('s')
    .executeTakeFirst()

export type SessionRow = NonNullable<Awaited<ReturnType<typeof lockSession>>>

/** Who holds this working card; null for nobody. */
export const findCardHolder = async (tx: Tx, card: string): Promise<number | null> => {
  const row = await tx
    .selectFrom('cards')
    .select('member_id')
    .where('number', '=', card)
    .where('state', '=', 'active')
    .executeTakeFirst()
  return row?.member_id ?? null
}

/** Machines whose session is over without having been ended: silent for too long, or at its longest. */
export const listOverdueMachines = async (ctx: Ctx, input: { heardBefore: Date; now: Date }): Promise<number[]> => {
  const rows = await ctx.db
    .selectFrom('interlock_sessions')
    .select('device_id')
    .where('ended_at', 'is', null)
    .where((is) =>
      is.or([
        is('last_heard_at', '<', input.heardBefore),
        sql<boolean>`started_at + max_session_minutes * interval '1 minute' <= ${input.now}`,
      ]),
    )
    .orderBy('started_at')
    .limit(500)
    .execute()
  return rows.map((row) => row.device_id)
}
