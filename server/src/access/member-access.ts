import type { MemberAccess, AccessItem, MemberAccessItem, Access } from '@spacekeeper/contract/access/shapes.ts'
import type { DeviceKind } from '@spacekeeper/contract/devices/shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { jsonColumnsFrom, rowsOfColumns } from '#platform/db/json-columns.ts'
import { selectShared, selectTogether } from '#platform/db/select-together.ts'
import { AppError } from '#platform/http/app-error.ts'
import { isoInstant } from '#platform/iso-instant.ts'
import { type NameFacts, fullNameOf } from '#platform/shown-name.ts'
import { isOffline } from '../devices/rules.ts'
import {
  cardFactsOf,
  deviceFactColumns,
  findSpaceFacts,
  memberFactColumns,
  missingCertificates,
  type SpaceFacts,
} from './card-facts.ts'
import { type NameReader, namesFor } from './names.ts'
import { swipeRefusalOf, seenMembers } from './rules.ts'

/** Where what a member may use comes from, device by device. */
const listOrigins = async (ctx: Ctx, memberId: number) => {
  const rows = await ctx.db
    .selectFrom('devices as d')
    .leftJoin('grants as g', (on) => on.onRef('g.device_id', '=', 'd.id').on('g.member_id', '=', memberId))
    .leftJoin('default_exceptions as e', (on) => on.onRef('e.device_id', '=', 'd.id').on('e.member_id', '=', memberId))
    .leftJoin('members as by', 'by.id', 'g.granted_by')
    .select(['d.id', 'd.is_default_access', 'e.since as exception_since', 'g.source', 'g.granted_at'])
    .select(fullNameOf<string | null>('by').as('granted_by'))
    .where('d.removed_at', 'is', null)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** As administrators look at a member: `access` is the grant alone, while `refusal` tells whether a card works. */
export const listMemberAccess = async (ctx: Ctx, memberId: number): Promise<MemberAccess> => {
  const [access, origins] = await Promise.all([
    listAccess(ctx, { memberId, withHidden: true }),
    listOrigins(ctx, memberId),
  ])
  const withOrigin = (item: AccessItem): MemberAccessItem => {
    const origin = origins.get(item.id)
    return {
      ...item,
      access: item.granted,
      source: origin?.source ?? null,
      grantedAt: origin?.granted_at?.toISOString() ?? null,
      grantedBy: origin?.granted_by ?? null,
      isDefault: origin?.is_default_access ?? false,
      isException: (origin?.exception_since ?? null) !== null,
    }
  }
  return { doors: access.doors.map(withOrigin), interlocks: access.interlocks.map(withOrigin) }
}

const epochMs = (column: 'd.last_seen_at' | 'd.locked_out_since') =>
  sql<number | null>`extract(epoch from ${sql.ref(column)}) * 1000`

/** A machine that runs has a user, with every part of the name. */
type UseRow = NameFacts & { user_id: number; is_hidden_from_members: boolean; since_ms: number }

/** Of the use `u` by the member `who`. One value, because nearly all devices have none. */
const useColumn = sql<UseRow | null>`case when u.device_id is not null then json_build_object(
  'user_id', u.member_id, 'since_ms', extract(epoch from u.started_at) * 1000,
  'first_name', who.first_name, 'last_name', who.last_name, 'screen_name', who.screen_name,
  'name_choice', who.name_choice, 'is_hidden_from_members', who.is_hidden_from_members) end`

/** Every device by name, the same for all who ask, as JSON by columns: rows of hundreds of doors would take many times as long. */
const deviceList = (isHiddenToo: boolean) =>
  selectShared(
    (db) =>
      db.selectNoFrom((is) =>
        jsonColumnsFrom(
          is
            .selectFrom('devices as d')
            .leftJoin('interlock_sessions as u', (on) =>
              on.onRef('u.device_id', '=', 'd.id').on('u.ended_at', 'is', null),
            )
            .leftJoin('members as who', 'who.id', 'u.member_id')
            .leftJoin('device_drivers as driver', 'driver.device_id', 'd.id')
            .select(['d.id', 'd.name', 'd.lockout_reason', 'driver.problem', ...deviceFactColumns])
            .select(useColumn.as('use'))
            .select([epochMs('d.last_seen_at').as('last_seen_ms'), epochMs('d.locked_out_since').as('locked_out_ms')])
            .where('d.removed_at', 'is', null)
            .where('d.kind', 'in', ['door', 'interlock'])
            .$if(!isHiddenToo, (query) => query.where('d.is_hidden', '=', false))
            .orderBy(sql`lower(d.name)`),
        ).as('devices'),
      ),
    (rows) => rows.flatMap(({ devices }) => rowsOfColumns(devices)),
  )

const deviceLists = { all: deviceList(true), visible: deviceList(false) }

/** What is true of the member whatever the device, and the devices they were granted. */
const memberRow = selectTogether((db, anyId) =>
  db
    .selectFrom('members as m')
    .select(['m.id', ...memberFactColumns])
    .select(sql<number[] | null>`(select json_agg(g.device_id) from grants g where g.member_id = m.id)`.as('granted'))
    .where('m.id', '=', anyId),
)

type AccessMember = NonNullable<Awaited<ReturnType<typeof memberRow.first>>>

type DeviceRow = Awaited<ReturnType<typeof deviceLists.all>>[number]

const isoOf = (ms: number | null): string | null => (ms === null ? null : isoInstant(ms))

/** How a device without a reader is used from the portal. */
const relayOf = (
  device: DeviceRow,
  { memberId, mayUse }: { memberId: number; mayUse: boolean },
): AccessItem['relay'] => ({
  canOpen: mayUse && device.kind === 'door',
  canStart: mayUse && device.kind === 'interlock' && device.use === null,
  canEnd: device.use?.user_id === memberId,
})

/** Which members the reader may see by name: those they see on site. */
type SeenMembers = ReturnType<typeof seenMembers>

const useOf = ({ use }: DeviceRow, { member, sees, names }: AccessReading): AccessItem['use'] => {
  if (use === null) return null
  const isSeen = sees === 'all' || (sees === 'shown' && !use.is_hidden_from_members)
  return {
    since: new Date(use.since_ms).toISOString(),
    isOwn: use.user_id === member.id,
    name: isSeen ? names.of(use) : null,
  }
}

type AccessReading = {
  member: AccessMember
  granted: ReadonlySet<number>
  space: SpaceFacts
  sees: SeenMembers
  names: NameReader
  now: Date
}

const asItem = (device: DeviceRow, reading: AccessReading): AccessItem => {
  const { member, granted, space, now } = reading
  const isAway = isOffline(device.last_seen_ms, now) || device.problem !== null
  const isGranted = granted.has(device.id)
  const refusal = swipeRefusalOf(cardFactsOf({ member, device, isGranted, space }))
  const memberId = member.id
  return {
    id: device.id,
    name: device.name,
    access: isGranted && member.state === 'active',
    locked_out: device.is_locked_out,
    offline: isAway,
    granted: isGranted,
    refusal,
    missingCertificates: missingCertificates({ member, device, space }),
    lastSeen: isoOf(device.last_seen_ms),
    lockedOutSince: isoOf(device.locked_out_ms),
    lockoutReason: device.lockout_reason,
    use: useOf(device, reading),
    relay: device.is_relay ? relayOf(device, { memberId, mayUse: refusal === null && !isAway }) : null,
  }
}

const findSeenMembers = async ({ actor, settings }: Ctx): Promise<SeenMembers> =>
  actor.kind === 'member' ? seenMembers(actor, await settings.get('ENABLE_PORTAL_MEMBERS_ON_SITE')) : 'none'

/** What a member may use, by name. Hidden devices only for administrators. */
export const listAccess = async (ctx: Ctx, input: { memberId: number; withHidden: boolean }): Promise<Access> => {
  const { actor } = ctx
  const viewer = actor.kind === 'member' ? actor : { permissions: [] }
  const [space, sees, names] = await Promise.all([findSpaceFacts(ctx), findSeenMembers(ctx), namesFor(ctx, viewer)])
  const [member, devices] = await Promise.all([
    memberRow.first(ctx, input.memberId),
    deviceLists[input.withHidden ? 'all' : 'visible'](ctx),
  ])
  if (!member) throw new AppError('notFound')
  const reading = { member, granted: new Set(member.granted), space, sees, names, now: ctx.now() }
  const items = (kind: DeviceKind) =>
    devices.filter((device) => device.kind === kind).map((device) => asItem(device, reading))
  return { doors: items('door'), interlocks: items('interlock') }
}
