import { noLastName } from '@spacekeeper/contract/full-name.ts'
import { vikunjaTeamsIn } from '@spacekeeper/contract/openid/settings.ts'
import { siteScopes, type SiteRefusal, type SiteScope } from '@spacekeeper/contract/openid/words.ts'
import type { MemberFactsForSites } from '../sso/member-facts.ts'
import { groupsOf } from '../sso/rules.ts'

/** Where the protocol is served, below the public address of the portal. */
export const openidPath = '/api/openid'

export const issuerOf = (siteUrl: string): string => `${siteUrl}${openidPath}`

/** Why a member cannot log in to a site that lets these states in; null where they can. */
export const siteRefusalOf = (
  member: Pick<MemberFactsForSites, 'isSuspended' | 'state'>,
  states: readonly string[],
): SiteRefusal | null => {
  if (member.isSuspended) return 'suspended'
  return states.includes(member.state) ? null : 'state'
}

/** The scopes the portal knows of those a site asks for, in its own order. */
export const knownScopes = (asked: Iterable<string>): SiteScope[] => {
  const names = new Set(asked)
  return siteScopes.filter((scope) => names.has(scope))
}

/** What a member has yet to be asked before a site learns it. Who they are by number alone is asked, too. */
export const scopesToAsk = (asked: readonly SiteScope[], agreed: readonly string[] | null): SiteScope[] => {
  const more = asked.filter((scope) => scope !== 'openid')
  return agreed === null ? ['openid', ...more] : more.filter((scope) => !agreed.includes(scope))
}

/** Says that the portal asks for the consent, and not the site. */
export const ownConsentParam = 'portal_consent'

/**
 * The address of an authorization whose `offline_access` counts. By the standard it does so only where the member is asked
 * for consent, and the library drops it otherwise; our question, or the trust in the site, is that consent.
 */
export const withOfflineConsent = (path: string): string => {
  const [place = '', text = ''] = path.split('?', 2)
  const query = new URLSearchParams(text)
  query.delete(ownConsentParam)
  const prompts = (query.get('prompt') ?? '').split(' ').filter((prompt) => prompt !== '')
  const isOffline = (query.get('scope') ?? '').split(' ').includes('offline_access')
  if (isOffline && !prompts.includes('none') && !prompts.includes('consent')) {
    query.set('prompt', [...prompts, 'consent'].join(' '))
    query.set(ownConsentParam, '1')
  }
  return text === '' ? place : `${place}?${query.toString()}`
}

const secondOf = (time: Date) => Math.floor(time.getTime() / 1000)

type WantedLogin = { requestedAt: Date; isAskedAnew: boolean; maxAgeSeconds: number | null; now: Date }

/**
 * Whether the login at the portal began too long ago for a site that wants a new one, or one of at most so many seconds.
 * One since the site's request is always new enough. The protocol counts in whole seconds.
 */
export const isLoginTooOld = (
  startedAt: Date,
  { requestedAt, isAskedAnew, maxAgeSeconds, now }: WantedLogin,
): boolean => {
  if (secondOf(startedAt) >= secondOf(requestedAt)) return false
  return isAskedAnew || (maxAgeSeconds !== null && secondOf(now) - secondOf(startedAt) > maxAgeSeconds)
}

/** What a member is told apart by from others at a site; empty ones are left out. */
const withoutEmpty = (claims: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(claims).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  )

/** Everything a site can learn of a member; which of it, its scopes decide. Only a confirmed address is given out as confirmed. */
export const claimsOf = (member: MemberFactsForSites, { teams }: { teams: string }): Record<string, unknown> => {
  const isActive = member.state === 'active'
  return withoutEmpty({
    name: member.name,
    given_name: member.firstName,
    family_name: member.lastName === noLastName ? '' : member.lastName,
    nickname: member.screenName,
    preferred_username: member.screenName,
    updated_at: secondOf(member.changedAt),
    email: member.email,
    email_verified: member.isVerified,
    phone_number: member.phone,
    phone_number_verified: member.phone === '' ? null : false,
    state: member.state,
    active: isActive,
    subscriptionState: member.subscription,
    subscriptionActive: member.subscription !== 'inactive',
    firstSubscribedDate: member.firstJoinedAt?.toISOString(),
    groups: groupsOf(member),
    vikunja_groups: isActive ? (vikunjaTeamsIn(teams) ?? []) : [],
  })
}

const hourMs = 60 * 60 * 1000

/** A new key is known to sites this long before it signs. */
export const knownBeforeMs = hourMs

/** A key that signs no more is known this long still: tokens live ten minutes, and sites look at the list now and then. */
export const knownAfterMs = 24 * hourMs

type DatedKey = { id: number; state: 'next' | 'current' | 'old'; changed_at: Date }

/**
 * What is due for the keys now, one after the other: a key is published, then signs, then is published still, then goes.
 * Without a key nothing is due: the first is made when it is needed.
 */
export const keyStepsDue = (
  keys: readonly DatedKey[],
  { now, days }: { now: Date; days: number },
): { drop: number[]; turn: boolean; make: boolean } => {
  const ageOf = ({ changed_at }: DatedKey) => now.getTime() - changed_at.getTime()
  const next = keys.find(({ state }) => state === 'next')
  const current = keys.find(({ state }) => state === 'current')
  return {
    drop: keys.filter((key) => key.state === 'old' && ageOf(key) >= knownAfterMs).map(({ id }) => id),
    turn: next !== undefined && ageOf(next) >= knownBeforeMs,
    make: next === undefined && current !== undefined && ageOf(current) >= days * 24 * hourMs,
  }
}
