import { columns } from '#platform/db/columns.ts'
import { ownRows, type PersonalData, type PersonalList } from '#platform/personal-data.ts'
import type { Retention } from '#platform/retention/retention.ts'
import { openingNotices } from './key-holders.ts'

const openingList = ownRows('openings', 'openings', columns('id, starts_at, ends_at, note, cancelled_at'))

const keyHolderList: PersonalList = {
  name: 'keyHolder',
  columns: ['since'],
  read: async function* (ctx, memberId) {
    yield await ctx.db.selectFrom('key_holders').select('added_at as since').where('member_id', '=', memberId).execute()
  },
}

const followingList: PersonalList = {
  name: 'openingEmails',
  columns: ['since'],
  read: async function* (ctx, memberId) {
    yield await ctx.db.selectFrom('opening_followers').select('since').where('member_id', '=', memberId).execute()
  },
}

export const openingRetentions: Retention[] = [
  {
    name: 'openings',
    title: 'Openings',
    table: 'openings',
    column: 'ends_at',
    days: 366,
    reason: 'A space looks back on a year to see when it is open, and who opens it.',
  },
]

export const openingPersonalData: PersonalData = {
  tables: {
    openings: {
      exported: 'openings',
      kept: ['openings'],
      closing: { kept: 'When the space was open, without a name; openings to come and notes are deleted.' },
    },
    key_holders: {
      exported: 'keyHolder',
      kept: { title: 'Key-holders', reason: 'Until staff remove them or the account is closed.' },
      closing: 'deleted',
    },
    opening_followers: {
      exported: 'openingEmails',
      kept: {
        title: 'Who wants emails about openings',
        reason: 'Until the member turns them off or closes the account.',
      },
      closing: 'deleted',
    },
  },
  lists: [openingList, keyHolderList, followingList],
  erase: async ({ tx, now }, memberId) => {
    await tx.deleteFrom('openings').where('member_id', '=', memberId).where('ends_at', '>', now).execute()
    await tx.updateTable('openings').set({ note: '' }).where('member_id', '=', memberId).execute()
    await tx.deleteFrom('key_holders').where('member_id', '=', memberId).execute()
    await tx.deleteFrom('opening_followers').where('member_id', '=', memberId).execute()
    return { tell: openingNotices }
  },
}
