import { maskAccount } from '@spacekeeper/contract/bank/account-numbers.ts'
import { currencies } from '@spacekeeper/contract/currencies.ts'
import { formatCents, sayCount } from '@spacekeeper/contract/formatters.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { readRows } from '#platform/db/read-rows.ts'
import { job } from '#platform/jobs/job.ts'
import { longDay } from '#platform/long-day.ts'
import { greet } from '#platform/mail/greet.ts'
import { type MailSite, mailTemplate } from '#platform/mail/mail-template.ts'
import type { Mail } from '#platform/mail/mail.ts'
import { sendToMember } from '../messages/member-mail.ts'

/** Facts of which the mails may speak; those a mail is not about are 0 or empty. */
type BankFacts = {
  amountCents: number
  /** The day it is about. */
  on: string
  /** The purpose of a charge. */
  about: string
  /** The reference of the mandate. */
  reference: string
  /** The end of an account number. */
  account: string
  reason: string
  /** The fee that the bank kept and the member is charged as well. */
  feeCents: number
}

export type BankMailFacts = BankFacts & { person: { firstName: string } }

const madeUp: BankMailFacts = {
  person: { firstName: 'Sam' },
  amountCents: 6500,
  on: '2026-03-02',
  about: 'Full, monthly: March 2026',
  reference: 'SK-000123-1',
  account: '•••• 3000',
  reason: 'There was not enough money in the account.',
  feeCents: 300,
}

type BankMailWords = { amount: string; fee: string; day: string; balanceName: string; creditor: string }

const wordsOf = ({ amountCents, feeCents, on }: BankMailFacts, { settings }: MailSite): BankMailWords => {
  const locale = settings.SITE_LOCALE_CURRENCY
  return {
    amount: formatCents(amountCents, { locale, currency: currencies[locale] }),
    fee: formatCents(feeCents, { locale, currency: currencies[locale] }),
    day: on === '' ? '' : longDay(on, locale),
    balanceName: settings.MEMBERBUCKS_NAME,
    creditor: settings.BANK_ACCOUNT_NAME || settings.SITE_OWNER,
  }
}

const bankMail = (
  kind: string,
  write: (
    facts: BankMailFacts,
    words: BankMailWords,
    site: MailSite,
  ) => Pick<Mail, 'subject' | 'paragraphs'> & Partial<Mail>,
) =>
  mailTemplate({
    kind,
    write: (facts: BankMailFacts, site) => ({
      greeting: greet(facts.person),
      button: { label: 'See your plan', url: `${site.url}/account/membership-plan` },
      ...write(facts, wordsOf(facts, site), site),
    }),
    sample: madeUp,
  })

/** The mails about transfers and direct debits. Only the announcement comes before the money moves. */
export const bankMails = {
  transferBooked: bankMail('transferBooked', (_facts, { amount, day }, { siteName }) => ({
    subject: `We received ${amount}`,
    paragraphs: [`Thank you: your transfer of ${amount} arrived on ${day}. It pays your dues at ${siteName}.`],
  })),
  topUpBooked: bankMail('topUpBooked', (_facts, { amount, day, balanceName }) => ({
    subject: `${amount} added to your ${balanceName}`,
    paragraphs: [`Your transfer of ${amount} arrived on ${day}. It is on your ${balanceName} balance now.`],
  })),
  donationBooked: bankMail('donationBooked', (_facts, { amount, day }, { siteName }) => ({
    subject: `Thank you for your donation of ${amount}`,
    paragraphs: [`Your donation of ${amount} arrived on ${day}. Thank you for supporting ${siteName}.`],
  })),
  transferUndone: bankMail('transferUndone', (_facts, { amount, day }) => ({
    subject: `A correction: your transfer of ${amount}`,
    paragraphs: [
      `We told you that we’d received ${amount} from you on ${day}. That was a mistake, and we’ve removed it.`,
      'If the transfer was yours, tell the people who run the space.',
    ],
  })),
  mandateGiven: bankMail('mandateGiven', ({ account, reference }, { creditor }, { settings }) => ({
    subject: 'Your dues are collected by direct debit',
    paragraphs: [
      `You allowed ${creditor} to debit your account ${account} for your dues. The mandate’s reference is ${reference}.`,
      `We email you at least ${sayCount(settings.DEBIT_NOTICE_DAYS, { one: 'one day', other: '{count} days' })} before each debit. You can end the mandate in the portal at any time.`,
      'If this wasn’t you, tell the people who run the space.',
    ],
  })),
  mandateEnded: bankMail('mandateEnded', ({ account, reason }) => ({
    subject: 'Your mandate for direct debits has ended',
    paragraphs: [
      `The mandate for your account ${account} has ended, so we no longer debit it.`,
      ...(reason === '' ? [] : [`The reason: ${reason}`]),
      'Please pay your dues another way, or give a new mandate.',
    ],
  })),
  debitAnnounced: bankMail(
    'debitAnnounced',
    ({ about, account, reference }, { amount, day, creditor }, { settings }) => ({
      subject: `We will debit ${amount} on ${day}`,
      paragraphs: [
        `${creditor} will debit ${amount} from your account ${account} on ${day}, or on the next day your bank works: ${about}.`,
        settings.DEBIT_CREDITOR_ID === ''
          ? `Reference: ${reference}.`
          : `Mandate: ${reference}. Creditor identifier: ${settings.DEBIT_CREDITOR_ID}.`,
        'Please make sure there is enough money in the account. If something is wrong, tell us before that day.',
      ],
    }),
  ),
  debitCancelled: bankMail('debitCancelled', ({ about, account }, { amount, day }) => ({
    subject: `We won’t debit ${amount} on ${day}`,
    paragraphs: [
      `We told you that your account ${account} would be debited ${amount} on ${day}: ${about}. We won’t collect it. You still owe this amount.`,
    ],
  })),
  debitReturned: bankMail('debitReturned', ({ about, account, reason, feeCents }, { amount, fee }) => ({
    subject: `Your direct debit of ${amount} was sent back`,
    paragraphs: [
      `Your bank sent back our debit of ${amount} from your account ${account}: ${about}. You still owe it, so please pay another way.`,
      `The reason: ${reason}`,
      ...(feeCents > 0 ? [`Your bank’s return cost us a fee of ${fee}, which is charged to you as well.`] : []),
    ],
  })),
}

export type BankMail = keyof typeof bankMails

const names = Object.keys(bankMails) as [BankMail, ...BankMail[]] // Object.keys loses the literal names

const RowId = z.number().int().nullable().default(null)

/** About a line of a statement and as much of it as is the member's, or a mandate, or a debit. */
export const mailBankJob = job(
  'mailBank',
  z.object({
    mail: z.enum(names),
    memberId: z.number().int(),
    amountCents: z.number().int().default(0),
    lineId: RowId,
    mandateId: RowId,
    debitId: RowId,
  }),
)

export type BankMailOrder = z.input<typeof mailBankJob.payload>

const findFacts = async (ctx: Ctx, order: z.output<typeof mailBankJob.payload>): Promise<BankFacts | undefined> => {
  const [found] = await readRows(
    ctx,
    sql<BankFacts>`select coalesce(d.amount_cents, ${order.amountCents}::int) as "amountCents",
      coalesce((coalesce(r.collect_on, l.booked_on))::text, '') as "on", coalesce(c.description, '') as about,
      coalesce(m.reference, '') as reference, coalesce(m.account_end, '') as account,
      coalesce(case when d.id is null then m.revoked_reason else d.return_reason end, '') as reason,
      coalesce((select f.fee_cents from debit_clearings f where f.debit_id = d.id and f.fee_charge_id is not null
        limit 1), 0) as "feeCents"
    from (values (1)) as one
    left join debits d on d.id = ${order.debitId}::int
    left join debit_runs r on r.id = d.run_id
    left join charges c on c.id = d.charge_id
    left join bank_mandates m on m.id = coalesce(d.mandate_id, ${order.mandateId}::int)
    left join bank_lines l on l.id = ${order.lineId}::int`,
  )
  return found && { ...found, account: maskAccount(found.account) }
}

/** Writes to a member about a transfer or a direct debit. */
export const mailBank = async (ctx: Ctx, ordered: BankMailOrder): Promise<void> => {
  const order = mailBankJob.payload.parse(ordered)
  const { mail, memberId } = order
  const facts = await findFacts(ctx, order)
  if (!facts) return
  const title = 'Your direct debit came back'
  const text = 'Your bank sent it back, so it is open again.'
  const notice = { occasion: 'payments', title, text, path: '/account/membership-plan' } as const
  await sendToMember(ctx, {
    memberId,
    template: bankMails[mail],
    facts,
    notice: mail === 'debitReturned' ? notice : undefined,
  })
}
