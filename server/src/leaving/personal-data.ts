import { sql } from 'kysely'
import type { Tx } from '#platform/db/change.ts'
import { paged, type PersonalData, type PersonalList } from '#platform/personal-data.ts'
import type { Retention, RetentionBatch } from '#platform/retention/retention.ts'

const leavingList: PersonalList = {
  name: 'leaving',
  columns: ['id', 'reason', 'endedOn', 'startedAt', 'state', 'returnedAt', 'steps'],
  read: (ctx, memberId) =>
    paged((after, limit) =>
      ctx.db
        .selectFrom('leavings as l')
        .select(['l.id', 'l.reason', 'l.ended_on as endedOn', 'l.started_at as startedAt', 'l.state'])
        .select('l.returned_at as returnedAt')
        .select(
          sql<string>`(select string_agg(s.name || ' ' || s.due_on || ': ' || s.state, '; ' order by s.position)
            from leaving_steps s where s.leaving_id = l.id)`.as('steps'),
        )
        .where('l.member_id', '=', memberId)
        .where('l.id', '>', after)
        .orderBy('l.id')
        .limit(limit)
        .execute(),
    )(),
}

const refundList: PersonalList = {
  name: 'balanceRefunds',
  columns: ['id', 'amountCents', 'accountName', 'accountEnd', 'state', 'askedAt', 'decidedAt', 'reason'],
  read: (ctx, memberId) =>
    paged((after, limit) =>
      ctx.db
        .selectFrom('balance_refunds')
        .select(['id', 'amount_cents as amountCents', 'account_name as accountName', 'account_end as accountEnd'])
        .select(['state', 'asked_at as askedAt', 'decided_at as decidedAt', 'reason'])
        .where('member_id', '=', memberId)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),
    )(),
}

const eraseAccounts = async (tx: Tx, { before, most }: RetentionBatch): Promise<number> => {
  const { numUpdatedRows } = await tx
    .updateTable('balance_refunds')
    .set({ sealed_account: null, account_end: '', account_name: '' })
    .where('id', 'in', (is) =>
      is
        .selectFrom('balance_refunds')
        .select('id')
        .where('decided_at', '<', before)
        .where('sealed_account', 'is not', null)
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export const leavingRetentions: Retention[] = [
  {
    name: 'leavings',
    title: 'Checklists of members who left',
    table: 'leavings',
    column: 'started_at',
    where: sql`(returned_at is not null or state = 'done')`,
    days: 1095,
    reason: 'Until then a former member can ask what was done with their card, things and money.',
  },
  {
    name: 'refundAccounts',
    title: 'Bank accounts to which balances were paid back',
    table: 'balance_refunds',
    days: 90,
    reason: 'A transfer that comes back can be looked into until then.',
    remove: eraseAccounts,
  },
]

export const leavingPersonalData: PersonalData = {
  tables: {
    leavings: {
      exported: 'leaving',
      kept: ['leavings'],
      closing: { kept: 'The days and what was done, without a name, until what is left to do is done.' },
    },
    leaving_steps: {
      exported: 'leaving',
      kept: ['leavings'],
      closing: { kept: 'With the checklist it belongs to.' },
    },
    balance_refunds: {
      exported: 'balanceRefunds',
      kept: { title: 'Balances that were paid back', reason: 'For ever: the books refer to them.' },
      closing: { kept: 'The bank account, until what was asked for is paid, and 90 days more.' },
    },
  },
  lists: [leavingList, refundList],
}
