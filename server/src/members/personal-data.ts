import { undoDays } from '@spacekeeper/contract/members/words.ts'
import { columns } from '#platform/db/columns.ts'
import { ownRows, type PersonalData, type PersonalList } from '#platform/personal-data.ts'
import type { Retention } from '#platform/retention/retention.ts'
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

export const memberRetentions: Retention[] = [
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
  lists: [profileList, ownRows('cards', 'cards', columns('id, number, label, state, added_at, ended_at'))],
  erase: async (work, memberId) => {
    await forgetBulkChanges(work, memberId)
    return eraseMember(work, memberId)
  },
}
