import { currencies } from '@spacekeeper/contract/currencies.ts'
import type { BalanceRefund } from '@spacekeeper/contract/leaving/shapes.ts'
import type { File } from '@spacekeeper/contract/route.ts'
import { sql } from 'kysely'
import { type CsvColumn, writeCsv } from '#platform/csv/write-csv.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { decrypt } from '#platform/secrets/encryption.ts'
import { fullNameOf } from '#platform/shown-name.ts'

/** Most that wait, and most that were decided. */
const [mostAsked, mostDecided] = [500, 50]

const refunds = (ctx: Ctx) =>
  ctx.db
    .selectFrom('balance_refunds as r')
    .innerJoin('members as m', 'm.id', 'r.member_id')
    .leftJoin('balances as b', 'b.member_id', 'r.member_id')
    .selectAll('r')
    .select(fullNameOf('m').as('memberName'))
    .select(['b.balance_cents', 'm.closed_at'])
    .select(
      sql<number>`(select coalesce(sum(p.amount_cents - coalesce((select sum(a.amount_cents) from payment_allocations a
          where a.payment_id = p.id), 0)), 0)::int from payments p
        where r.source = 'credit' and p.member_id = r.member_id and p.currency = r.currency)`.as('credit_cents'),
    )

type RefundRow = Awaited<ReturnType<ReturnType<typeof refunds>['execute']>>[number]

/** The number as it was entered while it waits; afterwards its end is enough. */
const accountOf = (ctx: Ctx, { state, sealed_account: sealed, account_end: end }: RefundRow): string => {
  if (state === 'asked' && sealed !== null) return decrypt(ctx.secretKey, sealed)
  return end === '' ? '' : `•••• ${end}`
}

const asRefund = (ctx: Ctx, row: RefundRow, siteCurrency: string): BalanceRefund => ({
  id: row.id,
  member: { id: row.member_id, name: row.closed_at === null ? row.memberName : `Former member ${row.member_id}` },
  amountCents: row.amount_cents,
  source: row.source,
  currency: row.currency ?? siteCurrency,
  balanceCents: row.source === 'credit' ? row.credit_cents : (row.balance_cents ?? 0),
  accountName: row.account_name,
  accountNumber: accountOf(ctx, row),
  state: row.state,
  askedAt: row.asked_at.toISOString(),
  decidedAt: row.decided_at?.toISOString() ?? null,
  reason: row.reason,
})

const listAsked = (ctx: Ctx) => refunds(ctx).where('r.state', '=', 'asked').orderBy('r.id').limit(mostAsked).execute()

const findSiteCurrency = async (ctx: Ctx): Promise<string> => currencies[await ctx.settings.get('SITE_LOCALE_CURRENCY')]

export const listRefunds = async (ctx: Ctx): Promise<{ refunds: BalanceRefund[] }> => {
  const [siteCurrency, asked, decided] = await Promise.all([
    findSiteCurrency(ctx),
    listAsked(ctx),
    refunds(ctx)
      .where('r.state', '<>', 'asked')
      .orderBy('r.decided_at', 'desc')
      .orderBy('r.id', 'desc')
      .limit(mostDecided)
      .execute(),
  ])
  return { refunds: [...asked, ...decided].map((row) => asRefund(ctx, row, siteCurrency)) }
}

const columns: CsvColumn<BalanceRefund>[] = [
  { header: 'Number', value: ({ id }) => id },
  { header: 'Member', value: ({ member }) => member.name },
  { header: 'Account holder', value: ({ accountName }) => accountName },
  { header: 'Account', value: ({ accountNumber }) => accountNumber },
  { header: 'Amount', value: ({ amountCents }) => (amountCents / 100).toFixed(2) },
  { header: 'Currency', value: ({ currency }) => currency },
  { header: 'Reference', value: ({ id, source }) => `${source === 'credit' ? 'Refund' : 'Balance'} ${id}` },
]

/** The transfers that wait, for the bank. */
export const writeRefunds = async (ctx: Ctx): Promise<File> => {
  const siteCurrency = await findSiteCurrency(ctx)
  const rows = (await listAsked(ctx)).map((row) => asRefund(ctx, row, siteCurrency))
  const file = await writeCsv({ name: 'balances-to-pay-back.csv', columns, rows })
  return change(ctx, 'leaving.refundsExported', () => Promise.resolve({ result: file, data: { count: rows.length } }))
}
