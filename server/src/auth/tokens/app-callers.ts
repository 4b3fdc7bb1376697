// On its own: other domains ask who is logged in in an app without a call of it.
import { MemberState } from '@spacekeeper/contract/members/shapes.ts'
import { sql } from 'kysely'
import type { Actor, Services } from '#platform/ctx.ts'
import { effectivePermissions } from '../../members/role-rules.ts'
import { hasStrongLogin, withholdPermissions } from '../strong/strength.ts'

/**
 * The member who is logged in in an app by this session, as the app's own calls would be made now; null where that login
 * is over, or is a browser's.
 */
export const findAppCaller = async (
  services: Pick<Services, 'db' | 'now' | 'settings'>,
  sessionId: number,
): Promise<(Actor & { kind: 'member' }) | null> => {
  const row = await services.db
    .selectFrom('sessions')
    .innerJoin('members', 'members.id', 'sessions.member_id')
    .select(['members.id', 'members.is_admin', 'members.permissions', 'members.suspended_at', 'members.state'])
    .select(['sessions.is_strong', sql<Date>`coalesce(sessions.confirmed_at, sessions.created_at)`.as('provenAt')])
    .select(hasStrongLogin.as('hasStrongLogin'))
    .where('sessions.id', '=', sessionId)
    .where('sessions.app_name', 'is not', null)
    .where('sessions.expires_at', '>', services.now())
    .where('members.email_verified_at', 'is not', null)
    .executeTakeFirst()
  if (!row) return null
  const { id, provenAt, is_strong: isStrong } = row
  const proof = { provenAt, isStrong, hasStrongLogin: row.hasStrongLogin }
  const state = MemberState.parse(row.state)
  return withholdPermissions(
    { kind: 'member', id, ...effectivePermissions(row), state, sessionId, proof },
    await services.settings.get('STRONG_LOGIN_FOR'),
  )
}
