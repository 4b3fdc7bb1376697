import type { ErrorCode } from '@spacekeeper/contract/errors.ts'
import type { Route } from '@spacekeeper/contract/route.ts'
import type { Actor } from '../ctx.ts'

const isActive = (actor: Actor & { kind: 'member' }) => actor.isAdmin || actor.state === 'active'

/** Why this caller may not call this route, or null. The only place where access is decided. */
export const refusalOf = (route: Pick<Route, 'access' | 'apiKey'>, actor: Actor): ErrorCode | null => {
  if (route.access === 'anyone') return null
  if (actor.kind === 'apiKey') return route.apiKey && actor.scopes.includes(route.apiKey) ? null : 'notAllowed'
  if (actor.kind !== 'member') return 'notSignedIn'
  if (route.access === 'activeMember') return isActive(actor) ? null : 'memberOnly'
  if (route.access === 'admin') return actor.isAdmin ? null : 'notAllowed'
  return null
}
