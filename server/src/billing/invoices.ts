import type { MyInvoice } from '@spacekeeper/contract/billing/shapes.ts'
import { type Collector, invoicePage } from '@spacekeeper/contract/billing/words.ts'
import type { Settings } from '@spacekeeper/contract/index.ts'
import type { File } from '@spacekeeper/contract/route.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import type { Work } from '#platform/db/change.ts'
import { readRows } from '#platform/db/read-rows.ts'
import { AppError } from '#platform/http/app-error.ts'
import { addJobs } from '#platform/jobs/add-job.ts'
import { type Day, readRange } from '#platform/local-day.ts'
import type { MailFile } from '#platform/mail/mailer.ts'
import { makePdf } from '#platform/pdf/pdf-files.ts'
import { fullNameOf } from '#platform/shown-name.ts'
import { InvoiceContent, invoiceContent, invoiceDocument, type InvoicedCharge } from './invoice-content.ts'
import { mailInvoiceJob } from './mails.ts'

/** A transaction on charges, as far as invoices and credit notes follow from it. */
export type InvoicedWork = Work & {
  settings: Settings
  /** Today where the space is. */
  today: Day
  /** Charges that are new, and those that were cancelled. */
  issued: number[]
  voided: number[]
  /** What of charges was given back, which makes them smaller. */
  refunded: ChargePart[]
  /** The part of it that was not given back after all. */
  restored: ChargePart[]
}

type ChargePart = { chargeId: number; cents: number; reason: string }

type InvoiceCharge = {
  id: number
  memberId: number
  memberName: string
  description: string
  period: string | null
  amountCents: number
  discountCents: number
  currency: string
  dueOn: string
  isPaid: boolean
  collector: Collector | null
  reason: string | null
  /** The purpose of a credit note, where money was given back, or of an invoice, where it was not after all. */
  refundedFor?: string
  /** The credit note that such an invoice takes back. */
  noteNumber?: number
  /** The invoice that has this charge on it, or the one it was split from. */
  invoiceId: number | null
  invoiceNumber: number | null
}

/** What was issued of a charge is the sum of its entries but for those that cancelled it, and without what was given back. */
const listCharges = async ({ tx }: InvoicedWork, ids: readonly number[]): Promise<InvoiceCharge[]> =>
  (
    await sql<InvoiceCharge>`with recursive origin(id, root) as (
        select c.id, c.id from charges c where c.id = any(${ids}::int[])
        union all
        select o.id, c.split_from_id from origin o join charges c on c.id = o.root where c.split_from_id is not null
      ), invoiced(id, invoice_id) as (
        select o.id, min(v.id) from origin o join invoice_lines l on l.charge_id = o.root
          join invoices v on v.id = l.invoice_id and v.kind = 'invoice' group by o.id
      )
      select c.id, c.member_id as "memberId",
        case when m.closed_at is null then ${fullNameOf('m')} else '' end as "memberName",
        c.description, c.period::text as period, e.cents as "amountCents", c.discount_cents as "discountCents",
        c.currency, c.due_on as "dueOn", c.state = 'paid' as "isPaid", s.collector, c.reason,
        i.id as "invoiceId", i.number as "invoiceNumber"
      from charges c
      join members m on m.id = c.member_id
      left join subscriptions s on s.id = c.subscription_id
      left join lateral (select coalesce(sum(amount_cents), 0)::int as cents from charge_entries
        where charge_id = c.id and kind in ('issued', 'split', 'refunded')) e on true
      left join invoiced n on n.id = c.id
      left join invoices i on i.id = n.invoice_id
      where c.id = any(${ids}::int[]) order by c.id`.execute(tx)
  ).rows

/** The newest credit note of so much of a charge that was not taken back itself. */
const findCreditNote = async ({ tx }: InvoicedWork, { chargeId, cents }: ChargePart) => {
  const { rows } = await sql<{ id: number; number: number }>`select v.id, v.number from invoice_lines l
    join invoices v on v.id = l.invoice_id and v.kind = 'creditNote'
    where l.charge_id = ${chargeId} and l.amount_cents = ${-cents}
      and not exists (select from invoices i where i.corrects_id = v.id)
    order by v.id desc limit 1`.execute(tx)
  return rows[0]
}

/** A credit note of money that was not given back after all is taken back by an invoice: what was owed is owed again. */
const restoredRows = async (work: InvoicedWork, rows: readonly InvoiceCharge[]): Promise<InvoiceCharge[]> => {
  const restored: InvoiceCharge[] = []
  for (const part of work.restored) {
    const row = rows.find(({ id }) => id === part.chargeId)
    const note = await findCreditNote(work, part)
    if (!row || !note) continue
    const facts = { amountCents: part.cents, discountCents: 0, refundedFor: part.reason }
    restored.push({ ...row, ...facts, invoiceId: note.id, noteNumber: note.number })
  }
  return restored
}

type NewInvoice = { kind: 'invoice' | 'creditNote'; rows: InvoiceCharge[]; corrects: InvoiceCharge['invoiceId'] }

const grouped = (rows: readonly InvoiceCharge[], keyOf: (row: InvoiceCharge) => string): InvoiceCharge[][] => {
  const groups = new Map<string, InvoiceCharge[]>()
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row])
  return [...groups.values()]
}

const asCharge = (row: InvoiceCharge): InvoicedCharge => ({
  ...row,
  period: row.period === null ? null : readRange(row.period),
})

/**
 * The next number. Transactions that issue wait for each other, because a number is taken for good only by a commit; so
 * it is asked for last, after everything else is locked.
 */
const takeNumber = async ({ tx }: InvoicedWork): Promise<number> => {
  await sql`select pg_advisory_xact_lock(hashtext('invoice numbers'))`.execute(tx)
  const { rows } = await sql<{ number: number }>`select coalesce(max(number), 0) + 1 as number from invoices`.execute(
    tx,
  )
  return rows[0]?.number ?? 1
}

const insertInvoices = async (
  work: InvoicedWork,
  issues: readonly NewInvoice[],
): Promise<{ id: number; rows: InvoiceCharge[] }[]> => {
  const { tx, now, settings, today } = work
  const first = await takeNumber(work)
  const inserted = await tx
    .insertInto('invoices')
    .values(
      issues.map(({ kind, rows, corrects }, at) => {
        const [row] = rows
        const sign = kind === 'invoice' ? 1 : -1
        const content = invoiceContent(settings, {
          memberId: row?.memberId ?? 0,
          memberName: row?.memberName ?? '',
          charges: rows.map(asCharge),
          collector: row?.collector ?? null,
          corrects: kind === 'creditNote' ? (row?.invoiceNumber ?? null) : (row?.noteNumber ?? null),
          reason: kind === 'creditNote' ? (row?.refundedFor ?? row?.reason ?? '') : (row?.refundedFor ?? ''),
          isRefund: row?.refundedFor !== undefined,
        })
        return {
          number: first + at,
          kind,
          member_id: row?.memberId ?? 0,
          corrects_id: corrects,
          issued_on: today,
          at: now,
          total_cents: rows.reduce((sum, { amountCents }) => sum + sign * amountCents, 0),
          currency: row?.currency ?? '',
          content: JSON.stringify(content),
        }
      }),
    )
    .returning(['id', 'number'])
    .execute()
  const ids = inserted.toSorted((a, b) => a.number - b.number).map(({ id }) => id)
  const lines = issues.flatMap(({ kind, rows }, at) =>
    rows.map((row) => ({
      invoice_id: ids[at] ?? 0,
      charge_id: row.id,
      description: row.description,
      amount_cents: kind === 'invoice' ? row.amountCents : -row.amountCents,
    })),
  )
  await tx.insertInto('invoice_lines').values(lines).execute()
  return issues.map(({ rows }, at) => ({ id: ids[at] ?? 0, rows }))
}

/**
 * Issues an invoice for each member's new charges, and credit notes for what was cancelled of invoices before, at the
 * end of the transaction that did it: numbered without a gap, also when transactions roll back.
 */
export const issueInvoices = async (work: InvoicedWork): Promise<void> => {
  const { issued, voided, refunded, restored } = work
  if (issued.length + voided.length + refunded.length + restored.length === 0) return
  const gone = new Set(voided)
  const rows = await listCharges(work, [
    ...new Set([...issued, ...voided, ...[...refunded, ...restored].map(({ chargeId }) => chargeId)]),
  ])
  // What was charged and cancelled in one go never left the portal.
  const fresh = new Set(issued)
  const charged = rows.filter(({ id, amountCents }) => fresh.has(id) && !gone.has(id) && amountCents > 0)
  const credited = rows.filter(
    ({ id, amountCents, invoiceId }) => gone.has(id) && !fresh.has(id) && amountCents > 0 && invoiceId !== null,
  )
  const givenBack = refunded.flatMap(({ chargeId, cents, reason }) =>
    rows
      .filter(({ id, invoiceId }) => id === chargeId && !fresh.has(id) && invoiceId !== null)
      .map((row) => ({ ...row, amountCents: cents, discountCents: 0, refundedFor: reason })),
  )
  const issues: NewInvoice[] = [
    ...grouped([...credited, ...givenBack], ({ invoiceId, refundedFor }) => `${invoiceId} ${refundedFor}`).map(
      (group) => ({
        kind: 'creditNote' as const,
        rows: group,
        corrects: group[0]?.invoiceId ?? null,
      }),
    ),
    ...grouped(await restoredRows(work, rows), ({ invoiceId }) => String(invoiceId)).map((group) => ({
      kind: 'invoice' as const,
      rows: group,
      corrects: group[0]?.invoiceId ?? null,
    })),
    ...grouped(charged, ({ memberId, currency }) => `${memberId} ${currency}`).map((group) => ({
      kind: 'invoice' as const,
      rows: group,
      corrects: null,
    })),
  ]
  if (issues.length === 0) return
  const inserted = await insertInvoices(work, issues)
  const mailed = inserted.filter(
    ({ rows: [row] }) => row?.memberName !== '' && (work.settings.INVOICE_MAIL_ALL || row?.collector === 'invoice'),
  )
  await addJobs(work, {
    declared: mailInvoiceJob,
    payloads: mailed.map(({ id }) => ({ invoiceId: id })),
    priority: 10,
  })
}

const invoiceRow = (ctx: Ctx) =>
  ctx.db
    .selectFrom('invoices')
    .select(['id', 'number', 'kind', 'member_id', 'issued_on', 'at', 'total_cents', 'currency', 'content'])

type InvoiceRow = NonNullable<Awaited<ReturnType<ReturnType<typeof invoiceRow>['executeTakeFirst']>>>

/** An invoice or a credit note as PDF. */
export const writeInvoice = async (row: InvoiceRow | undefined): Promise<MailFile> => {
  if (!row) throw new AppError('notFound')
  const { number, issued_on: issuedOn, at, total_cents: totalCents, currency } = row
  const kind = row.kind === 'invoice' ? 'invoice' : 'creditNote'
  const content = InvoiceContent.parse(row.content)
  const file = await makePdf(invoiceDocument({ number, kind, issuedOn, at, totalCents, currency, content }))
  return {
    name: `${kind === 'invoice' ? 'invoice' : 'credit-note'}-${number}.pdf`,
    mediaType: 'application/pdf',
    content: file,
  }
}

/** An invoice as PDF, if it is this member's. */
export const downloadMyInvoice = async (
  ctx: Ctx,
  { memberId, invoiceId }: { memberId: number; invoiceId: number },
): Promise<File> =>
  writeInvoice(await invoiceRow(ctx).where('id', '=', invoiceId).where('member_id', '=', memberId).executeTakeFirst())

export const downloadInvoice = async (ctx: Ctx, number: number): Promise<File> =>
  writeInvoice(await invoiceRow(ctx).where('number', '=', number).executeTakeFirst())

/**
 * The days that the charges of an invoice `i` are for today, with the parts that were split off them, if any of these
 * end later than what the invoice says.
 */
const movedDays = sql`(
  with recursive parts(id, root) as (
    select l.charge_id, l.charge_id from invoice_lines l where l.invoice_id = i.id
    union all
    select c.id, parts.root from parts join charges c on c.split_from_id = parts.id
  )
  select jsonb_agg(jsonb_build_object('from', lower(c.period), 'to', upper(c.period)) order by c.period)
    filter (where c.state <> 'void')
  from parts join charges c on c.id = parts.id
  join lateral (select period from charge_entries where charge_id = parts.root order by id limit 1) issued on true
  where c.period is not null having bool_or(c.state <> 'void' and upper(c.period) > upper(issued.period)))`

/** The invoices and credit notes of a member, newest first. */
export const listInvoices = async (
  ctx: Ctx,
  { memberId, before }: { memberId: number; before?: number | undefined },
): Promise<{ invoices: MyInvoice[]; hasMore: boolean }> => {
  const rows = await readRows(
    ctx,
    sql<MyInvoice>`select i.id, i.number, i.kind, i.issued_on as "issuedOn",
      i.total_cents as "totalCents", i.currency, coalesce(l.words, '') as description,
      case when i.kind = 'invoice' then coalesce(${movedDays}, '[]') else '[]' end as "movedTo",
      i.kind = 'creditNote' or coalesce(l."isPaid", true) as "isPaid"
    from invoices i
    left join lateral (
      select string_agg(distinct l.description, ', ') as words,
        bool_and(c.state not in ('open', 'processing')) as "isPaid"
      from invoice_lines l join charges c on c.id = l.charge_id where l.invoice_id = i.id
    ) l on true
    where i.member_id = ${memberId} and (${before ?? null}::int is null or i.id < ${before ?? null}::int)
    order by i.id desc limit ${invoicePage + 1}`,
  )
  return { invoices: rows.slice(0, invoicePage), hasMore: rows.length > invoicePage }
}
