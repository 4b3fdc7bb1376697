import type { ListedKeyHolder } from '@spacekeeper/contract/openings/shapes.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { change, unchanged } from '#platform/db/change.ts'
import { withTimes } from '#platform/db/columns.ts'
import { AppError } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { screens } from '#platform/live/screens.ts'
import { fullNameOf } from '#platform/shown-name.ts'

/** For the `tell` of whatever changes the plan, or who may. */
export const openingNotices = [screens.notice({ topic: 'openings', audience: 'everybody' })]

/** Whether the member `m` of a query may announce openings now: an active key-holder, or staff who look after access. */
export const mayOpen = (isByMembers: boolean): RawBuilder<boolean> =>
  sql<boolean>`(m.closed_at is null and m.suspended_at is null and (
    m.is_admin or 'access' = any(m.permissions)
    or (m.state = 'active' and (${isByMembers}::boolean or exists (select from key_holders k where k.member_id = m.id)))))`

/** The same of the caller. */
export const canAnnounce = async (ctx: Ctx): Promise<boolean> => {
  const { id, permissions } = memberOf(ctx)
  if (permissions.includes('access')) return true
  const row = await ctx.db
    .selectFrom('members as m')
    .select('m.id')
    .where('m.id', '=', id)
    .where(mayOpen(await ctx.settings.get('OPENINGS_BY_MEMBERS')))
    .executeTakeFirst()
  return row !== undefined
}

const mostListed = 500

export const listKeyHolders = async (ctx: Ctx): Promise<ListedKeyHolder[]> => {
  const rows = await ctx.db
    .selectFrom('key_holders as k')
    .innerJoin('members as m', 'm.id', 'k.member_id')
    .select(['m.id', 'k.added_at as since', fullNameOf('m').as('name')])
    .orderBy(sql`lower(m.first_name)`)
    .orderBy(sql`lower(m.last_name)`)
    .orderBy('m.id')
    .limit(mostListed)
    .execute()
  return rows.map(withTimes)
}

export const addKeyHolder = (ctx: Ctx, memberId: number): Promise<void> =>
  change(ctx, 'keyHolder.added', async ({ tx }) => {
    const member = await tx
      .selectFrom('members')
      .select('id')
      .where('id', '=', memberId)
      .where('closed_at', 'is', null)
      .forShare()
      .executeTakeFirst()
    if (!member) throw new AppError('notFound')
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('key_holders')
      .values({ member_id: memberId, added_at: ctx.now() })
      .onConflict((on) => on.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 0n) return unchanged(undefined)
    return { result: undefined, subject: { kind: 'member', id: memberId }, tell: openingNotices }
  })

export const removeKeyHolder = (ctx: Ctx, memberId: number): Promise<void> =>
  change(ctx, 'keyHolder.removed', async ({ tx }) => {
    const { numDeletedRows } = await tx.deleteFrom('key_holders').where('member_id', '=', memberId).executeTakeFirst()
    if (numDeletedRows === 0n) throw new AppError('notFound')
    return { result: undefined, subject: { kind: 'member', id: memberId }, tell: openingNotices }
  })
