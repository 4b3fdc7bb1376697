import { StoredRefusal } from '@spacekeeper/contract/access/shapes.ts'
import type { DeviceKind } from '@spacekeeper/contract/devices/shapes.ts'
import type { LiveLogEntry } from '@spacekeeper/contract/monitoring/shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { memberOf } from '#platform/http/member-of.ts'
import type { NameFacts } from '#platform/shown-name.ts'
import { namesFor } from '../access/names.ts'
import { opensMembers, seesEverySwipe } from '../access/rules.ts'

const mostEntries = 20

type LiveRow = {
  key: string
  at: Date
  event: LiveLogEntry['event']
  refusal: string | null
  member_id: number | null
  device_id: number
  device: string
  kind: DeviceKind
} & { [Name in keyof NameFacts]: NameFacts[Name] | null }

const isOfMember = (row: LiveRow): row is LiveRow & NameFacts => row.member_id !== null

type Sight = { withUnknown: boolean; withPurchases: boolean }

/** The newest of each sort from an index of its own, so that no table is read as a whole. */
const newest = ({ withUnknown, withPurchases }: Sight) => sql<LiveRow>`(
  select e.*, d.name as device, d.kind, m.first_name, m.last_name, m.screen_name, m.name_choice
  from (
    (select 'swipe-' || id as key, swiped_at as at, device_id, member_id, refusal,
       case outcome when 'granted' then 'opened' else outcome end as event
     from swipes where ${withUnknown} or member_id is not null order by id desc limit ${mostEntries})
    union all
    (select 'use-' || u.id, u.started_at, u.device_id, u.member_id, null, 'started'
     from devices i cross join lateral (
       select id, started_at, device_id, member_id from interlock_sessions
       where device_id = i.id order by started_at desc limit ${mostEntries}) u
     where i.kind = 'interlock')
    union all
    (select 'purchase-' || id, purchased_at, device_id, member_id, null,
       case kind when 'credit' then 'paidIn' else 'bought' end
     from purchases where ${withPurchases} order by id desc limit ${mostEntries})
  ) e join devices d on d.id = e.device_id left join members m on m.id = e.member_id
  order by e.at desc, e.key limit ${mostEntries}
)`

/**
 * What has just happened at all devices, newest first, in one query. Staff who look after devices alone read neither
 * unknown cards nor why a card was refused; who bought something, only they and those for money read.
 */
export const listLive = async (ctx: Ctx): Promise<LiveLogEntry[]> => {
  const viewer = memberOf(ctx)
  const seesAll = seesEverySwipe(viewer)
  const names = await namesFor(ctx, viewer)
  const withPurchases = viewer.permissions.includes('devices') || viewer.permissions.includes('money')
  const rows = await ctx.db
    .selectFrom(newest({ withUnknown: seesAll, withPurchases }).as('newest'))
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('key')
    .execute()
  return rows.map((row) => ({
    key: row.key,
    at: row.at.toISOString(),
    device: { id: row.device_id, name: row.device, kind: row.kind },
    event: row.event,
    member: isOfMember(row) ? { id: opensMembers(viewer) ? row.member_id : null, name: names.of(row) } : null,
    refusal: seesAll ? StoredRefusal.parse(row.refusal) : null,
  }))
}
