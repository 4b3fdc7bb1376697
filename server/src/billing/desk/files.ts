import type { DeskCharge, BookedPayment } from '@spacekeeper/contract/billing/desk-shapes.ts'
import { chargeStateWords, collectorWords, paymentMethodWords } from '@spacekeeper/contract/billing/words.ts'
import type { File } from '@spacekeeper/contract/route.ts'
import { type CsvColumn, writeCsv } from '#platform/csv/write-csv.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { billingToday } from '../billing-work.ts'
import { type ChargeFilter, listCharges, listPayments, type PaymentFilter } from './lists.ts'

const mostInFile = 50_000

const all = { offset: 0, limit: mostInFile + 1 }

/** Cents as spreadsheets count: 65.00. */
const inUnits = (cents: number): string => (cents / 100).toFixed(2)

const chargeColumns: CsvColumn<DeskCharge>[] = [
  { header: 'Number', value: ({ id }) => id },
  { header: 'Member', value: ({ memberName }) => memberName },
  { header: 'Member number', value: ({ memberId }) => memberId },
  { header: 'For', value: ({ description }) => description },
  { header: 'Plan', value: ({ plan }) => plan },
  { header: 'Paid by', value: ({ collector }) => collector && collectorWords[collector] },
  { header: 'Due on', value: ({ dueOn }) => dueOn },
  { header: 'Amount', value: ({ amountCents }) => inUnits(amountCents) },
  { header: 'Paid', value: ({ paidCents }) => inUnits(paidCents) },
  {
    header: 'Open',
    value: ({ amountCents, paidCents, state }) =>
      state === 'open' || state === 'processing' ? inUnits(amountCents - paidCents) : '0.00',
  },
  { header: 'Currency', value: ({ currency }) => currency },
  { header: 'State', value: ({ state }) => chargeStateWords[state] },
  { header: 'Access until', value: ({ accessUntil }) => accessUntil },
  { header: 'Reason', value: ({ reason }) => reason },
]

const paymentColumns: CsvColumn<BookedPayment>[] = [
  { header: 'Number', value: ({ id }) => id },
  { header: 'Paid on', value: ({ paidOn }) => paidOn },
  { header: 'Member', value: ({ memberName }) => memberName },
  { header: 'Member number', value: ({ memberId }) => memberId },
  { header: 'Amount', value: ({ amountCents }) => inUnits(amountCents) },
  { header: 'Currency', value: ({ currency }) => currency },
  { header: 'How', value: ({ method }) => paymentMethodWords[method] },
  { header: 'Reference', value: ({ reference }) => reference },
  { header: 'Note', value: ({ note }) => note },
  { header: 'For', value: ({ covers }) => covers.map(({ description }) => description).join(', ') },
  { header: 'Takes back number', value: ({ reverses }) => reverses },
  { header: 'Booked at', value: ({ at }) => at },
  { header: 'Booked by', value: ({ by }) => by },
]

type DeskExport<Row> = {
  name: string
  columns: CsvColumn<Row>[]
  rows: readonly Row[]
  filter: Record<string, unknown>
}

/** The audit keeps who took which list away, and how long it was. */
const exportRows = async <Row>(ctx: Ctx, { name, columns, rows, filter }: DeskExport<Row>): Promise<File> => {
  const result = await writeCsv({ name: `${name}-${await billingToday(ctx)}.csv`, columns, rows, most: mostInFile })
  return change(ctx, 'billing.exported', async () => ({
    result,
    data: { list: name, count: Math.min(rows.length, mostInFile), ...filter },
  }))
}

export const exportCharges = async (ctx: Ctx, filter: ChargeFilter): Promise<File> =>
  exportRows(ctx, {
    name: `charges-${filter.list}`,
    columns: chargeColumns,
    rows: await listCharges(ctx, { ...filter, ...all }),
    filter,
  })

export const exportPayments = async (ctx: Ctx, filter: PaymentFilter): Promise<File> =>
  exportRows(ctx, {
    name: 'payments',
    columns: paymentColumns,
    rows: await listPayments(ctx, { ...filter, ...all }),
    filter,
  })
