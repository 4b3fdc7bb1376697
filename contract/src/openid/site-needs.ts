import type { SiteKind } from './words.ts'

/** How a kind of site logs its visitors in, with the settings the portal shows for it. */
type SiteNeeds = {
  /** The scopes it asks for, as they are typed in there. */
  scopes: string
  /** It sends a challenge (PKCE). */
  hasChallenge: boolean
  /** It reads the ID token, and never asks at the userinfo address. */
  readsIdToken: boolean
  /** The claims it can't do without, and those that its settings name. */
  claims: readonly string[]
}

const ordinary: SiteNeeds = {
  scopes: 'openid profile email',
  hasChallenge: false,
  readsIdToken: false,
  claims: ['sub', 'name', 'preferred_username', 'email', 'email_verified'],
}

const withGroups = { scopes: `${ordinary.scopes} groups`, claims: [...ordinary.claims, 'groups'] }

/** The web client suggests and shows settings by these, and a test of the server logs in as each. */
export const siteNeeds: Readonly<Record<SiteKind, SiteNeeds>> = {
  mediawiki: ordinary,
  nextcloud: { ...withGroups, hasChallenge: true, readsIdToken: true },
  mattermost: ordinary,
  discourse: ordinary,
  grafana: { ...ordinary, ...withGroups, hasChallenge: true },
  outline: ordinary,
  other: { ...ordinary, hasChallenge: true },
}
