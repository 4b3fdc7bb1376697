import type { ListState } from '@spacekeeper/contract/monitoring/shapes.ts'
import { sql } from 'kysely'
import { coalesceRuns } from '#platform/coalesce-runs.ts'
import { type Ctx, type Services, systemCtx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import { screens } from '#platform/live/screens.ts'
import { splitTags } from '../access/card-forms.ts'
import { isOffline } from '../devices/rules.ts'
import { listTags } from '../doors/card-lists.ts'
import { hashTags } from '../doors/rules.ts'
import { markListsBehind } from '../doors/sent-lists.ts'
import { stateOfList, compareLists } from './rules.ts'

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

/** What each door was last sent compared to what it should have, in three queries for all doors. */
export const listListStates = async (ctx: Ctx): Promise<ListState[]> => {
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

/** The states of all lists, worked out once for however many screens ask in the same moment. */
export const shareStates = (services: Services): (() => Promise<ListState[]>) => {
  const ctx = systemCtx(services)
  let latest: ListState[] = []
  const run = coalesceRuns<'all'>(async () => {
    latest = await listListStates(ctx)
  })
  return async () => {
    await run(['all'])
    return latest
  }
}

/** Notes since when doors lack a change, so that people see for how long. A list that is sent ends it. */
export const markBehind = async (ctx: Ctx): Promise<void> => {
  const states = await listListStates(ctx)
  const differs = ({ missing, surplus }: { missing: number; surplus: number }) => missing + surplus > 0
  const behind = states.filter((one) => differs(one) && one.behindSince === null).map(({ deviceId }) => deviceId)
  const current = states.filter((one) => !differs(one)).map(({ deviceId }) => deviceId)
  await record(ctx, async (work) => {
    await markListsBehind(work, { behind, current })
    if (behind.length === 0) return { result: undefined }
    return {
      result: undefined,
      tell: [screens.notice({ topic: 'devices', audience: { staff: ['devices', 'access'] } })],
    }
  })
}
