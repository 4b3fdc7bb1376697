import { columns } from '#platform/db/columns.ts'
import { ownQuery, ownRows, type PersonalData } from '#platform/personal-data.ts'
import { endCredentials } from './credentials.ts'

const whileSetUp = { title: 'Passkeys and authenticator apps', reason: 'They let you in until you remove them.' }

const whileLinked = { title: 'Accounts at other providers', reason: 'They log you in until you unlink them.' }

export const authPersonalData: PersonalData = {
  tables: {
    sessions: { exported: 'sessions', kept: ['sessions'], closing: 'deleted' },
    app_tokens: {
      exported: { not: 'Only hashes of tokens; the login they belong to is exported.' },
      kept: ['appTokens'],
      closing: 'deleted',
    },
    known_browsers: {
      exported: { not: 'Only hashes of cookies, and when each browser last logged in.' },
      kept: ['knownBrowsers'],
      closing: 'deleted',
    },
    email_links: {
      exported: { not: 'Only hashes of links that work once.' },
      kept: ['emailLinks'],
      closing: 'deleted',
    },
    passkeys: { exported: 'passkeys', kept: whileSetUp, closing: 'deleted' },
    totp_secrets: {
      exported: { not: 'The secret of an authenticator app lets in who has it.' },
      kept: whileSetUp,
      closing: 'deleted',
    },
    recovery_codes: { exported: { not: 'Only hashes of codes that work once.' }, kept: whileSetUp, closing: 'deleted' },
    passkey_challenges: {
      exported: { not: 'Random questions to passkeys, each for five minutes.' },
      kept: ['passkeyChallenges'],
      closing: 'deleted',
    },
    provider_links: { exported: 'providerLinks', kept: whileLinked, closing: 'deleted' },
    provider_attempts: {
      exported: { not: 'Random numbers of logins with another provider, for a day.' },
      kept: ['providerAttempts'],
      closing: 'deleted',
    },
    email_changes: { exported: 'profile', kept: ['emailChanges'], closing: 'deleted' },
  },
  lists: [
    ownRows(
      'sessions',
      'sessions',
      columns(
        'id, created_at as startedAt, last_used_at, expires_at, ip_address as address, user_agent',
        'app_name as app',
      ),
    ),
    ownRows('passkeys', 'passkeys', columns('id, name, created_at, last_used_at')),
    ownQuery('providerLinks', (db, memberId) =>
      db
        .selectFrom('provider_links as l')
        .innerJoin('login_providers as p', 'p.id', 'l.provider_id')
        .select(columns('l.id, p.name as provider, l.subject, l.email, l.linked_at, l.last_used_at'))
        .where('l.member_id', '=', memberId),
    ),
  ],
  erase: (work, memberId) => endCredentials(work, memberId),
}
