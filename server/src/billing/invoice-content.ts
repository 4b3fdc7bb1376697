import { formatAccount } from '@spacekeeper/contract/bank/account-numbers.ts'
import { duesReference } from '@spacekeeper/contract/bank/references.ts'
import { collectors, collectorWords, type Collector } from '@spacekeeper/contract/billing/words.ts'
import { formatCents } from '@spacekeeper/contract/formatters.ts'
import type { Settings } from '@spacekeeper/contract/index.ts'
import { z } from 'zod'
import { addDays, type Day } from '#platform/local-day.ts'
import { longDay } from '#platform/long-day.ts'
import type { PdfDocument, PdfPart } from '#platform/pdf/pdf.ts'

/** What an invoice says, as it was on its day; kept, so that it reads the same in ten years. */
export const InvoiceContent = z.object({
  siteName: z.string(),
  siteOwner: z.string(),
  siteAddress: z.string(),
  note: z.string(),
  locale: z.string(),
  /** Empty once the account is closed. */
  memberName: z.string(),
  memberAddress: z.string(),
  lines: z.array(
    z.object({
      description: z.string(),
      from: z.string().nullable(),
      to: z.string().nullable(),
      amountCents: z.number().int(),
      discountCents: z.number().int(),
    }),
  ),
  dueOn: z.string(),
  /** Paid when it was issued. */
  isPaid: z.boolean(),
  collector: z.enum(collectors).nullable(),
  reference: z.string(),
  bank: z.object({ name: z.string(), number: z.string(), bic: z.string(), bank: z.string() }).nullable(),
  /** The invoice that a credit note takes back, or the credit note that an invoice does. */
  corrects: z.number().int().nullable(),
  reason: z.string(),
  /** Whether it is about money that went back to the member, or did not after all. */
  isRefund: z.boolean().default(false),
})

export type InvoiceContent = z.infer<typeof InvoiceContent>

export type InvoicedCharge = {
  description: string
  period: { from: Day; to: Day } | null
  amountCents: number
  discountCents: number
  dueOn: Day
  isPaid: boolean
}

type Issue = {
  memberId: number
  memberName: string
  charges: readonly InvoicedCharge[]
  collector: Collector | null
  corrects: number | null
  reason: string
  isRefund?: boolean
}

const bankOf = (settings: Settings): InvoiceContent['bank'] =>
  settings.BANK_ACCOUNT_NUMBER === ''
    ? null
    : {
        name: settings.BANK_ACCOUNT_NAME,
        number: formatAccount(settings.BANK_ACCOUNT_NUMBER),
        bic: settings.BANK_BIC,
        bank: settings.BANK_NAME,
      }

export const invoiceContent = (settings: Settings, issue: Issue): InvoiceContent => ({
  siteName: settings.SITE_NAME,
  siteOwner: settings.SITE_OWNER,
  siteAddress: settings.SITE_MAIL_ADDRESS,
  note: settings.INVOICE_NOTE,
  locale: settings.SITE_LOCALE_CURRENCY,
  memberName: issue.memberName,
  memberAddress: '',
  lines: issue.charges.map(({ description, period, amountCents, discountCents }) => ({
    description,
    from: period?.from ?? null,
    to: period?.to ?? null,
    amountCents,
    discountCents,
  })),
  dueOn: issue.charges.map(({ dueOn }) => dueOn).reduce((a, b) => (a < b ? a : b)),
  isPaid: issue.charges.every(({ isPaid }) => isPaid),
  collector: issue.collector,
  reference: duesReference(issue.memberId),
  bank: bankOf(settings),
  corrects: issue.corrects,
  reason: issue.reason,
  isRefund: issue.isRefund ?? false,
})

/** Why a charge was cancelled, where the portal did it; staff write their own words. */
const reasons: Readonly<Record<string, string>> = {
  cancelled: 'The plan was cancelled.',
  planChanged: 'The plan was changed. These days are charged at the price of the new one.',
  neverPaid: 'The first payment never came.',
}

const pays: Readonly<Record<Collector, string>> = {
  stripe: 'We charge your card.',
  bank: 'Please transfer the amount with this reference.',
  cash: 'Please pay in cash at the space.',
  invoice: 'Please transfer the amount with this reference.',
  balance: 'We take it from your balance on the day it is due.',
  free: '',
}

type Invoice = {
  number: number
  kind: 'invoice' | 'creditNote'
  issuedOn: Day
  at: Date
  totalCents: number
  currency: string
  content: InvoiceContent
}

/** How it is paid, as facts and a sentence. */
const paymentParts = ({ kind, totalCents, currency, content }: Invoice): PdfPart[] => {
  const { bank, collector, isPaid, locale } = content
  if (kind === 'creditNote') {
    const amount = formatCents(-totalCents, { locale, currency })
    const words = content.isRefund
      ? `We gave you ${amount} back.`
      : `${amount} less is owed. What was paid of it counts towards your next payment.`
    return [
      { kind: 'paragraph', text: reasons[content.reason] ?? content.reason },
      { kind: 'paragraph', text: words },
    ]
  }
  const because: PdfPart[] = content.isRefund
    ? [{ kind: 'paragraph', text: `This money was not given back after all: ${content.reason}` }]
    : []
  if (isPaid) return [...because, { kind: 'paragraph', text: 'Paid, with thanks.' }]
  const isTransfer = bank !== null && (collector === 'bank' || collector === 'invoice')
  const facts = [
    { label: 'Due on', value: longDay(content.dueOn, locale) },
    ...(collector === null ? [] : [{ label: 'Paid by', value: collectorWords[collector] }]),
    ...(isTransfer
      ? [
          { label: 'Account holder', value: bank.name },
          { label: 'Account', value: bank.number },
          ...(bank.bic === '' ? [] : [{ label: 'BIC', value: bank.bic }]),
          ...(bank.bank === '' ? [] : [{ label: 'Bank', value: bank.bank }]),
        ]
      : []),
    { label: 'Reference', value: content.reference },
  ]
  const words = collector === null ? '' : pays[collector]
  return [
    ...because,
    { kind: 'heading', text: 'How to pay' },
    ...(words === '' ? [] : [{ kind: 'paragraph', text: words } as const]),
    { kind: 'facts', facts },
  ]
}

const daysOf = ({ from, to }: InvoiceContent['lines'][number], locale: string): string =>
  from === null || to === null ? '' : `${longDay(from, locale)} – ${longDay(addDays(to, -1), locale)}`

/** The document it takes back, if any. */
const correctsFacts = ({ kind, content: { corrects } }: Invoice): { label: string; value: string }[] =>
  corrects === null
    ? []
    : [{ label: kind === 'invoice' ? 'Takes back credit note' : 'Corrects invoice', value: String(corrects) }]

/** An invoice or a credit note as a document. */
export const invoiceDocument = (invoice: Invoice): PdfDocument => {
  const { number, kind, issuedOn, at, totalCents, currency, content } = invoice
  const { locale } = content
  const money = (cents: number) => formatCents(cents, { locale, currency })
  const sign = kind === 'invoice' ? 1 : -1
  const title = kind === 'invoice' ? `Invoice ${number}` : `Credit note ${number}`
  const rows = content.lines.flatMap((line) => {
    const row = [line.description, daysOf(line, locale), money(sign * (line.amountCents + line.discountCents))]
    return line.discountCents === 0 ? [row] : [row, ['Discount', '', money(-sign * line.discountCents)]]
  })
  return {
    title,
    author: content.siteOwner,
    language: locale,
    at,
    footer: [content.siteName, content.siteAddress].filter((part) => part !== '').join(' · '),
    parts: [
      { kind: 'lines', lines: [content.siteOwner, content.siteAddress].filter((line) => line !== '') },
      {
        kind: 'lines',
        lines: [content.memberName || 'Former member', content.memberAddress].filter((line) => line !== ''),
      },
      {
        kind: 'facts',
        facts: [
          { label: 'Number', value: String(number) },
          { label: 'Date', value: longDay(issuedOn, locale) },
          ...correctsFacts(invoice),
        ],
      },
      {
        kind: 'table',
        columns: [
          { header: 'Description', share: 5 },
          { header: 'Days', share: 6 },
          { header: 'Amount', share: 3, isFigure: true },
        ],
        rows,
        totals: [['Total', '', money(totalCents)]],
      },
      ...paymentParts(invoice),
      ...(content.note === '' ? [] : [{ kind: 'paragraph', text: content.note, isQuiet: true } as const]),
    ],
  }
}
