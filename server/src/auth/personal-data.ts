import { type PersonalList, paged, type PersonalData } from '#platform/personal-data.ts'
import { endCredentials } from './credentials.ts'

const sessionList: PersonalList = {
  name: 'sessions',
  columns: ['id', 'startedAt', 'lastUsedAt', 'expiresAt', 'address', 'userAgent'],
  read: (ctx, memberId) =>
    paged((after, limit) =>
      ctx.db
        .selectFrom('sessions')
        .select(['id', 'created_at as startedAt', 'last_used_at as lastUsedAt', 'expires_at as expiresAt'])
        .select(['ip_address as address', 'user_agent as userAgent'])
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
    email_changes: { exported: 'profile', kept: ['emailChanges'], closing: 'deleted' },
  },
  lists: [sessionList],
  erase: (tx, closing) => endCredentials(tx, closing),
}
