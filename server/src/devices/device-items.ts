import type { devicesApi } from '@spacekeeper/contract/devices/routes.ts'
import type { Device, DeviceKind } from '@spacekeeper/contract/devices/shapes.ts'
import type { Output } from '@spacekeeper/contract/route.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { decimalSeconds } from '#platform/decimal-seconds.ts'
import { fullName } from '#platform/shown-name.ts'
import { describeDevices } from './devices.ts'

/** So many members are named for each door. */
const mostNamed = 50

/** The names existing clients read. */
const asItem = (device: Device) => ({
  id: device.id,
  name: device.name,
  description: device.description,
  ipAddress: device.ipAddress,
  lastSeen: device.lastSeen,
  offline: device.isOffline,
  defaultAccess: device.isDefaultAccess,
  maintenanceLockout: device.lockout !== null,
  playThemeOnSwipe: device.playsTheme,
  exemptFromSignin: device.isExemptFromSignin,
  hiddenToMembers: device.isHidden,
})

const ofKind = async (ctx: Ctx, kind: DeviceKind) =>
  (await describeDevices(ctx)).filter((device) => device.kind === kind)

/** How often members used each door, and when last, the busiest first. */
const listSwipers = (ctx: Ctx) =>
  ctx.db
    .selectFrom((from) =>
      from
        .selectFrom('swipes')
        .select(['device_id', 'member_id'])
        .select((is) => [is.fn.countAll<number>().as('swipes'), is.fn.max('swiped_at').as('last')])
        .select(sql<number>`(sum(count(*)) over (partition by device_id))::int`.as('total'))
        .select(sql<number>`row_number() over (partition by device_id order by count(*) desc, member_id)`.as('place'))
        .groupBy(['device_id', 'member_id'])
        .as('s'),
    )
    .leftJoin('members as m', 'm.id', 's.member_id')
    .select(['s.device_id', 's.swipes', 's.last', 's.total', 'm.id', 'm.screen_name', 'm.first_name', 'm.last_name'])
    .where('s.place', '<=', mostNamed)
    .orderBy('s.device_id')
    .orderBy('s.place')
    .execute()

/** Every door, with the members who used it most. Swipes of unknown cards count in the total alone. */
export const listDoorItems = async (ctx: Ctx): Promise<Output<typeof devicesApi.listDoors>> => {
  const [doors, swipers] = await Promise.all([ofKind(ctx, 'door'), listSwipers(ctx)])
  const byDoor = Map.groupBy(swipers, (row) => row.device_id)
  return doors.map((door) => {
    const rows = byDoor.get(door.id) ?? []
    return {
      ...asItem(door),
      serialNumber: door.serial,
      postDiscordOnSwipe: door.postsToDiscord,
      postSlackOnSwipe: door.postsToSlack,
      totalSwipes: rows[0]?.total ?? 0,
      userStats: rows
        .filter((row) => row.id !== null)
        .map((row) => ({
          door_id: door.id,
          screen_name: row.screen_name ?? '',
          full_name: fullName(row),
          total_swipes: row.swipes,
          last_swipe: row.last.toISOString(),
        })),
    }
  })
}

/** How long members used each machine, the busiest first. */
const listUsers = (ctx: Ctx) =>
  ctx.db
    .selectFrom((from) =>
      from
        .selectFrom('interlock_sessions')
        .select(['device_id', 'member_id'])
        .select((is) => is.fn.countAll<number>().as('uses'))
        .select(
          sql<number>`sum(extract(epoch from coalesce(ended_at, last_heard_at) - started_at))::float8`.as('seconds'),
        )
        .select(sql<number>`row_number() over (partition by device_id order by count(*) desc, member_id)`.as('place'))
        .select(
          sql<number>`sum(sum(extract(epoch from coalesce(ended_at, last_heard_at) - started_at))) over (partition by device_id)::float8`.as(
            'total',
          ),
        )
        .groupBy(['device_id', 'member_id'])
        .as('s'),
    )
    .innerJoin('members as m', 'm.id', 's.member_id')
    .select(['s.device_id', 's.uses', 's.seconds', 's.total', 'm.screen_name', 'm.first_name', 'm.last_name'])
    .where('s.place', '<=', mostNamed)
    .orderBy('s.device_id')
    .orderBy('s.place')
    .execute()

/** Every interlock, with the members who used it most. */
export const listInterlockItems = async (ctx: Ctx): Promise<Output<typeof devicesApi.listInterlocks>> => {
  const [machines, users] = await Promise.all([ofKind(ctx, 'interlock'), listUsers(ctx)])
  const byMachine = Map.groupBy(users, (row) => row.device_id)
  return machines.map((device) => {
    const rows = byMachine.get(device.id) ?? []
    return {
      ...asItem(device),
      authorised: device.isAuthorised,
      totalTimeSeconds: Math.round(rows[0]?.total ?? 0),
      userStats: rows.map((row) => ({
        interlock_id: device.id,
        screen_name: row.screen_name,
        full_name: fullName(row),
        total_swipes: row.uses,
        total_seconds: decimalSeconds(row.seconds),
      })),
    }
  })
}

/** How much members bought at each machine, the best customer first; without what was refunded. */
const listBuyers = (ctx: Ctx) =>
  ctx.db
    .selectFrom((from) =>
      from
        .selectFrom('purchases as p')
        .leftJoin('ledger_entries as r', 'r.reverses_id', 'p.ledger_entry_id')
        .select(['p.device_id', 'p.member_id'])
        .select((is) => is.fn.countAll<number>().as('purchases'))
        .select(sql<number>`sum(p.amount_cents)::float8`.as('cents'))
        .select(sql<number>`(sum(count(*)) over (partition by p.device_id))::int`.as('total'))
        .select(sql<number>`(sum(sum(p.amount_cents)) over (partition by p.device_id))::float8`.as('total_cents'))
        .select(
          sql<number>`row_number() over (partition by p.device_id order by sum(p.amount_cents) desc, p.member_id)`.as(
            'place',
          ),
        )
        .where('p.kind', '=', 'debit')
        .where('r.id', 'is', null)
        .groupBy(['p.device_id', 'p.member_id'])
        .as('s'),
    )
    .innerJoin('members as m', 'm.id', 's.member_id')
    .select(['s.device_id', 's.purchases', 's.cents', 's.total', 's.total_cents'])
    .select(['m.screen_name', 'm.first_name', 'm.last_name'])
    .where('s.place', '<=', mostNamed)
    .orderBy('s.device_id')
    .orderBy('s.place')
    .execute()

/** Every memberbucks device, with the members who bought most; money in currency units. */
export const listMemberbucksItems = async (ctx: Ctx): Promise<Output<typeof devicesApi.listMemberbucksDevices>> => {
  const [machines, buyers] = await Promise.all([ofKind(ctx, 'memberbucks'), listBuyers(ctx)])
  const byMachine = Map.groupBy(buyers, (row) => row.device_id)
  return machines.map((device) => {
    const rows = byMachine.get(device.id) ?? []
    return {
      ...asItem(device),
      authorised: device.isAuthorised,
      totalPurchases: rows[0]?.total ?? 0,
      totalVolume: (rows[0]?.total_cents ?? 0) / 100,
      userStats: rows.map((row) => ({
        memberbucks_device_id: device.id,
        screen_name: row.screen_name,
        full_name: fullName(row),
        total_purchases: row.purchases,
        total_volume: row.cents / 100,
      })),
    }
  })
}
