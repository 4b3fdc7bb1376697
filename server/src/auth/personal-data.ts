import { type PersonalList, paged, type PersonalData } from '#platform/personal-data.ts'
import { endCredentials } from './credentials.ts'

const sessionList: PersonalList = {
  name: 'sessions',
  columns: ['id', 'startedAt', 'lastUsedAt', 'expiresAt', 'address', 'userAgent', 'app'],
  read: (ctx, memberId) =>
    paged((after, limit) =>
      ctx.db
        .selectFrom('sessions')
        .select(['id', 'created_at as startedAt', 'last_used_at as lastUsedAt', 'expires_at as expiresAt'])
        .select(['ip_address as address', 'user_agent as userAgent', 'app_name as app'])
        .where('member_id', '=', memberId)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),
    )(),
}

const whileSetUp = { title: 'Passkeys and authenticator apps', reason: 'They let you in until you remove them.' }

const whileLinked = { title: 'Accounts at other providers', reason: 'They log you in until you unlink them.' }

const providerLinkList: PersonalList = {
  name: 'providerLinks',
  columns: ['id', 'provider', 'subject', 'email', 'linkedAt', 'lastUsedAt'],
  read: (ctx, memberId) =>
    paged((after, limit) =>
      ctx.db
        .selectFrom('provider_links as l')
        .innerJoin('login_providers as p', 'p.id', 'l.provider_id')
        .select(['l.id', 'p.name as provider', 'l.subject', 'l.email'])
        .select(['l.linked_at as linkedAt', 'l.last_used_at as lastUsedAt'])
        .where('l.member_id', '=', memberId)
        .where('l.id', '>', after)
        .orderBy('l.id')
        .limit(limit)
        .execute(),
    )(),
}

const passkeyList: PersonalList = {
  name: 'passkeys',
  columns: ['id', 'name', 'createdAt', 'lastUsedAt'],
  read: (ctx, memberId) =>
    paged((after, limit) =>
      ctx.db
        .selectFrom('passkeys')
        .select(['id', 'name', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
        .where('member_id', '=', memberId)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),
    )(),
}

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
  lists: [sessionList, passkeyList, providerLinkList],
  erase: (tx, closing) => endCredentials(tx, closing),
}
