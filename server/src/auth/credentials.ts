import type { Work } from '#platform/db/change.ts'
import type { Retention } from '#platform/retention/retention.ts'
import { forgetBrowsers, knownBrowserDays } from './known-browsers.ts'
import { endMailedLinks } from './links/links.ts'
import { removeStrongLogin } from './strong/strong-login.ts'

/** Ends all credentials of a member: sessions, known browsers, passkeys, the authenticator app, accounts at other providers, mailed links, an unconfirmed change of address. */
export const endCredentials = async (work: Work, memberId: number): Promise<void> => {
  const { tx } = work
  await forgetBrowsers(work, { memberId })
  await tx.deleteFrom('sessions').where('member_id', '=', memberId).execute()
  await endMailedLinks(work, memberId)
  await tx.deleteFrom('email_links').where('member_id', '=', memberId).execute()
  await removeStrongLogin(work, memberId)
  await tx.deleteFrom('provider_links').where('member_id', '=', memberId).execute()
  await tx.deleteFrom('provider_attempts').where('member_id', '=', memberId).execute()
}

export const credentialRetentions: Retention[] = [
  {
    name: 'sessions',
    title: 'Logins that ran out',
    table: 'sessions',
    column: 'expires_at',
    days: 1,
    reason: 'Fourteen days after it was last used a login is over; in an app it is 90 days.',
  },
  {
    name: 'appTokens',
    title: 'Tokens with which an app stays logged in',
    table: 'app_tokens',
    column: 'expires_at',
    days: 8,
    reason: 'After that a second use of a stolen token is refused anyway.',
  },
  {
    name: 'endedSessions',
    title: 'Why a login ended',
    table: 'ended_sessions',
    column: 'ended_at',
    days: 14,
    reason: 'So long the browser that was logged out may ask why.',
  },
  {
    name: 'knownBrowsers',
    title: 'Browsers in which you logged in',
    table: 'known_browsers',
    column: 'logged_in_at',
    days: knownBrowserDays,
    reason: 'So long you can still log in there while others guess at your password.',
  },
  {
    name: 'emailLinks',
    title: 'Links we emailed',
    table: 'email_links',
    column: 'expires_at',
    days: 30,
    reason: 'Until then an old link says that it was used or is too old.',
  },
  {
    name: 'emailChanges',
    title: 'Changes of email address that were not confirmed',
    table: 'email_changes',
    column: 'asked_at',
    days: 7,
    reason: 'After that we take it that the change is no longer wanted.',
  },
  {
    name: 'passkeyChallenges',
    title: 'Questions to passkeys that were not answered',
    table: 'passkey_challenges',
    column: 'expires_at',
    days: 1,
    reason: 'Each works for five minutes.',
  },
  {
    name: 'providerAttempts',
    title: 'Logins with another provider that were begun',
    table: 'provider_attempts',
    column: 'expires_at',
    days: 1,
    reason: 'Each works once, for twenty minutes.',
  },
  {
    name: 'rateLimits',
    title: 'Counts of tries that slow down guessing',
    table: 'rate_limits',
    days: 1,
    reason: 'A count runs out after 30 days at most. Counts name no address and no account.',
    remove: async ({ tx }, { before }) => {
      const deleted = await tx.deleteFrom('rate_limits').where('expire', '<', before.getTime()).executeTakeFirst()
      return Number(deleted.numDeletedRows)
    },
  },
]
