import type { bulkChanges, DevicePreview, GrantPreview, Selection } from '@spacekeeper/contract/rosters.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { AppError } from '#platform/http/app-error.ts'
import { matchSelection } from './match-filter.ts'
import { listGrantable } from './queries.ts'
import { fingerprintOf, someNames } from './rules.ts'

export type GrantWish = { selection: Selection; change: (typeof bulkChanges)[number]; deviceIds: readonly number[] }

type Changes = { deviceId: number; memberIds: readonly number[] }
type Row = Changes & { same: number; notActive: number; names: string[] | null }

/** Stands for who gains or loses which device. */
export const grantsFingerprint = (change: GrantWish['change'], changes: readonly Changes[]) =>
  fingerprintOf(
    change,
    changes.map(({ deviceId, memberIds }) => [deviceId, memberIds]),
  )

const readEffects = (ctx: Ctx, wish: GrantWish): Promise<Row[]> => {
  const changes = wish.change === 'grant' ? sql`g.member_id is null` : sql`g.member_id is not null`
  const names = sql<string[] | null>`(array_agg(m.first_name || ' ' || m.last_name
    order by lower(m.last_name), lower(m.first_name), m.id) filter (where ${changes}))[1:10]`
  return ctx.db
    .selectFrom((is) => is.selectFrom('members').selectAll().where(matchSelection(wish.selection, ctx.now())).as('m'))
    .innerJoin('devices as d', (on) => on.on('d.id', '=', sql<number>`any(${wish.deviceIds}::int[])`))
    .leftJoin('grants as g', (on) => on.onRef('g.member_id', '=', 'm.id').onRef('g.device_id', '=', 'd.id'))
    .select([
      'd.id as deviceId',
      sql<number[]>`coalesce(array_agg(m.id) filter (where ${changes}), '{}')`.as('memberIds'),
      sql<number>`(count(*) filter (where not (${changes})))::int`.as('same'),
      sql<number>`(count(*) filter (where ${changes} and m.state <> 'active'))::int`.as('notActive'),
      names.as('names'),
    ])
    .groupBy('d.id')
    .execute()
}

/** The doors and machines meant, or `notFound`: who asks for one that is gone should look again. */
export const getGrantable = async (ctx: Ctx, deviceIds: readonly number[]) => {
  const known = await listGrantable(ctx)
  const devices = known.filter(({ id }) => deviceIds.includes(id))
  if (devices.length < new Set(deviceIds).size) throw new AppError('notFound')
  return devices
}

/** Who would gain or lose what, before anybody does. */
export const previewGrants = async (ctx: Ctx, wish: GrantWish): Promise<GrantPreview> => {
  const [devices, effects] = await Promise.all([getGrantable(ctx, wish.deviceIds), readEffects(ctx, wish)])
  const touched = new Set(effects.flatMap(({ memberIds }) => memberIds))
  return {
    fingerprint: grantsFingerprint(wish.change, effects),
    selected: effects[0] ? effects[0].memberIds.length + effects[0].same : 0,
    touched: touched.size,
    devices: devices.map((device): DevicePreview => {
      const effect = effects.find(({ deviceId }) => deviceId === device.id)
      const count = effect?.memberIds.length ?? 0
      return {
        ...device,
        changes: { count, ...someNames(effect?.names ?? [], count) },
        same: effect?.same ?? 0,
        notActive: wish.change === 'grant' ? (effect?.notActive ?? 0) : 0,
      }
    }),
  }
}
