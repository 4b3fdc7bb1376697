import { columns } from '#platform/db/columns.ts'
import { ownQuery, type PersonalData } from '#platform/personal-data.ts'
import type { Retention } from '#platform/retention/retention.ts'
import { endLoginsOf, loginNotices } from './logins.ts'

const siteList = ownQuery(
  'sites',
  (db, memberId) =>
    db
      .selectFrom('openid_logins as l')
      .innerJoin('openid_clients as c', 'c.id', 'l.client_id')
      .select(
        columns(
          'c.id, c.name as site, c.address, l.scopes as learns, l.consented_at as agreedAt, l.logged_in_at',
          'l.last_used_at, l.ended_at',
        ),
      )
      .where('l.member_id', '=', memberId),
  ['site', 'address', 'learns', 'agreedAt', 'loggedInAt', 'lastUsedAt', 'endedAt'],
)

export const openidRetentions: Retention[] = [
  {
    name: 'siteLogins',
    title: 'Logins at other sites with the account here',
    table: 'openid_logins',
    column: 'last_used_at',
    days: 365,
    reason: 'After a year without a login at a site you are asked again what it may learn.',
  },
  {
    name: 'siteTokens',
    title: 'What keeps you logged in at other sites',
    table: 'openid_records',
    column: 'expires_at',
    days: 1,
    reason: 'Codes, tokens and logins that ran out. They are encrypted while they are there.',
  },
]

export const openidPersonalData: PersonalData = {
  tables: {
    openid_logins: { exported: 'sites', kept: ['siteLogins'], closing: 'deleted' },
    openid_records: {
      exported: { not: 'Only codes and tokens of sites, encrypted. The sites themselves are in the list of sites.' },
      kept: ['siteTokens'],
      closing: 'deleted',
    },
  },
  lists: [siteList],
  erase: async (work, memberId) => {
    await endLoginsOf(work, memberId)
    await work.tx.deleteFrom('openid_logins').where('member_id', '=', memberId).execute()
    return { tell: loginNotices(memberId) }
  },
}
