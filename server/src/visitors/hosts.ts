import type { FoundName } from '@spacekeeper/contract/visitors/shapes.ts'
import { mostFound } from '@spacekeeper/contract/visitors/words.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { matchWords, searchText, startsWith } from '#platform/db/search-words.ts'
import type { Day } from '#platform/local-day.ts'
import { shownNameOf } from '#platform/shown-name.ts'
import type { Throttle } from '../auth/limits/throttle.ts'
import { countOf, type EntranceKey, openEntrance, visitorsToday } from './entrance.ts'

/** Whether a visitor may read the name of a row of `members`: it is not hidden, and on site or expects this visitor. */
const isHost = ({ visitorName, today }: { visitorName: string; today: Day }): RawBuilder<boolean> => sql<boolean>`(
  members.closed_at is null and members.suspended_at is null and members.is_hidden_from_members is not true
  and (exists (select from visits v where v.member_id = members.id and v.signed_out_at is null)
    or exists (select from visitors e where e.host_id = members.id and e.arrived_at is null
      and e.expected_on = ${today}::date and fold_text(e.name) = fold_text(${visitorName}::text))))`

type HostSearch = { key: EntranceKey; throttle: Throttle; text: string; visitorName: string }

/** A few members a visitor can name as host, by their shown names. */
export const findHosts = async (ctx: Ctx, { key, throttle, text, visitorName }: HostSearch): Promise<FoundName[]> => {
  const entrance = await openEntrance(ctx, key)
  await throttle.take(countOf(entrance, { client: key.client, of: 'searches' }))
  const name = shownNameOf('members', await ctx.settings.get('SHOWN_NAME'))
  return ctx.db
    .selectFrom('members')
    .select(['id', name.as('name')])
    .where(isHost({ visitorName, today: await visitorsToday(ctx) }))
    .where(matchWords(searchText(sql`${name}`), text))
    .orderBy(startsWith(searchText(sql`${name}`), text), 'desc')
    .orderBy(sql`lower(${name})`)
    .orderBy('id')
    .limit(mostFound)
    .execute()
}

/** The member that a visitor named, as long as they may be named. */
export const findHost = async (
  ctx: Ctx,
  { hostId, visitorName }: { hostId: number; visitorName: string },
): Promise<{ id: number } | undefined> =>
  ctx.db
    .selectFrom('members')
    .select('id')
    .where('id', '=', hostId)
    .where(isHost({ visitorName, today: await visitorsToday(ctx) }))
    .executeTakeFirst()
