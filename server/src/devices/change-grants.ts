import { sql } from 'kysely'
import type { DeviceKind } from '@spacekeeper/contract/devices.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change, unchanged, type Tx } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { lockGrants } from './lock-grants.ts'
import { grantNotices } from './grant-notices.ts'

/** Every one of these members gets the first devices and loses the second. */
export type GrantChanges = {
  memberIds: readonly number[]
  grant?: readonly number[]
  revoke?: readonly number[]
  /** Sees who gained or lost what before it is for good; when it throws, nothing was changed. */
  check?: (changes: readonly Group[]) => void
}
/** How many grants there are more and fewer; what only turns from a default into one by hand is neither. */
export type GrantOutcome = { gained: number; lost: number }

type Pair = { member_id: number; device_id: number }
type Group = { deviceId: number; memberIds: number[] }

/** By device, as the audit keeps it. */
const byDevice = (pairs: readonly Pair[]): Group[] => {
  const groups = Map.groupBy(pairs, (pair) => pair.device_id)
  return [...groups].map(([deviceId, group]) => ({ deviceId, memberIds: group.map((pair) => pair.member_id) }))
}

type Sets = { memberIds: readonly number[]; deviceIds: readonly number[] }

const grantAll = async (tx: Tx, input: Sets & { now: Date; by: number | null }) => {
  const { memberIds, deviceIds, now, by } = input
  if (deviceIds.length === 0) return { gained: [], madeByHand: [] }
  const touched = sql`member_id = any(${memberIds}::int[]) and device_id = any(${deviceIds}::int[])`
  await sql`delete from default_exceptions where ${touched}`.execute(tx)
  const { rows: madeByHand } = await sql<Pair>`
    update grants set source = 'hand', granted_at = ${now}, granted_by = ${by}
    where ${touched} and source = 'default' returning member_id, device_id`.execute(tx)
  const { rows: gained } = await sql<Pair>`
    insert into grants (member_id, device_id, source, granted_at, granted_by)
    select m, d, 'hand', ${now}, ${by}::int from unnest(${memberIds}::int[]) m, unnest(${deviceIds}::int[]) d
    on conflict do nothing returning member_id, device_id`.execute(tx)
  return { gained, madeByHand }
}

const revokeAll = async (tx: Tx, { memberIds, deviceIds, now }: Sets & { now: Date }) => {
  if (deviceIds.length === 0) return []
  const { rows } = await sql<Pair>`
    with gone as (
      delete from grants where member_id = any(${memberIds}::int[]) and device_id = any(${deviceIds}::int[])
      returning member_id, device_id
    ), excepted as (
      insert into default_exceptions (member_id, device_id, since)
      select g.member_id, g.device_id, ${now} from gone g join devices d on d.id = g.device_id where d.is_default_access
      on conflict do nothing
    )
    select member_id, device_id from gone`.execute(tx)
  return rows
}

const kindsOf = async (tx: Tx, deviceIds: readonly number[]): Promise<DeviceKind[]> => {
  const rows = await tx
    .selectFrom('devices')
    .select('kind')
    .where('id', '=', sql<number>`any(${deviceIds}::int[])`)
    .where('kind', 'in', ['door', 'interlock'])
    .where('removed_at', 'is', null)
    .execute()
  if (rows.length < new Set(deviceIds).size) throw new AppError('notFound')
  return rows.map((row) => row.kind)
}

const checkMembers = async (tx: Tx, memberIds: readonly number[]) => {
  const { known } = await tx
    .selectFrom('members')
    .select((is) => is.fn.countAll<number>().as('known'))
    .where('id', '=', sql<number>`any(${memberIds}::int[])`)
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (known < new Set(memberIds).size) throw new AppError('notFound')
}

type Done = { gained: Pair[]; madeByHand: Pair[]; lost: Pair[]; kinds: DeviceKind[] }

/** One grant of one member is told as itself; more of them name every device and every member. */
const eventOf = ({ gained, madeByHand, lost, kinds }: Done) => {
  const all = [...gained, ...madeByHand, ...lost]
  const [one] = all
  if (one && all.length === 1) {
    const data = { deviceId: one.device_id, ...(madeByHand.length > 0 && { from: 'default' }) }
    const event = `${kinds[0] ?? 'door'}.${lost.length > 0 ? 'revoked' : 'granted'}` as const
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
 * Gives devices to members by hand and takes them away, however many of both, as one: all of it happens or nothing.
 * Doors are told once each. Who has it already goes on having it, from now on by hand, so that no default takes it away.
 */
export const changeGrants = (ctx: Ctx, input: GrantChanges): Promise<GrantOutcome> => {
  const { memberIds, grant = [], revoke = [] } = input
  const now = ctx.now()
  const by = ctx.actor.kind === 'member' ? ctx.actor.id : null
  return change(ctx, 'access.changed', async (tx) => {
    await lockGrants(tx)
    await checkMembers(tx, memberIds)
    const kinds = await kindsOf(tx, [...grant, ...revoke])
    const { gained, madeByHand } = await grantAll(tx, { memberIds, deviceIds: grant, now, by })
    const lost = await revokeAll(tx, { memberIds, deviceIds: revoke, now })
    input.check?.(byDevice([...gained, ...lost]))
    const result = { gained: gained.length, lost: lost.length }
    const touched = [...gained, ...madeByHand, ...lost]
    if (touched.length === 0) return unchanged(result)
    return {
      ...eventOf({ gained, madeByHand, lost, kinds }),
      result,
      tell: grantNotices({
        deviceIds: [...new Set(touched.map((pair) => pair.device_id))],
        memberIds: [...new Set(touched.map((pair) => pair.member_id))],
      }),
    }
  })
}
