import { scriptScopes } from '@spacekeeper/contract/api-keys/words.ts'
import { MemberState } from '@spacekeeper/contract/members/shapes.ts'
import type { Actor, Services } from '#platform/ctx.ts'
import type { ScriptKeyRow } from '../api-keys/key-callers.ts'
import { effectivePermissions } from '../members/role-rules.ts'
import { hasStrongLogin, isStrongLoginRequired } from './strong/strength.ts'

/**
 * The owner of a script's key: it acts as them, without the rights of an administrator. Null while they may do nothing as
 * staff. That is asked with each call, so it holds at once and in every process.
 */
export const findScriptOwner = async (services: Services, key: ScriptKeyRow): Promise<Actor | null> => {
  const owner = await services.db
    .selectFrom('members')
    .select(['members.id', 'members.is_admin', 'members.permissions', 'members.suspended_at', 'members.state'])
    .select(hasStrongLogin.as('hasStrongLogin'))
    .where('members.id', '=', key.ownerId)
    .where('members.closed_at', 'is', null)
    .where('members.email_verified_at', 'is not', null)
    .executeTakeFirst()
  if (!owner) return null
  const { isAdmin, permissions } = effectivePermissions(owner)
  if (permissions.length === 0) return null
  const choice = await services.settings.get('STRONG_LOGIN_FOR')
  if (!owner.hasStrongLogin && isStrongLoginRequired({ isAdmin, permissions }, choice)) return null
  const scopes = scriptScopes.filter((scope) => key.scopes.includes(scope))
  return {
    kind: 'member',
    id: owner.id,
    isAdmin: false,
    permissions,
    state: MemberState.parse(owner.state),
    sessionId: 0,
    script: { keyId: key.id, scopes, isOwnerAdmin: isAdmin },
  }
}
