import { proofMinutes } from '@spacekeeper/contract/auth/words.ts'
import type { ErrorCode } from '@spacekeeper/contract/error-codes.ts'
import { isFeatureOn } from '@spacekeeper/contract/features.ts'
import { levelsOf, permissionsFor, scopesOf, type Route } from '@spacekeeper/contract/route.ts'
import type { Actor } from '../ctx.ts'
import type { SettingsStore } from '../settings/settings.ts'
import { AppError } from './app-error.ts'
import { isOwnScope, scriptScopeOf } from './key-scopes.ts'

const isActive = (actor: Actor & { kind: 'member' }) => actor.isAdmin || actor.state === 'active'

/**
 * The key of a script needs the one scope of the route, and then its owner's permission, or what members need. Both are
 * asked, so it never does more than its owner may.
 */
const refusalOfScript = (route: Pick<Route, 'access'>, actor: Actor & { kind: 'member' }): ErrorCode | null => {
  const scope = scriptScopeOf(route)
  const { scopes = [], isOwnerAdmin = false } = actor.script ?? {}
  if (scope === null || !scopes.includes(scope)) return 'notAllowed'
  if (isOwnScope(scope)) return route.access === 'signedIn' || isActive(actor) ? null : 'memberOnly'
  const isPermitted =
    route.access === 'admin'
      ? isOwnerAdmin
      : permissionsFor(route.access).some((one) => actor.permissions.includes(one))
  return isPermitted ? null : 'notAllowed'
}

/** Why this caller may not call this route, or null. The only place where access is decided. */
export const refusalOfRoute = (route: Pick<Route, 'access' | 'apiKey' | 'kiosk'>, actor: Actor): ErrorCode | null => {
  const { access, apiKey, kiosk } = route
  if (access === 'anyone') return null
  if (actor.kind === 'apiKey')
    return scopesOf(apiKey).some((scope) => actor.scopes.includes(scope)) ? null : 'notAllowed'
  if (actor.kind !== 'member') return 'notSignedIn'
  if (actor.script) return refusalOfScript(route, actor)
  if (actor.kioskId !== undefined && kiosk !== true) return 'notOnKiosk'
  if (access === 'signedIn') return null
  const denied = actor.needsStrongLogin ? 'strongLoginNeeded' : 'notAllowed'
  if (access === 'admin') return actor.isAdmin ? null : denied
  if (permissionsFor(access).some((one) => actor.permissions.includes(one))) return null
  if (!levelsOf(access).includes('activeMember')) return denied
  return isActive(actor) ? null : 'memberOnly'
}

/** Whether a dangerous action wants a fresher or a stronger proof of the member who asks for it. Others bring their own. */
export const refusalOfProof = (
  stepUp: Route['stepUp'],
  { actor, now }: { actor: Actor; now: Date },
): ErrorCode | null => {
  if (stepUp === undefined || actor.kind !== 'member') return null
  const { proof } = actor
  const isFresh = proof !== undefined && now.getTime() - proof.provenAt.getTime() <= proofMinutes * 60_000
  const isStrongEnough = stepUp !== 'strong' || proof?.isStrong === true || proof?.hasStrongLogin === false
  if (!isStrongEnough) return 'strongProofNeeded'
  if (isFresh) return null
  return stepUp === 'strong' && proof?.hasStrongLogin === true ? 'strongProofNeeded' : 'stepUpNeeded'
}

/** The same where only the handler knows that what is asked for is dangerous. */
export const demandProof = ({ actor, now }: { actor: Actor; now: () => Date }): void => {
  const refusal = refusalOfProof(true, { actor, now: now() })
  if (refusal) throw new AppError(refusal)
}

/** A strong proof of a member who has set one up; of others nothing. */
export const demandStrongProof = ({ actor, now }: { actor: Actor; now: () => Date }): void => {
  if (actor.kind !== 'member' || actor.proof?.hasStrongLogin !== true) return
  const refusal = refusalOfProof('strong', { actor, now: now() })
  if (refusal) throw new AppError(refusal)
}

/** Whether a route belongs to a feature that the space turned off, and this caller may not use it nevertheless. */
export const refusalOfFeature = async (
  route: Pick<Route, 'feature' | 'whileOff' | 'kiosk'>,
  { actor, settings }: { actor: Actor; settings: SettingsStore },
): Promise<ErrorCode | null> => {
  const { feature, whileOff: access } = route
  if (feature === undefined || isFeatureOn(feature, await settings.all())) return null
  return access !== undefined && refusalOfRoute({ ...route, access }, actor) === null ? null : 'featureOff'
}
