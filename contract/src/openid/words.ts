/** What a site is, where the portal knows what has to be typed in there. */
export const siteKinds = ['mediawiki', 'nextcloud', 'mattermost', 'discourse', 'grafana', 'outline', 'other'] as const

export type SiteKind = (typeof siteKinds)[number]

export const siteKindWords: Readonly<Record<SiteKind, string>> = {
  mediawiki: 'MediaWiki',
  nextcloud: 'Nextcloud',
  mattermost: 'Mattermost',
  discourse: 'Discourse',
  grafana: 'Grafana',
  outline: 'Outline',
  other: 'Another site',
}

/** What a site may ask to learn of a member who logs in there, by the names of OpenID Connect. */
export const siteScopes = [
  'openid',
  'profile',
  'email',
  'phone',
  'membershipinfo',
  'groups',
  'vikunja_teams',
  'offline_access',
] as const

export type SiteScope = (typeof siteScopes)[number]

/** The claims that come with each; the other two are the number alone, and refreshing without the member. */
export const claimsOfScopes = {
  profile: ['name', 'given_name', 'family_name', 'nickname', 'preferred_username', 'updated_at'],
  email: ['email', 'email_verified'],
  phone: ['phone_number', 'phone_number_verified'],
  membershipinfo: ['state', 'active', 'subscriptionState', 'subscriptionActive', 'firstSubscribedDate', 'groups'],
  groups: ['groups'],
  vikunja_teams: ['vikunja_groups'],
} as const satisfies Partial<Record<SiteScope, readonly string[]>>

/** Why a member cannot log in to a site; `strong`: administrators have to set up a second factor first. */
export const siteRefusals = ['suspended', 'state', 'strong'] as const

export type SiteRefusal = (typeof siteRefusals)[number]

/** A key is published before it signs, and published still after another one signs. */
export const keyStates = ['next', 'current', 'old'] as const

export const mostRedirects = 10
