import { type DeviceKind, type Device, plainSerial, type RemovedDevice } from '@spacekeeper/contract/devices/shapes.ts'
import type { ChatService } from '@spacekeeper/contract/settings/words.ts'
import { sql } from 'kysely'
import type { Ctx, ReadingCtx } from '#platform/ctx.ts'
import { columns, withTimes } from '#platform/db/columns.ts'
import { AppError } from '#platform/http/app-error.ts'
import { isOffline, lockoutDeliveryOf } from './rules.ts'

const deviceColumns = ['id', 'kind', 'name', 'serial', 'is_authorised', 'is_locked_out', 'last_seen_at'] as const

const isRelay = sql<boolean>`exists (select from device_drivers r where r.device_id = devices.id)`.as('is_relay')

/** A device of this kind by what stands in its address; capital letters make no difference. */
export const findDeviceBySerial = (ctx: Ctx, input: { kind: DeviceKind; serial: string }) =>
  ctx.db
    .selectFrom('devices')
    .select(deviceColumns)
    .where(sql`lower(serial)`, '=', plainSerial(input.serial))
    .where('kind', '=', input.kind)
    .where('removed_at', 'is', null)
    .executeTakeFirst()

type SerialDevice = NonNullable<Awaited<ReturnType<typeof findDeviceBySerial>>>

/** The same for many addresses by one query, in their order. */
export const findDevicesBySerial = async (
  ctx: Ctx,
  addresses: readonly { kind: DeviceKind; serial: string }[],
): Promise<(SerialDevice | undefined)[]> => {
  const serials = addresses.map(({ serial }) => plainSerial(serial))
  const rows = await ctx.db
    .selectFrom('devices')
    .select(deviceColumns)
    .where(sql`lower(serial)`, '=', sql`any(${serials}::text[])`)
    .where('removed_at', 'is', null)
    .execute()
  const devices = new Map(rows.map((row) => [plainSerial(row.serial ?? ''), row]))
  return addresses.map(({ kind, serial }) => {
    const device = devices.get(plainSerial(serial))
    return device?.kind === kind ? device : undefined
  })
}

/** A device by its id; of this kind only, if one is named. */
export const getDevice = async (ctx: ReadingCtx, input: { deviceId: number; kind?: DeviceKind }) => {
  const device = await ctx.db
    .selectFrom('devices')
    .select(deviceColumns)
    .select(isRelay)
    .where('id', '=', input.deviceId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!device || (input.kind && device.kind !== input.kind)) throw new AppError('notFound')
  return device
}

/** Every device, by name. Spaces have dozens, not thousands; the bound is for safety. */
export const listDevices = (ctx: Ctx) =>
  ctx.db
    .selectFrom('devices')
    .select(['id', 'kind', 'serial', 'name', 'is_authorised as isAuthorised'])
    .where('removed_at', 'is', null)
    .orderBy(sql`lower(name)`)
    .limit(2000)
    .execute()

/** Spaces have dozens; the bound is for safety. */
const mostDevices = 2000

const grantCount = (source: 'hand' | 'default') =>
  sql<number>`(select count(*)::int from grants g where g.device_id = devices.id and g.source = ${source})`

const lastHeard = sql<{ isLockedOut: boolean; at: string } | null>`(
  select json_build_object('isLockedOut', h.is_locked_out, 'at', h.heard_at)
  from heard_lockouts h where h.device_id = devices.id
)`.as('heardLockout')

type DeviceSelection = { only?: number; withRemoved?: boolean }

/** Devices as administrators see them, by name: all of them, or one. Those out of use are asked for. */
export const describeDevices = async (
  ctx: Ctx,
  { only, withRemoved = false }: DeviceSelection = {},
): Promise<Device[]> => {
  const rows = await ctx.db
    .selectFrom('devices')
    .select(
      columns(
        'id, kind, name, description, serial, ip_address, firmware, is_authorised, is_default_access, is_hidden',
        'is_exempt_from_signin, plays_theme, posts_to_discord, posts_to_slack, reports_online_status, removed_at',
        'last_seen_at, locked_out_since, lockout_reason, is_locked_out, lockout_changed_at',
        lastHeard,
        isRelay,
        grantCount('default').as('grantsByDefault'),
        grantCount('hand').as('grantsByHand'),
      ),
    )
    .$if(!withRemoved, (query) => query.where('removed_at', 'is', null))
    .$if(only !== undefined, (query) => query.where('id', '=', only ?? 0))
    .orderBy(sql`lower(name)`)
    .limit(mostDevices)
    .execute()
  const now = ctx.now()
  return rows.map(({ lastSeenAt, lockedOutSince, lockoutReason, is_relay, ...row }) => {
    const { isLockedOut, lockoutChangedAt, heardLockout, ...shown } = row
    const changedAt = lockoutChangedAt ?? lockedOutSince
    const heard = heardLockout && { ...heardLockout, at: new Date(heardLockout.at) }
    return {
      ...withTimes(shown),
      isOffline: isOffline(lastSeenAt, now),
      lastSeen: lastSeenAt?.toISOString() ?? null,
      lockout: lockedOutSince && { since: lockedOutSince.toISOString(), reason: lockoutReason },
      lockoutDelivery: lockoutDeliveryOf({
        isLockedOut,
        isAuthorised: shown.isAuthorised,
        isRelay: is_relay,
        changedAt,
        heard,
      }),
    }
  })
}

export const describeDevice = async (ctx: Ctx, input: { deviceId: number; withRemoved?: boolean }): Promise<Device> => {
  const { deviceId: only, withRemoved = false } = input
  const [device] = await describeDevices(ctx, { only, withRemoved })
  if (!device) throw new AppError('notFound')
  return device
}

type ChatDevice = { name: string; services: ChatService[] }

/** The names of these devices, and where what happens at them may be said. What is hidden from members is said nowhere. */
export const listChatServices = async (ctx: Ctx, deviceIds: readonly number[]): Promise<Map<number, ChatDevice>> => {
  const rows = await ctx.db
    .selectFrom('devices')
    .select(['id', 'name', 'posts_to_discord', 'posts_to_slack'])
    .where('id', '=', sql<number>`any(${deviceIds}::int[])`)
    .where('is_hidden', '=', false)
    .execute()
  return new Map(
    rows.map(({ id, name, posts_to_discord, posts_to_slack }) => {
      const services: ChatService[] = []
      if (posts_to_discord) services.push('discord')
      if (posts_to_slack) services.push('slack')
      return [id, { name, services }]
    }),
  )
}

const mostRemoved = 2000

export const listRemovedDevices = async (ctx: Ctx): Promise<RemovedDevice[]> => {
  const rows = await ctx.db
    .selectFrom('devices')
    .select(columns('id, kind, name, serial, removed_at'))
    .where('removed_at', 'is not', null)
    .orderBy('removed_at', 'desc')
    .limit(mostRemoved)
    .execute()
  return rows.map(({ removedAt, ...device }) => ({ ...device, removedAt: removedAt?.toISOString() ?? '' }))
}
