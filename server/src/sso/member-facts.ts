import { permissions } from '@spacekeeper/contract/permissions.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { fullName } from '#platform/shown-name.ts'
import { effectivePermissions } from '../members/role-rules.ts'
import { groupsOf, tierGroup } from './rules.ts'

const tierOf = sql<string | null>`(select t.name from subscriptions s join plans p on p.id = s.plan_id
  join tiers t on t.id = p.tier_id
  where s.member_id = m.id and s.state in ('active', 'pastDue', 'paused', 'cancelling') order by s.id desc limit 1)`

/** What other sites may learn of a member; null of one who closed their account. */
export const findMemberFacts = async (ctx: Pick<Ctx, 'db'>, memberId: number) => {
  const row = await ctx.db
    .selectFrom('members as m')
    .select(['m.id', 'm.email', 'm.email_verified_at', 'm.first_name', 'm.last_name', 'm.screen_name', 'm.phone'])
    .select(['m.state', 'm.subscription_status', 'm.first_joined_at', 'm.registered_at', 'm.profile_updated_at'])
    .select(['m.is_admin', 'm.permissions', 'm.suspended_at', tierOf.as('tier')])
    .where('m.id', '=', memberId)
    .where('m.closed_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  return {
    id: row.id,
    email: row.email,
    isVerified: row.email_verified_at !== null,
    isSuspended: row.suspended_at !== null,
    firstName: row.first_name,
    lastName: row.last_name,
    name: fullName(row).trim(),
    screenName: row.screen_name,
    phone: row.phone,
    state: row.state,
    subscription: row.subscription_status,
    firstJoinedAt: row.first_joined_at,
    changedAt: row.profile_updated_at ?? row.registered_at,
    ...effectivePermissions(row),
    tier: row.tier,
  }
}

export type MemberFactsForSites = NonNullable<Awaited<ReturnType<typeof findMemberFacts>>>

const mostTiers = 200

/** Every group a member can have, so that a site can take away those they do not have. */
export const listGroups = async (ctx: Pick<Ctx, 'db'>): Promise<string[]> => {
  const tiers = await ctx.db.selectFrom('tiers').select('name').orderBy('id').limit(mostTiers).execute()
  const states = ['active', 'inactive', 'noob', 'accountonly']
  const office = groupsOf({ state: '', isAdmin: true, permissions, tier: null }).slice(1)
  return [...new Set([...states, ...office, ...tiers.map(({ name }) => tierGroup(name))])]
}
