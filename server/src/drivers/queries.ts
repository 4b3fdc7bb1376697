import { DriverSettings, DriverProblem, type Driver } from '@spacekeeper/contract/drivers.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { selectOnce } from '#platform/db/compile-once.ts'
import { AppError } from '#platform/http/app-error.ts'
import { isOnSite, isSignInAsked } from '../doors/queries.ts'
import { refusalOf } from '../doors/rules.ts'

/** Spaces have dozens; the bound is for safety. */
const mostRelays = 500

const socket = { driver: 'socket' } as const

/** How a device is reached. Vending machines are not switched, so they have no driver. */
export const findDriver = async (ctx: Ctx, deviceId: number) => {
  const row = await ctx.db
    .selectFrom('devices as d')
    .leftJoin('device_drivers as r', 'r.device_id', 'd.id')
    .select(['d.kind', 'r.settings', 'r.secret', 'r.problem'])
    .where('d.id', '=', deviceId)
    .where('d.removed_at', 'is', null)
    .where('d.kind', 'in', ['door', 'interlock'])
    .executeTakeFirst()
  if (!row) throw new AppError('notFound')
  return { ...row, settings: row.settings === null ? socket : DriverSettings.parse(row.settings) }
}

/** The same as staff see it. */
export const getDriver = async (ctx: Ctx, deviceId: number): Promise<Driver> => {
  const { settings, secret, problem } = await findDriver(ctx, deviceId)
  return { settings, hasSecret: secret !== null, problem: DriverProblem.nullable().parse(problem) }
}

/** Everything the portal has to reach, with what decides over it. */
export const listRelays = (ctx: Ctx) =>
  ctx.db
    .selectFrom('device_drivers as r')
    .innerJoin('devices as d', 'd.id', 'r.device_id')
    .select(['d.id', 'd.kind', 'd.name', 'd.is_locked_out', 'd.last_seen_at'])
    .select(['r.settings', 'r.secret', 'r.problem', 'r.is_on', 'r.is_held_on', 'r.close_at'])
    .where('d.removed_at', 'is', null)
    .where('d.is_authorised', '=', true)
    .orderBy('d.id')
    .limit(mostRelays)
    .execute()

/** The use that is open on a machine. */
export const findOpenUse = async (ctx: Ctx, deviceId: number) =>
  (await ctx.db
    .selectFrom('interlock_sessions')
    .select(['id', 'member_id'])
    .where('device_id', '=', deviceId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()) ?? null

const factsRow = selectOnce((db, given: { deviceId: number; memberId: number }) =>
  db
    .selectFrom('device_drivers as r')
    .innerJoin('devices as d', 'd.id', 'r.device_id')
    .innerJoin('members as m', (on) => on.on('m.id', '=', given.memberId))
    .leftJoin('grants as g', (on) => on.onRef('g.member_id', '=', 'm.id').onRef('g.device_id', '=', 'd.id'))
    .leftJoin('balances as b', 'b.member_id', 'm.id')
    .select(sql<boolean>`coalesce(b.balance_cents, 0) < d.min_balance_cents`.as('lacks_balance'))
    .select(['d.kind', 'd.is_locked_out', 'd.is_exempt_from_signin', 'd.last_seen_at', 'd.is_authorised'])
    .select(['d.cost_per_session_cents', 'd.cost_per_hour_cents', 'd.cost_per_kwh_cents', 'd.max_session_minutes'])
    .select(['m.state', 'm.suspended_at', 'g.device_id as granted_id', 'r.settings', 'r.problem'])
    .select((is) => isOnSite(is.ref('m.id')).as('is_on_site'))
    .where('r.device_id', '=', given.deviceId)
    .where('d.removed_at', 'is', null),
)

/** A relay, and why this member may not use it now: as his card would be treated, had it a reader. */
export const getUse = async (ctx: Ctx, input: { deviceId: number; memberId: number; kind: 'door' | 'interlock' }) => {
  const { deviceId, memberId, kind } = input
  const isAsked = await isSignInAsked(ctx)
  const relay = await factsRow.first(ctx, { deviceId, memberId })
  if (!relay || relay.kind !== kind) throw new AppError('notFound')
  const refusal = refusalOf({
    hasCard: true,
    state: relay.state,
    isSuspended: relay.suspended_at !== null,
    isGranted: relay.granted_id !== null,
    needsVisit: isAsked && !relay.is_exempt_from_signin,
    isOnSite: relay.is_on_site,
    lacksBalance: relay.lacks_balance ?? false,
    isLockedOut: relay.is_locked_out,
  })
  return { relay, refusal }
}
