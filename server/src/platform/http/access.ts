import type { ErrorCode } from '@spacekeeper/contract/error-codes.ts'
import { isFeatureOn } from '@spacekeeper/contract/features.ts'
import { levelsOf, permissionsFor, scopesOf, type Route } from '@spacekeeper/contract/route.ts'
import type { Actor } from '../ctx.ts'
import type { SettingsStore } from '../settings/settings.ts'

const isActive = (actor: Actor & { kind: 'member' }) => actor.isAdmin || actor.state === 'active'

/** Why this caller may not call this route, or null. The only place where access is decided. */
export const refusalOf = (
  { access, apiKey, kiosk }: Pick<Route, 'access' | 'apiKey' | 'kiosk'>,
  actor: Actor,
): ErrorCode | null => {
  if (access === 'anyone') return null
  if (actor.kind === 'apiKey')
    return scopesOf(apiKey).some((scope) => actor.scopes.includes(scope)) ? null : 'notAllowed'
  if (actor.kind !== 'member') return 'notSignedIn'
  if (actor.kioskId !== undefined && kiosk !== true) return 'notOnKiosk'
  if (access === 'signedIn') return null
  if (access === 'admin') return actor.isAdmin ? null : 'notAllowed'
  if (permissionsFor(access).some((one) => actor.permissions.includes(one))) return null
  if (!levelsOf(access).includes('activeMember')) return 'notAllowed'
  return isActive(actor) ? null : 'memberOnly'
}

/** Whether a route belongs to a feature that the space turned off, and this caller may not use it nevertheless. */
export const refusalOfFeature = async (
  route: Pick<Route, 'feature' | 'whileOff' | 'kiosk'>,
  { actor, settings }: { actor: Actor; settings: SettingsStore },
): Promise<ErrorCode | null> => {
  const { feature, whileOff: access } = route
  if (feature === undefined || isFeatureOn(feature, await settings.all())) return null
  return access !== undefined && refusalOf({ ...route, access }, actor) === null ? null : 'featureOff'
}
