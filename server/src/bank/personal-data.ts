import { sql } from 'kysely'
import type { Work } from '#platform/db/change.ts'
import { columns } from '#platform/db/columns.ts'
import { ownQuery, ownRows, type PersonalData } from '#platform/personal-data.ts'
import type { Retention, RetentionBatch } from '#platform/retention/retention.ts'
import { endMandateOf } from './mandates.ts'

const noNames = { text: '', payer_name: '', payer_account: '' }

const eraseLines = async ({ tx }: Work, { before, most }: RetentionBatch): Promise<number> => {
  const { numUpdatedRows } = await tx
    .updateTable('bank_lines')
    .set(noNames)
    .where('id', 'in', (is) =>
      is
        .selectFrom('bank_lines')
        .select('id')
        .where('booked_on', '<', sql<string>`${before}::date`)
        .where('state', '<>', 'waiting')
        .where((where) =>
          where.or([where('text', '<>', ''), where('payer_name', '<>', ''), where('payer_account', '<>', '')]),
        )
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

const eraseMandates = async ({ tx }: Work, { before, most }: RetentionBatch): Promise<number> => {
  const { numUpdatedRows } = await tx
    .updateTable('bank_mandates')
    .set({ sealed_account: null, account_end: '', holder: '' })
    .where('id', 'in', (is) =>
      is
        .selectFrom('bank_mandates')
        .select('id')
        .where('revoked_at', '<', before)
        .where('sealed_account', 'is not', null)
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export const bankRetentions: Retention[] = [
  {
    name: 'bankLines',
    title: 'Names and texts on bank statements',
    table: 'bank_lines',
    setting: 'KEEP_BANK_LINES_DAYS',
    remove: eraseLines,
  },
  {
    name: 'mandates',
    title: 'Account numbers of mandates that have ended',
    table: 'bank_mandates',
    days: 430,
    reason: 'A bank can ask for the mandate up to 13 months after a direct debit.',
    remove: eraseMandates,
  },
]

const eraseMember = async (work: Work, memberId: number): Promise<void> => {
  await work.tx
    .updateTable('bank_lines')
    .set(noNames)
    .where((where) =>
      where.or([
        where('member_id', '=', memberId),
        where('id', 'in', (is) => is.selectFrom('bank_line_parts').select('line_id').where('member_id', '=', memberId)),
      ]),
    )
    .execute()
  await work.tx.deleteFrom('bank_payers').where('member_id', '=', memberId).execute()
  await work.tx.deleteFrom('bank_undos').where('member_id', '=', memberId).execute()
  await work.tx.updateTable('debits').set({ return_reason: null }).where('member_id', '=', memberId).execute()
  await endMandateOf(work, { memberId, reason: '' })
  await work.tx.updateTable('bank_mandates').set({ revoked_reason: '' }).where('member_id', '=', memberId).execute()
}

const books = { title: 'Collections by direct debit', reason: 'For ever: the books refer to them.' }

export const bankPersonalData: PersonalData = {
  tables: {
    bank_lines: { exported: 'bankTransfers', kept: ['bankLines'], closing: 'emptied' },
    bank_line_parts: {
      exported: 'bankTransferParts',
      kept: { title: 'Parts of bank transfers for several members', reason: 'For ever: the books refer to them.' },
      closing: { kept: 'Books must add up; without a name.' },
    },
    bank_imports: {
      exported: { not: 'Which files staff imported.' },
      kept: { title: 'Imported bank statements', reason: 'For ever: the books refer to them.' },
      closing: { kept: 'Who imported a file, without a name.' },
    },
    bank_payers: {
      exported: { not: 'Codes that stand for accounts which are in the transfers.' },
      kept: {
        title: 'Which account paid before',
        reason: 'Until the account is closed: the next transfer is recognised by it.',
      },
      closing: 'deleted',
    },
    bank_undos: {
      exported: { not: 'Codes that stand for accounts or names which are in the transfers.' },
      kept: {
        title: 'Whose payment was taken back',
        reason: 'Until the account is closed: a payment of the same payer is not taken for certain again.',
      },
      closing: 'deleted',
    },
    bank_mandates: {
      exported: 'mandates',
      kept: ['mandates'],
      closing: { kept: 'A bank can ask for the mandate up to 13 months after a direct debit; then its names go.' },
    },
    debit_runs: {
      exported: { not: 'What staff collected from all.' },
      kept: books,
      closing: { kept: 'Books must add up.' },
    },
    debits: { exported: 'directDebits', kept: books, closing: { kept: 'Books must add up; without a name.' } },
  },
  lists: [
    ownRows(
      'bankTransfers',
      'bank_lines',
      columns('id, booked_on, amount_cents, currency, text, kind, payer_name, payer_account'),
      ['id', 'bookedOn', 'amountCents', 'currency', 'text', 'payerName', 'payerAccount', 'kind'],
    ),
    ownQuery('bankTransferParts', (db, memberId) =>
      db
        .selectFrom('bank_line_parts as p')
        .innerJoin('bank_lines as l', 'l.id', 'p.line_id')
        .select(columns('p.id, l.booked_on, p.amount_cents, l.currency, p.kind'))
        .where('p.member_id', '=', memberId),
    ),
    ownRows(
      'mandates',
      'bank_mandates',
      columns('id, scheme, reference, holder, account_end, text, signed_at, revoked_at, revoked_reason'),
    ),
    ownQuery('directDebits', (db, memberId) =>
      db
        .selectFrom('debits as d')
        .innerJoin('debit_runs as r', 'r.id', 'd.run_id')
        .select(columns('d.id, r.collect_on, d.amount_cents, d.reference, d.state, d.return_reason'))
        .where('d.member_id', '=', memberId),
    ),
  ],
  erase: eraseMember,
}
