import type { BankChoice, BankLine } from '@spacekeeper/contract/bank/shapes.ts'
import { type BankLineGroup, bankPage } from '@spacekeeper/contract/bank/words.ts'
import { currencies } from '@spacekeeper/contract/currencies.ts'
import { hasWords } from '@spacekeeper/contract/fold-text.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { columns } from '#platform/db/columns.ts'
import { likePattern } from '#platform/db/like-pattern.ts'
import { addDays, type Day } from '#platform/local-day.ts'
import { fullNameOf } from '#platform/shown-name.ts'
import { billingToday } from '../billing/billing-work.ts'
import { returnWords } from './debit-ends.ts'
import { shownAccount } from './details.ts'
import { type LineMatch, matchIndex, type MatchIndex, matchLine } from './matching.ts'
import { loadPayers, payerKeysOf } from './payers.ts'
import { findOwnAccounts, type OwnAccounts, payerAccountOf } from './space-accounts.ts'

/** More than these wait only when nothing was confirmed for a long time; the oldest come first. */
const mostWaiting = 5000

const lineColumns = [
  'l.id',
  'l.account',
  'l.booked_on as bookedOn',
  'l.amount_cents as amountCents',
  'l.currency',
  'l.text',
  'l.payer_name as payerName',
  'l.payer_account as payerAccount',
  'l.end_to_end as endToEnd',
  'l.return_reason as returnReason',
  'l.fee_cents as feeCents',
  'l.state',
] as const

/** With the line of an earlier file that each may be in other words, unless that was set aside. */
const listWaiting = (ctx: Ctx) =>
  ctx.db
    .selectFrom('bank_lines as l')
    .leftJoin('bank_lines as t', (on) => on.onRef('t.id', '=', 'l.twin_id').on('t.state', '<>', 'setAside'))
    .leftJoin('bank_imports as f', 'f.id', 't.import_id')
    .select([...lineColumns, 'l.undone_at as undoneAt'])
    .select(['f.file_name as twinFile', 't.payer_name as twinName', 't.text as twinText'])
    .where('l.state', '=', 'waiting')
    .orderBy('l.booked_on')
    .orderBy('l.id')
    .limit(mostWaiting + 1)
    .execute()

type LineRow = Awaited<ReturnType<typeof listWaiting>>[number]

/** A debit that its holder never agreed to can come back for 13 months. */
const returnableDays = 420

const listReturnable = (ctx: Ctx, today: Day) =>
  ctx.db
    .selectFrom('debits as d')
    .innerJoin('debit_runs as r', 'r.id', 'd.run_id')
    .select(['d.id', 'd.reference', 'd.amount_cents as amountCents'])
    .where('d.state', 'in', ['announced', 'sent', 'settled', 'returned'])
    .where('r.collect_on', '>', addDays(today, -returnableDays))
    .where(sql<boolean>`coalesce((select sum(amount_cents) = 0 from debit_clearings where debit_id = d.id), true)`)
    .execute()

/** A collection that was booked by hand is still to be found on a statement. */
const settledDays = 60

const listOpenRuns = (ctx: Ctx, today: Day) =>
  ctx.db
    .selectFrom('debit_runs as r')
    .innerJoin('debits as d', 'd.run_id', 'r.id')
    .select(['r.id', 'r.reference', sql<number>`sum(d.amount_cents)::int`.as('totalCents')])
    .where('r.cancelled_at', 'is', null)
    .where((is) =>
      is.or([
        is('d.state', 'in', ['announced', 'sent']),
        is.and([is('d.state', '=', 'settled'), is('r.collect_on', '>', addDays(today, -settledDays))]),
      ]),
    )
    .where(sql<boolean>`coalesce((select sum(amount_cents) = 0 from debit_clearings where run_id = r.id), true)`)
    .groupBy('r.id')
    .execute()

/** Everything that lines are matched against, as it is now. */
export const loadMatchIndex = async (ctx: Ctx): Promise<MatchIndex> => {
  const currency = currencies[await ctx.settings.get('SITE_LOCALE_CURRENCY')]
  const today = await billingToday(ctx)
  const [members, charges, { payers, undos }, runs, debits] = await Promise.all([
    ctx.db.selectFrom('members').select(columns('id, first_name, last_name')).where('closed_at', 'is', null).execute(),
    ctx.db
      .selectFrom('charges')
      .select(['id', 'member_id as memberId', 'description'])
      .select(sql<number>`amount_cents - paid_cents`.as('openCents'))
      .where('state', '=', 'open')
      .where('currency', '=', currency)
      .where(sql<boolean>`amount_cents > paid_cents`)
      .orderBy('due_on')
      .orderBy('id')
      .execute(),
    loadPayers(ctx),
    listOpenRuns(ctx, today),
    listReturnable(ctx, today),
  ])
  return matchIndex({ currency, members, charges, payers, undos, runs, debits })
}

type MatchedRow = { row: LineRow; match: LineMatch }

type MatchBase = { index: MatchIndex; own: OwnAccounts }

const matchRow = (ctx: Ctx, row: LineRow, { index, own }: MatchBase): MatchedRow => ({
  row,
  match: matchLine(index, {
    ...row,
    hasTwin: row.twinFile !== null,
    wasUndone: row.undoneAt !== null,
    keys: payerKeysOf(ctx, own, { payer_account: row.payerAccount, payer_name: row.payerName }),
  }),
})

/** The members and collections that choices name. */
const namesOf = async (ctx: Ctx, matches: readonly MatchedRow[]) => {
  const targets = matches.flatMap(({ match }) => match.choices.map(({ target }) => target))
  const memberIds = targets.flatMap((target) => ('memberId' in target ? [target.memberId] : []))
  const debitIds = targets.flatMap((target) => ('debitId' in target ? [target.debitId] : []))
  const runIds = targets.flatMap((target) => ('runId' in target ? [target.runId] : []))
  const [members, debits, runs] = await Promise.all([
    memberIds.length === 0
      ? []
      : ctx.db
          .selectFrom('members')
          .select(['id', fullNameOf('members').as('name')])
          .where('id', 'in', memberIds)
          .execute(),
    debitIds.length === 0
      ? []
      : ctx.db
          .selectFrom('debits as d')
          .innerJoin('members as m', 'm.id', 'd.member_id')
          .select(['d.id', fullNameOf('m').as('name')])
          .where('d.id', 'in', debitIds)
          .execute(),
    runIds.length === 0
      ? []
      : ctx.db.selectFrom('debit_runs').select(['id', 'reference as name']).where('id', 'in', runIds).execute(),
  ])
  const named = (kind: string, rows: readonly { id: number; name: string | null }[]) =>
    rows.map(({ id, name }): [string, string] => [`${kind} ${id}`, name ?? ''])
  return new Map([...named('memberId', members), ...named('debitId', debits), ...named('runId', runs)])
}

const keyOf = (target: BankChoice['target']) =>
  'memberId' in target
    ? `memberId ${target.memberId}`
    : 'runId' in target
      ? `runId ${target.runId}`
      : `debitId ${target.debitId}`

type LineNames = { names: ReadonlyMap<string, string>; own: OwnAccounts }

const asLine = ({ row, match }: MatchedRow, { names, own }: LineNames): BankLine => {
  const { undoneAt: _undoneAt, twinFile, twinName, twinText, ...facts } = row
  const twin = twinFile === null ? null : { fileName: twinFile, payerName: twinName ?? '', text: twinText ?? '' }
  return {
    ...facts,
    payerAccount: shownAccount(payerAccountOf(own, row.payerAccount)),
    returnReason: returnWords(row.returnReason),
    hasTwin: twin !== null,
    twin,
    sureness: match.sureness,
    choices: match.choices.map(({ target, reasons, pays, leftCents, feeCents = 0 }) => ({
      target,
      reasons,
      leftCents,
      feeCents,
      name: names.get(keyOf(target)) ?? '',
      pays: pays.map(({ charge, paysCents }) => ({
        chargeId: charge.id,
        description: charge.description,
        paysCents,
        openCents: charge.openCents,
      })),
    })),
    decision: null,
  }
}

/** What a person can take back. A debit that was sent back stays so. */
const undoable = new Set<string | null>(['dues', 'topUp', 'donation', 'split', 'debitSettled'])

/** Who got how much of a line that was split. */
const partsOf = sql<{ memberId: number; memberName: string; amountCents: number }[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('memberId', p.member_id, 'memberName', ${fullNameOf('n')},
    'amountCents', p.amount_cents) order by p.id), '[]')
  from bank_line_parts p join members n on n.id = p.member_id where p.line_id = l.id)`

const listDone = async (ctx: Ctx, { skip, text, own }: { skip: number; text: string; own: OwnAccounts }) => {
  const like = likePattern(text)
  const rows = await ctx.db
    .selectFrom('bank_lines as l')
    .leftJoin('members as m', 'm.id', 'l.member_id')
    .leftJoin('members as s', 's.id', 'l.decided_by')
    .select([...lineColumns, 'l.kind', 'l.member_id as memberId', 'l.reason', 'l.decided_at as decidedAt'])
    .select(partsOf.as('parts'))
    .select([
      fullNameOf<string | null>('m').as('memberName'),
      fullNameOf<string | null>('s').as('by'),
      sql<number>`count(*) over ()::int`.as('total'),
    ])
    .where('l.state', '<>', 'waiting')
    .$if(text !== '', (query) =>
      query.where((where) =>
        where.or([
          where('l.text', 'ilike', like),
          where('l.payer_name', 'ilike', like),
          where(fullNameOf('m'), 'ilike', like),
        ]),
      ),
    )
    .orderBy('l.decided_at', (order) => order.desc().nullsLast())
    .orderBy('l.booked_on', 'desc')
    .orderBy('l.id', 'desc')
    .limit(bankPage)
    .offset(skip)
    .execute()
  const lines = rows.map(({ kind, memberId, memberName, parts, reason, by, decidedAt, total: _total, ...facts }) => ({
    ...facts,
    payerAccount: shownAccount(payerAccountOf(own, facts.payerAccount)),
    returnReason: returnWords(facts.returnReason),
    sureness: 'unknown' as const,
    choices: [],
    hasTwin: false,
    twin: null,
    decision: {
      kind,
      memberId,
      memberName,
      parts,
      reason,
      by,
      at: decidedAt?.toISOString() ?? null,
      canUndo: facts.state === 'setAside' || undoable.has(kind),
    },
  }))
  return { lines, total: rows[0]?.total ?? 0 }
}

/** A list of the screen: what waits, by how sure the portal is of it, or what is done with. */
export const listBankLines = async (ctx: Ctx, input: { group: BankLineGroup; skip: number; text: string }) => {
  const { group, skip, text } = input
  const [waiting, own] = await Promise.all([listWaiting(ctx), findOwnAccounts(ctx)])
  const index = waiting.length > 0 ? await loadMatchIndex(ctx) : null
  const matched = index === null ? [] : waiting.slice(0, mostWaiting).map((row) => matchRow(ctx, row, { index, own }))
  const count = (sureness: LineMatch['sureness']) => matched.filter(({ match }) => match.sureness === sureness).length
  const counts = { certain: count('certain'), proposal: count('proposal'), unknown: count('unknown') }
  const isPartial = waiting.length > mostWaiting
  if (group === 'done') return { ...(await listDone(ctx, { skip, text, own })), counts, isPartial }
  const found = matched.filter(
    ({ row, match }) => match.sureness === group && (text === '' || hasWords(`${row.payerName} ${row.text}`, text)),
  )
  const page = found.slice(skip, skip + bankPage)
  const names = await namesOf(ctx, page)
  return { lines: page.map((each) => asLine(each, { names, own })), total: found.length, counts, isPartial }
}
