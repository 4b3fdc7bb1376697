import { standings, type RosterColumn } from '@spacekeeper/contract/rosters.ts'
import { sql, type RawBuilder } from 'kysely'
import { standing } from './match-filter.ts'

/** The newest card that works. */
export const newestCard = sql<string | null>`(select c.number from cards c
  where c.member_id = members.id and c.state = 'active' order by c.id desc limit 1)`

/** How many doors and machines are granted. */
export const grantCount = sql<number>`(select count(*)::int from grants g join devices d on d.id = g.device_id
  where g.member_id = members.id and d.removed_at is null)`

/** By what each column sorts; `nulls` where there may be none: who was never seen comes before the longest ago. */
const keys: Record<RosterColumn, { by: RawBuilder<unknown>[]; nulls?: 'first' | 'last' }> = {
  name: { by: [sql`lower(members.last_name)`, sql`lower(members.first_name)`] },
  screenName: { by: [sql`lower(members.screen_name)`] },
  standing: { by: [sql`array_position(${[...standings]}::text[], ${standing})`] },
  subscription: { by: [sql`members.subscription_status`] },
  card: { by: [newestCard], nulls: 'last' },
  doors: { by: [grantCount] },
  lastSeen: { by: [sql`members.last_seen_at`], nulls: 'first' },
  email: { by: [sql`lower(members.email)`] },
  phone: { by: [sql`nullif(translate(members.phone, ' +-().', ''), '')`], nulls: 'last' },
  plate: { by: [sql`lower(members.vehicle_registration_plate)`], nulls: 'last' },
  firstJoined: { by: [sql`members.first_joined_at`], nulls: 'last' },
  registered: { by: [sql`members.registered_at`] },
}

/** The whole order: whoever is equal comes by number, so that no row is met twice or never while one scrolls. */
export const sortMembers = (input: { sort: RosterColumn; order: 'asc' | 'desc' }): RawBuilder<unknown> => {
  const { by, nulls } = keys[input.sort]
  const direction = input.order === 'asc' ? sql`asc` : sql`desc`
  const nullsLast = nulls === 'last' || (nulls === 'first' && input.order === 'desc')
  const placed = nulls ? (nullsLast ? sql`nulls last` : sql`nulls first`) : sql``
  return sql.join([...by.map((key) => sql`${key} ${direction} ${placed}`), sql`members.id ${direction}`])
}
