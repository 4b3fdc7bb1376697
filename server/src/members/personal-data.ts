import { undoDays } from '@spacekeeper/contract/members/words.ts'
import { sql } from 'kysely'
import { columns } from '#platform/db/columns.ts'
import { ownRows, type PersonalData, type PersonalList } from '#platform/personal-data.ts'
import type { Retention } from '#platform/retention/retention.ts'
import { eraseApplications } from './applications.ts'
import { forgetBulkChanges } from './bulk/actions.ts'
import { eraseMember } from './erasure.ts'
import { archivedColumns, archivedFields } from './fields.ts'

const profileList: PersonalList = {
  name: 'profile',
  columns: [...archivedFields, 'balanceCents', 'wantedEmail'],
  read: async function* (ctx, memberId) {
    yield await ctx.db
      .selectFrom('members')
      .leftJoin('balances', 'balances.member_id', 'members.id')
      .leftJoin('email_changes', 'email_changes.member_id', 'members.id')
      .select(archivedColumns)
      .select(['balances.balance_cents as balanceCents', 'email_changes.to_email as wantedEmail'])
      .where('members.id', '=', memberId)
      .execute()
  },
}

const decidedDays = 730

const applicationList = ownRows(
  'applications',
  'applications',
  columns('id, state, submitted_at, question, answer, answered_at, decided_at, reason'),
)

export const memberRetentions: Retention[] = [
  {
    name: 'applications',
    title: 'Applications that were decided',
    table: 'applications',
    column: 'decided_at',
    where: sql`decided_at is not null`,
    days: decidedDays,
    reason: 'So long staff can see why they decided as they did when a member applies again.',
  },
  {
    name: 'bulkActions',
    title: 'What many members had before a bulk change',
    table: 'bulk_actions',
    column: 'at',
    days: undoDays,
    reason: 'So long a bulk change can be undone.',
  },
]

export const memberPersonalData: PersonalData = {
  tables: {
    members: {
      exported: 'profile',
      kept: { title: 'The details in the profile', reason: 'Until the account is closed.' },
      closing: 'emptied',
    },
    applications: { exported: 'applications', kept: ['applications'], closing: 'deleted' },
    bulk_actions: {
      exported: { not: 'What staff did is in the log.' },
      kept: ['bulkActions'],
      closing: { kept: 'For 30 days: who did it.' },
    },
    bulk_grants: { exported: { not: 'What staff did is in the log.' }, kept: ['bulkActions'], closing: 'deleted' },
    bulk_standings: { exported: { not: 'What staff did is in the log.' }, kept: ['bulkActions'], closing: 'deleted' },
    cards: {
      exported: 'cards',
      kept: { title: 'Cards', reason: 'For ever, retired ones too: swipes and the audit name the card.' },
      closing: { kept: 'Which card did what; it is retired and its label goes.' },
    },
  },
  lists: [
    profileList,
    applicationList,
    ownRows('cards', 'cards', columns('id, number, label, state, added_at, ended_at')),
  ],
  erase: async (work, memberId) => {
    await forgetBulkChanges(work, memberId)
    await eraseApplications(work, memberId)
    return eraseMember(work, memberId)
  },
}
