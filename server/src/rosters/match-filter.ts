import type { RosterFilter, Selection, Standing } from '@spacekeeper/contract/rosters.ts'
import { sql, type RawBuilder } from 'kysely'
import { matchText } from '../members/match-text.ts'

const dayMs = 24 * 60 * 60 * 1000

/** The suspended stand apart from the inactive. */
export const standing = sql<Standing>`case when members.suspended_at is null then members.state else 'suspended' end`

/** Whoever closed his account is in no list. */
export const isKept = sql<boolean>`members.closed_at is null`

const seenCondition = ({ seen, seenDays }: RosterFilter, now: Date) => {
  const since = new Date(now.getTime() - seenDays * dayMs)
  if (seen === 'within') return sql`members.last_seen_at >= ${since}`
  if (seen === 'before') return sql`members.last_seen_at < ${since}`
  return sql`members.last_seen_at is null`
}

const deviceCondition = (deviceId: number, isGranted: boolean) =>
  sql`${isGranted ? sql`` : sql`not`} exists (
    select from grants g where g.member_id = members.id and g.device_id = ${deviceId}::int)`

const hasCard = sql`exists (select from cards c where c.member_id = members.id and c.state = 'active')`

/** Which rows of `members` a filter lets through, whatever their standing. */
export const matchFilter = (filter: RosterFilter, now: Date): RawBuilder<boolean> => {
  const { subscription, deviceId, access, card } = filter
  const conditions = [
    isKept,
    matchText(filter.text),
    ...(subscription ? [sql`members.subscription_status = ${subscription}`] : []),
    ...(filter.seen ? [seenCondition(filter, now)] : []),
    ...(deviceId === undefined ? [] : [deviceCondition(deviceId, access === 'granted')]),
    ...(card ? [card === 'yes' ? hasCard : sql`not ${hasCard}`] : []),
  ]
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

export const matchStanding = (wanted: Standing | undefined): RawBuilder<boolean> =>
  wanted === undefined ? sql<boolean>`true` : sql<boolean>`(${standing}) = ${wanted}`

/** Which rows of `members` are selected: those named, or else all that match but for some. */
export const matchSelection = ({ memberIds, filter, except }: Selection, now: Date): RawBuilder<boolean> =>
  memberIds
    ? sql<boolean>`(members.id = any(${memberIds}::int[]) and ${isKept})`
    : sql<boolean>`(${matchFilter(filter, now)} and ${matchStanding(filter.standing)}
        and members.id <> all(${except}::int[]))`
