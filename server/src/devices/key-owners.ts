import type { KeyLapse, KeyOwner } from '@spacekeeper/contract/devices/shapes.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import type { Work } from '#platform/db/change.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { fullNameOf } from '#platform/shown-name.ts'

/**
 * Why a member no longer answers for keys; null while they look after devices. As SQL, because each call by API key
 * asks it; a test compares it with `effectivePermissions`.
 */
export const keyLapse = (table: string): RawBuilder<KeyLapse | null> => {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return sql<KeyLapse | null>`(case
    when ${column('closed_at')} is not null then 'closed'
    when ${column('suspended_at')} is not null then 'suspended'
    when not (${column('is_admin')} or 'devices' = any(${column('permissions')})) then 'noPermission' end)`
}

/** The same of the key of a script, which works while its owner may do anything as staff. */
export const scriptLapse = (table: string): RawBuilder<KeyLapse | null> => {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return sql<KeyLapse | null>`(case
    when ${column('closed_at')} is not null then 'closed'
    when ${column('suspended_at')} is not null then 'suspended'
    when not (${column('is_admin')} or cardinality(${column('permissions')}) > 0) then 'noPermission' end)`
}

/** A member as the owner of a key, with why it has lapsed. */
export const ownerAs = (table: string, lapse: RawBuilder<KeyLapse | null>): RawBuilder<KeyOwner> => {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return sql<KeyOwner>`json_build_object('id', ${column('id')},
    'name', ${fullNameOf(table)}, 'lapse', ${lapse})`
}

/** The owner of a key, in a query that joins them to the left; null for a key without one. */
export const keyOwner = (table: string): RawBuilder<KeyOwner | null> =>
  sql<KeyOwner | null>`(case when ${sql.ref(`${table}.id`)} is not null then ${ownerAs(table, keyLapse(table))} end)`

const mostOwners = 500

/** Who the caller may give keys to: themselves; for administrators everyone who looks after devices. */
export const listKeyOwners = async ({ db, actor }: Ctx): Promise<{ id: number; name: string }[]> => {
  if (actor.kind !== 'member' || !actor.permissions.includes('devices')) return []
  return db
    .selectFrom('members as m')
    .select(['m.id', fullNameOf('m').as('name')])
    .where(keyLapse('m'), 'is', null)
    .$if(!actor.isAdmin, (query) => query.where('m.id', '=', actor.id))
    .orderBy(sql`lower(${fullNameOf('m')})`)
    .orderBy('m.id')
    .limit(mostOwners)
    .execute()
}

/**
 * Throws unless the caller may give keys to this member. Staff take keys over; only administrators give them to others,
 * or a member who leaves could keep a key alive in the name of another. The member is locked, so that no suspension
 * comes between.
 */
export const lockKeyOwner = async ({ tx, ctx }: Work, memberId: number): Promise<void> => {
  const { actor } = ctx
  if (actor.kind === 'member' && !actor.isAdmin && actor.id !== memberId) throw new AppError('notAllowed')
  const owner = await tx
    .selectFrom('members as m')
    .select(keyLapse('m').as('lapse'))
    .where('m.id', '=', memberId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!owner || owner.lapse !== null) throw badField('memberId', 'Choose a member who looks after devices.')
}
