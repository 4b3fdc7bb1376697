import type { ListState } from '@spacekeeper/contract/fleets.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { isOffline } from '../devices/rules.ts'
import { listTags } from '../doors/queries.ts'
import { hashTags, splitTags } from '../doors/rules.ts'
import { compareLists, stateOfList } from './rules.ts'

/** Spaces have dozens; the bound is for safety. */
const most = 2000

const listDoors = (ctx: Ctx) =>
  ctx.db
    .selectFrom('devices as d')
    .leftJoin('door_lists as l', 'l.device_id', 'd.id')
    .select(['d.id', 'd.last_seen_at', 'l.hash', 'l.sent_at', 'l.behind_since'])
    .where('d.kind', '=', 'door')
    .where('d.removed_at', 'is', null)
    // A relay keeps no list: the portal decides for it.
    .where((is) =>
      is.not(
        is.exists(is.selectFrom('device_drivers as r').select('r.device_id').whereRef('r.device_id', '=', 'd.id')),
      ),
    )
    .orderBy('d.id')
    .limit(most)
    .execute()

/** What these doors were sent, sorted. Only asked of those that differ. */
const listSent = async (ctx: Ctx, deviceIds: readonly number[]): Promise<Map<number, string[]>> => {
  if (deviceIds.length === 0) return new Map()
  const rows = await ctx.db
    .selectFrom('door_lists')
    .select(['device_id', 'cards'])
    .where('device_id', '=', sql<number>`any(${deviceIds}::int[])`)
    .execute()
  return new Map(rows.map((row) => [row.device_id, splitTags(row.cards)]))
}

/** What each door was last sent, held against what it should have, in three queries for all of them. */
export const listStates = async (ctx: Ctx): Promise<ListState[]> => {
  const doors = await listDoors(ctx)
  const should = await listTags(
    ctx,
    doors.map(({ id }) => id),
  )
  const tagsOf = (id: number) => should.get(id) ?? []
  const differing = new Set(
    doors.flatMap(({ id, hash }) => (hash !== null && hash !== hashTags(tagsOf(id)) ? [id] : [])),
  )
  const sent = await listSent(ctx, [...differing])
  const now = ctx.now()
  return doors.map(({ id, last_seen_at: lastSeenAt, sent_at: sentAt, behind_since: behindSince }) => {
    const tags = tagsOf(id)
    const isSame = !differing.has(id)
    return {
      deviceId: id,
      state: stateOfList({ isOffline: isOffline(lastSeenAt, now), isSame, sentAt, lastSeenAt }),
      cards: tags.length,
      ...(isSame ? { missing: 0, surplus: 0 } : compareLists(tags, sent.get(id) ?? [])),
      sentAt: sentAt?.toISOString() ?? null,
      behindSince: isSame ? null : (behindSince?.toISOString() ?? null),
    }
  })
}
