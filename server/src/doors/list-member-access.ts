import type { AccessItem, MemberAccess, MemberAccessItem } from '@spacekeeper/contract/doors.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { listAccess } from './queries.ts'

/** Where what a member may use comes from, device by device. */
const listOrigins = async (ctx: Ctx, memberId: number) => {
  const rows = await ctx.db
    .selectFrom('devices as d')
    .leftJoin('grants as g', (on) => on.onRef('g.device_id', '=', 'd.id').on('g.member_id', '=', memberId))
    .leftJoin('default_exceptions as e', (on) => on.onRef('e.device_id', '=', 'd.id').on('e.member_id', '=', memberId))
    .leftJoin('members as by', 'by.id', 'g.granted_by')
    .select(['d.id', 'd.is_default_access', 'e.since as exception_since', 'g.source', 'g.granted_at'])
    .select(sql<string | null>`by.first_name || ' ' || by.last_name`.as('granted_by'))
    .where('d.removed_at', 'is', null)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** As administrators look at a member: `access` is the grant alone, while `refusal` tells whether a card works. */
export const listMemberAccess = async (ctx: Ctx, memberId: number): Promise<MemberAccess> => {
  const [access, origins] = await Promise.all([
    listAccess(ctx, { memberId, withHidden: true }),
    listOrigins(ctx, memberId),
  ])
  const withOrigin = (item: AccessItem): MemberAccessItem => {
    const origin = origins.get(item.id)
    return {
      ...item,
      access: item.granted,
      source: origin?.source ?? null,
      grantedAt: origin?.granted_at?.toISOString() ?? null,
      grantedBy: origin?.granted_by ?? null,
      isDefault: origin?.is_default_access ?? false,
      isException: (origin?.exception_since ?? null) !== null,
    }
  }
  return { doors: access.doors.map(withOrigin), interlocks: access.interlocks.map(withOrigin) }
}
