import type { DeviceKind } from '@spacekeeper/contract/devices/shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { type Work, change, unchanged } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { type Audience, screens } from '#platform/live/screens.ts'
import { doorListNotices } from '../devices/channels.ts'
import type { GrantBefore } from './restored-grants.ts'

/** Members are granted these kinds of device; the others ask for no grant. */
export type GrantedKind = Extract<DeviceKind, 'door' | 'interlock'>

/** Each of these members gets the devices of `grant` and loses those of `revoke`. */
export type GrantChanges = {
  memberIds: readonly number[]
  /** The kinds that the devices have to be of; doors and machines unless told. */
  kinds?: readonly GrantedKind[]
  grant?: readonly number[]
  revoke?: readonly number[]
  /** Sees who gained or lost what before the transaction is committed; if it throws, nothing is changed. */
  check?: (changes: readonly GrantGroup[]) => void
  /** Keeps what there was before, in the same transaction, and returns what the audit should say of it. */
  keep?: (work: Work, before: readonly GrantBefore[]) => Promise<Record<string, unknown>>
}

/** How many grants are new and gone; a default that became a grant by hand is neither. */
export type GrantOutcome = { gained: number; lost: number }

type GrantPair = { member_id: number; device_id: number }

type StoredGrant = GrantPair & { source: 'hand' | 'default'; granted_at: Date; granted_by: number | null }

const noGrant = (pair: GrantPair, hadException: boolean): GrantBefore => ({
  memberId: pair.member_id,
  deviceId: pair.device_id,
  source: null,
  grantedAt: null,
  grantedBy: null,
  hadException,
})

const asBefore = (row: StoredGrant): GrantBefore => ({
  memberId: row.member_id,
  deviceId: row.device_id,
  source: row.source,
  grantedAt: row.granted_at,
  grantedBy: row.granted_by,
  hadException: false,
})

type GrantGroup = { deviceId: number; memberIds: number[] }

/** By device, as the audit keeps it. */
const byDevice = (pairs: readonly GrantPair[]): GrantGroup[] => {
  const groups = Map.groupBy(pairs, (pair) => pair.device_id)
  return [...groups].map(([deviceId, group]) => ({ deviceId, memberIds: group.map((pair) => pair.member_id) }))
}

type GrantSets = { memberIds: readonly number[]; deviceIds: readonly number[] }

const grantAll = async ({ tx, now }: Work, input: GrantSets & { by: number | null }) => {
  const { memberIds, deviceIds, by } = input
  if (deviceIds.length === 0) return { gained: [], madeByHand: [], before: [] }
  const touched = sql`member_id = any(${memberIds}::int[]) and device_id = any(${deviceIds}::int[])`
  const { rows: exceptions } = await sql<GrantPair>`
    delete from default_exceptions where ${touched} returning member_id, device_id`.execute(tx)
  const { rows: madeByHand } = await sql<StoredGrant>`
    update grants g set source = 'hand', granted_at = ${now}, granted_by = ${by}
    from (select * from grants where ${touched} and source = 'default') old
    where g.member_id = old.member_id and g.device_id = old.device_id
    returning old.member_id, old.device_id, old.source, old.granted_at, old.granted_by`.execute(tx)
  const { rows: gained } = await sql<GrantPair>`
    insert into grants (member_id, device_id, source, granted_at, granted_by)
    select m, d, 'hand', ${now}, ${by}::int from unnest(${memberIds}::int[]) m, unnest(${deviceIds}::int[]) d
    on conflict do nothing returning member_id, device_id`.execute(tx)
  const excepted = new Set(exceptions.map((pair) => `${pair.member_id} ${pair.device_id}`))
  const before = gained.map((pair) => noGrant(pair, excepted.has(`${pair.member_id} ${pair.device_id}`)))
  return { gained, madeByHand, before: [...before, ...madeByHand.map(asBefore)] }
}

type GrantTargets = { memberIds: readonly number[]; deviceIds: readonly number[]; kinds: readonly GrantedKind[] }

type TargetRow = { known: number | null; kinds: Record<string, DeviceKind> | null }

/** The number of members that are there, and the kind of each device that is. */
const selectTargets = ({ memberIds, deviceIds, kinds }: GrantTargets) => sql<TargetRow>`select
  (select count(*) from members where id = any(${memberIds}::int[]) and closed_at is null) as known,
  (select json_object_agg(id, kind) from devices
    where id = any(${deviceIds}::int[]) and kind = any(${kinds}::text[]) and removed_at is null) as kinds`

/** The kind of each device; refused where one of them, or one of the members, is not there. */
const kindsOf = ({ memberIds, deviceIds }: GrantTargets, row: TargetRow | undefined) => {
  const found = new Map(Object.entries(row?.kinds ?? {}).map(([id, kind]) => [Number(id), kind]))
  if (row?.known !== new Set(memberIds).size || found.size < new Set(deviceIds).size) throw new AppError('notFound')
  return found
}

const findKinds = async ({ tx }: Work, targets: GrantTargets) =>
  kindsOf(targets, (await selectTargets(targets).execute(tx)).rows[0])

type RevokedRow = TargetRow & { [Column in keyof StoredGrant]: StoredGrant[Column] | null }

const isStored = (row: RevokedRow): row is TargetRow & StoredGrant => row.member_id !== null

/**
 * Asks for the targets in the same statement, because a revoked card opens its door until all is done. They have a row of
 * their own: beside each of many thousand grants the kinds would be repeated.
 */
const revokeAll = async ({ tx, now }: Work, input: { targets: GrantTargets; deviceIds: readonly number[] }) => {
  const { targets, deviceIds } = input
  const { rows } = await sql<RevokedRow>`
    with gone as (
      delete from grants where member_id = any(${targets.memberIds}::int[]) and device_id = any(${deviceIds}::int[])
      returning member_id, device_id, source, granted_at, granted_by
    ), excepted as (
      insert into default_exceptions (member_id, device_id, since)
      select g.member_id, g.device_id, ${now} from gone g join devices d on d.id = g.device_id where d.is_default_access
      on conflict do nothing
    )
    select * from (${selectTargets(targets)}) as targets full join gone on false`.execute(tx)
  const found = rows.find(({ known }) => known !== null)
  return { kinds: kindsOf(targets, found), lost: rows.filter(isStored) }
}

type GrantResult = {
  gained: readonly GrantPair[]
  madeByHand: readonly GrantPair[]
  lost: readonly GrantPair[]
  kinds: ReadonlyMap<number, DeviceKind>
}

/** A single grant has an event of its own; several are one event that names every device and every member. */
const eventOf = ({ gained, madeByHand, lost, kinds }: GrantResult) => {
  const all = [...gained, ...madeByHand, ...lost]
  const [one] = all
  if (one && all.length === 1) {
    const data = { deviceId: one.device_id, ...(madeByHand.length > 0 && { from: 'default' }) }
    const event = `${kinds.get(one.device_id) ?? 'door'}.${lost.length > 0 ? 'revoked' : 'granted'}` as const
    return { event, subject: { kind: 'member', id: one.member_id }, data }
  }
  const memberIds = [...new Set(all.map((pair) => pair.member_id))]
  const [memberId] = memberIds
  return {
    event: 'access.changed' as const,
    ...(memberId !== undefined && memberIds.length === 1 && { subject: { kind: 'member', id: memberId } }),
    data: {
      count: memberIds.length,
      memberIds,
      granted: byDevice([...gained, ...madeByHand]),
      revoked: byDevice(lost),
    },
  }
}

/**
 * Grants devices to members by hand and revokes them, in one transaction. Each door is told once. A member who had a
 * device by default has it by hand from then on, so that switching the default off does not take it away.
 */
export const changeGrants = (ctx: Ctx, input: GrantChanges): Promise<GrantOutcome> => {
  const { memberIds, kinds: allowed = ['door', 'interlock'], grant = [], revoke = [] } = input
  const by = ctx.actor.kind === 'member' ? ctx.actor.id : null
  return change(ctx, 'access.changed', async (work) => {
    await lockToChange(work)
    const targets = { memberIds, deviceIds: [...grant, ...revoke], kinds: allowed }
    const isRevoking = revoke.length > 0
    const known = isRevoking && grant.length === 0 ? null : await findKinds(work, targets)
    const { gained, madeByHand, before } = await grantAll(work, { memberIds, deviceIds: grant, by })
    const { kinds, lost } =
      known && !isRevoking ? { kinds: known, lost: [] } : await revokeAll(work, { targets, deviceIds: revoke })
    input.check?.(byDevice([...gained, ...lost]))
    const result = { gained: gained.length, lost: lost.length }
    const touched = [...gained, ...madeByHand, ...lost]
    if (touched.length === 0) return unchanged(result)
    const kept = (await input.keep?.(work, [...before, ...lost.map(asBefore)])) ?? {}
    const event = eventOf({ gained, madeByHand, lost, kinds })
    return {
      ...event,
      data: { ...event.data, ...kept },
      result,
      tell: grantNotices({
        deviceIds: [...new Set(touched.map((pair) => pair.device_id))],
        memberIds: [...new Set(touched.map((pair) => pair.member_id))],
      }),
    }
  })
}

const grantsLock = sql`pg_advisory_xact_lock(hashtext('grants'))`

/** A plan for these members and devices takes longer to make than to run, so the one for any of them does. */
const lockToChange = ({ tx }: Work) =>
  sql`select ${grantsLock}, set_config('plan_cache_mode', 'force_generic_plan', true)`.execute(tx)

/**
 * Serialises changes of grants until the transaction ends, so that switching a default, granting by hand and becoming a
 * member never work from what another of them is about to change. A transaction that also locks a member locks it first.
 */
export const lockGrants = ({ tx }: Work) => sql`select ${grantsLock}`.execute(tx)

/** Above so many members one notice goes to everybody instead of one to each. */
const mostNamed = 20

/** Notices for the doors, named because the grants may be gone, for the members' screens and for staff. */
export const grantNotices = (input: { deviceIds: readonly number[]; memberIds: readonly number[] }) => {
  const { deviceIds, memberIds } = input
  const audiences =
    memberIds.length > mostNamed
      ? (['everybody'] satisfies Audience[])
      : ([...memberIds.map((memberId) => ({ memberId })), { staff: ['access', 'members'] }] satisfies Audience[])
  return [
    ...doorListNotices('deviceIds', deviceIds),
    ...audiences.map((audience) => screens.notice({ topic: 'access', audience })),
  ]
}

/**
 * Grants members what members have by default, except what staff took from them. Grants by hand stay by hand. Returns
 * those that are new.
 */
export const grantDefaultsToMany = async (work: Work, memberIds: readonly number[]): Promise<GrantBefore[]> => {
  await lockGrants(work)
  const { rows } = await sql<GrantPair>`
    insert into grants (member_id, device_id, source, granted_at)
    select m, d.id, 'default', ${work.now} from unnest(${memberIds}::int[]) m, devices d
    where d.is_default_access and d.removed_at is null and d.kind in ('door', 'interlock')
      and not exists (select from default_exceptions e where e.device_id = d.id and e.member_id = m)
    on conflict do nothing returning member_id, device_id`.execute(work.tx)
  return rows.map((pair) => noGrant(pair, false))
}

/** The same for one; returns how many are new. */
export const grantDefaults = async (work: Work, memberId: number): Promise<number> =>
  (await grantDefaultsToMany(work, [memberId])).length
