import { sql } from 'kysely'
import type { Work } from '#platform/db/change.ts'
import { columns } from '#platform/db/columns.ts'
import { ownQuery, ownRows, type PersonalData } from '#platform/personal-data.ts'
import type { Retention, RetentionBatch } from '#platform/retention/retention.ts'

const noAccount = { sealed_account: null, account_end: '', account_name: '' }

const eraseAccounts = async ({ tx }: Work, { before, most }: RetentionBatch): Promise<number> => {
  const { numUpdatedRows } = await tx
    .updateTable('balance_refunds')
    .set(noAccount)
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

const neverDecided = 'It was not decided within three years. Ask again.'

/** A refund that was never decided ends, so that the account does not stay for ever. */
const endUndecided = async ({ tx, now }: Work, { before, most }: RetentionBatch): Promise<number> => {
  const { numUpdatedRows } = await tx
    .updateTable('balance_refunds')
    .set({ state: 'withdrawn', decided_at: now, reason: neverDecided, ...noAccount })
    .where('id', 'in', (is) =>
      is
        .selectFrom('balance_refunds')
        .select('id')
        .where('state', '=', 'asked')
        .where('asked_at', '<', before)
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
  {
    name: 'undecidedRefunds',
    title: 'Requests for a balance that were never decided',
    table: 'balance_refunds',
    days: 1095,
    reason: 'Until then staff can still pay it back. Then the request ends, and its bank account is forgotten.',
    remove: endUndecided,
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
      closing: {
        kept: 'The bank account, until what was asked for is decided, and 90 days more; without a decision three years.',
      },
    },
  },
  lists: [
    ownQuery('leaving', (db, memberId) =>
      db
        .selectFrom('leavings as l')
        .select(
          columns(
            'l.id, l.reason, l.ended_on, l.started_at, l.state, l.returned_at',
            sql<string>`(select string_agg(s.name || ' ' || s.due_on || ': ' || s.state, '; ' order by s.position)
            from leaving_steps s where s.leaving_id = l.id)`.as('steps'),
          ),
        )
        .where('l.member_id', '=', memberId),
    ),
    ownRows(
      'balanceRefunds',
      'balance_refunds',
      columns('id, source, amount_cents, currency, account_name, account_end, state, asked_at, decided_at, reason'),
    ),
  ],
  // The words that staff wrote when they declined it.
  erase: async ({ tx }, memberId) => {
    await tx.updateTable('balance_refunds').set({ reason: '' }).where('member_id', '=', memberId).execute()
  },
}
