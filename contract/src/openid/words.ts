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

/** The words for what each tells, as members read them. */
export const scopeWords: Readonly<Record<SiteScope, string>> = {
  openid: 'your member number',
  profile: 'your name and screen name',
  email: 'your email address',
  phone: 'your phone number',
  membershipinfo: 'your membership: its state, since when, and your groups',
  groups: 'your groups, such as your tier and what you do as staff',
  vikunja_teams: 'your teams in Vikunja',
  offline_access: 'these details even when you’re not using it',
}

/** Why a member cannot log in to a site; `strong`: administrators have to set up a second factor first. */
export const siteRefusals = ['suspended', 'state', 'strong'] as const

export type SiteRefusal = (typeof siteRefusals)[number]

export const siteRefusalWords: Readonly<Record<SiteRefusal, string>> = {
  suspended: 'Your membership is suspended. Please speak to staff.',
  state: 'Your membership doesn’t include this site. Please ask staff if you think it should.',
  strong: 'Set up a passkey or a second factor in your profile first.',
}

/** A key is published before it signs, and published still after another one signs. */
export const keyStates = ['next', 'current', 'old'] as const

export const mostRedirects = 10
