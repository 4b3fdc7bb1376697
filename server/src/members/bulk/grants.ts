import { createHash } from 'node:crypto'
import type { SomeNames, Selection, GrantPreview, DevicePreview } from '@spacekeeper/contract/members/shapes.ts'
import type { bulkChanges } from '@spacekeeper/contract/members/words.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { AppError } from '#platform/http/app-error.ts'
import { fullNameOf } from '#platform/shown-name.ts'
import { changeGrants } from '../../access/grants.ts'
import { matchSelection } from '../filters.ts'
import { listGrantableDevices, mostMembers } from '../list.ts'
import { storeBulkAction } from './actions.ts'

/** Members a change touches, with the device it is about, or 0. */
export type TouchedMembers = readonly [about: number, memberIds: readonly number[]]

/** A fingerprint of exactly these members and what is done to them, in any order. */
export const bulkFingerprint = (what: string, touched: readonly TouchedMembers[]): string => {
  const hash = createHash('sha256').update(what)
  for (const [about, memberIds] of touched.toSorted(([a], [b]) => a - b)) {
    if (memberIds.length > 0) hash.update(`\n${about}:${memberIds.toSorted((a, b) => a - b).join(',')}`)
  }
  return hash.digest('base64url')
}

/** A preview names so many members. */
export const mostNames = 10

/** The first names of a list, and how many more there are. */
export const someNames = (names: readonly string[], count = names.length): SomeNames => {
  const shown = names.slice(0, mostNames)
  return { names: shown, more: count - shown.length }
}

export type BulkGrant = { selection: Selection; change: (typeof bulkChanges)[number]; deviceIds: readonly number[] }

type DeviceGrants = { deviceId: number; memberIds: readonly number[] }

type GrantEffect = DeviceGrants & { same: number; notActive: number; names: string[] | null }

/** A fingerprint of who gains or loses which device. */
export const grantsFingerprint = (change: BulkGrant['change'], changes: readonly DeviceGrants[]) =>
  bulkFingerprint(
    change,
    changes.map(({ deviceId, memberIds }) => [deviceId, memberIds]),
  )

const readEffects = (ctx: Ctx, input: BulkGrant): Promise<GrantEffect[]> => {
  const changes = input.change === 'grant' ? sql`g.member_id is null` : sql`g.member_id is not null`
  const names = sql<string[] | null>`(array_agg(${fullNameOf('m')}
    order by lower(m.first_name), lower(m.last_name), m.id) filter (where ${changes}))[1:${sql.lit(mostNames)}]`
  return ctx.db
    .selectFrom((is) => is.selectFrom('members').selectAll().where(matchSelection(input.selection, ctx.now())).as('m'))
    .innerJoin('devices as d', (on) => on.on('d.id', '=', sql<number>`any(${input.deviceIds}::int[])`))
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

/** The doors and machines meant; `notFound` if one of them is gone. */
export const getGrantable = async (ctx: Ctx, deviceIds: readonly number[]) => {
  const known = await listGrantableDevices(ctx)
  const devices = known.filter(({ id }) => deviceIds.includes(id))
  if (devices.length < new Set(deviceIds).size) throw new AppError('notFound')
  return devices
}

/** Who would gain or lose which device. */
export const previewGrants = async (ctx: Ctx, input: BulkGrant): Promise<GrantPreview> => {
  const [devices, effects] = await Promise.all([getGrantable(ctx, input.deviceIds), readEffects(ctx, input)])
  const touched = new Set(effects.flatMap(({ memberIds }) => memberIds))
  return {
    fingerprint: grantsFingerprint(input.change, effects),
    selected: effects[0] ? effects[0].memberIds.length + effects[0].same : 0,
    touched: touched.size,
    devices: devices.map((device): DevicePreview => {
      const effect = effects.find(({ deviceId }) => deviceId === device.id)
      const count = effect?.memberIds.length ?? 0
      return {
        ...device,
        changes: { count, ...someNames(effect?.names ?? [], count) },
        same: effect?.same ?? 0,
        notActive: input.change === 'grant' ? (effect?.notActive ?? 0) : 0,
      }
    }),
  }
}

/**
 * Grants or revokes for many at once what was previewed. The preview is compared with what was really written, so only
 * members it named are touched, however late another change came.
 */
export const updateGrants = async (
  ctx: Ctx,
  input: BulkGrant & { fingerprint: string },
): Promise<{ touched: number; actionId: number | null }> => {
  const { selection, change, deviceIds, fingerprint } = input
  await getGrantable(ctx, deviceIds)
  const selected = await ctx.db
    .selectFrom('members')
    .select('id')
    .where(matchSelection(selection, ctx.now()))
    .limit(mostMembers)
    .execute()
  const touched = new Set<number>()
  let actionId: number | null = null
  await changeGrants(ctx, {
    memberIds: selected.map(({ id }) => id),
    [change]: deviceIds,
    check: (changes) => {
      if (grantsFingerprint(change, changes) !== fingerprint) throw new AppError('previewOutdated')
      for (const memberId of changes.flatMap(({ memberIds }) => memberIds)) touched.add(memberId)
    },
    keep: async (work, before) => {
      const memberIds = [...new Set(before.map(({ memberId }) => memberId))]
      actionId = await storeBulkAction(work, { kind: change, memberIds, grants: before })
      return { bulkActionId: actionId }
    },
  })
  return { touched: touched.size, actionId }
}
