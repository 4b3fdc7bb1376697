import type { Work } from '#platform/db/change.ts'
import { columns } from '#platform/db/columns.ts'
import { ownRows, type PersonalData, type PersonalList } from '#platform/personal-data.ts'
import type { Retention } from '#platform/retention/retention.ts'
import { tellFollowers } from './followers.ts'
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
  {
    name: 'openingNews',
    title: 'Which news about openings members were told',
    table: 'opening_news_recipients',
    column: 'told_at',
    days: 30,
    reason: 'Until then it makes sure that no member is told twice.',
  },
]

/** Cancels what the member would still have opened, and tells those who follow the plan: of a series at once. */
const cancelComing = async (work: Work, memberId: number): Promise<void> => {
  const { tx, now } = work
  const rows = await tx
    .updateTable('openings')
    .set({ cancelled_at: now })
    .where('member_id', '=', memberId)
    .where('ends_at', '>', now)
    .where('cancelled_at', 'is', null)
    .returning(['id', 'series', 'starts_at as startsAt', 'ends_at as endsAt'])
    .execute()
  const bySeries = Map.groupBy(
    rows.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime()),
    ({ id, series }) => series ?? id,
  )
  for (const openings of bySeries.values()) {
    const [first] = openings
    if (!first) continue
    const { id: openingId, startsAt, endsAt } = first
    await tellFollowers(work, { kind: 'cancelled', openingId, startsAt, endsAt, count: openings.length })
  }
}

export const openingPersonalData: PersonalData = {
  tables: {
    openings: {
      exported: 'openings',
      kept: ['openings'],
      closing: {
        kept: 'When the space was open, without a name; openings to come are cancelled, and notes are deleted.',
      },
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
    opening_news_recipients: {
      exported: { not: 'The emails themselves are in the archive.' },
      kept: ['openingNews'],
      closing: 'deleted',
    },
  },
  lists: [openingList, keyHolderList, followingList],
  erase: async (work, memberId) => {
    const { tx } = work
    await cancelComing(work, memberId)
    await tx.updateTable('openings').set({ note: '' }).where('member_id', '=', memberId).execute()
    await tx.deleteFrom('key_holders').where('member_id', '=', memberId).execute()
    await tx.deleteFrom('opening_followers').where('member_id', '=', memberId).execute()
    await tx.deleteFrom('opening_news_recipients').where('member_id', '=', memberId).execute()
    return { tell: openingNotices }
  },
}
