// On its own: messages about events and about cards at doors name the same members by the same rule.
import type { Ctx } from '#platform/ctx.ts'
import { fullNameOf } from '#platform/shown-name.ts'

/** Of accounts that are closed, nothing but the number is left. */
export const findPeople = async (ctx: Ctx, ids: readonly number[]) => {
  if (ids.length === 0) return new Map<number, { name: string; email: string }>()
  const rows = await ctx.db
    .selectFrom('members')
    .select(['id', 'email', fullNameOf('members').as('name')])
    .where('id', 'in', ids)
    .where('closed_at', 'is', null)
    .execute()
  return new Map(rows.map(({ id, name, email }) => [id, { name, email }]))
}
