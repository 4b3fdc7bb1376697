import { currencies } from '@spacekeeper/contract/currencies.ts'
import { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { formatCalendarDay, formatCents } from '#platform/format-money.ts'
import { job } from '#platform/jobs/job.ts'
import { greet } from '#platform/mail/greet.ts'
import { type MailSite, mailTemplate } from '#platform/mail/mail-template.ts'
import type { Mail } from '#platform/mail/mail.ts'
import { sendToMember } from '../messages/member-mail.ts'

/** What the mails may speak of; what a mail is not about is left out. */
const Facts = z.object({
  amountCents: z.number().int().default(0),
  /** The day it is about. */
  on: z.string().default(''),
  /** What a charge is for, or a reference. */
  about: z.string().default(''),
  reference: z.string().default(''),
  /** The end of an account number. */
  account: z.string().default(''),
  reason: z.string().default(''),
})

export type BankMailFacts = z.infer<typeof Facts> & { person: { firstName: string } }

const madeUp: BankMailFacts = {
  person: { firstName: 'Sam' },
  amountCents: 6500,
  on: '2026-03-02',
  about: 'Full, monthly: March 2026',
  reference: 'SK-000123-1',
  account: '•••• 3000',
  reason: 'There was not enough money in the account.',
}

type BankMailWords = { amount: string; day: string; balanceName: string; creditor: string }

const wordsOf = ({ amountCents, on }: BankMailFacts, { settings }: MailSite): BankMailWords => {
  const locale = settings.SITE_LOCALE_CURRENCY
  return {
    amount: formatCents(amountCents, { locale, currency: currencies[locale] }),
    day: on === '' ? '' : formatCalendarDay(on, locale),
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
      `We told you that a transfer of ${amount} of ${day} was booked for you. That was a mistake, and we took it back.`,
      'If the transfer was yours, tell the people who run the space.',
    ],
  })),
  mandateGiven: bankMail('mandateGiven', ({ account, reference }, { creditor }, { settings }) => ({
    subject: 'Your dues are collected by direct debit',
    paragraphs: [
      `You allowed ${creditor} to debit your account ${account} for your dues. The mandate’s reference is ${reference}.`,
      `We email you at least ${settings.DEBIT_NOTICE_DAYS} days before each debit. You can end the mandate in the portal at any time.`,
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
        'Please see that there is enough money in the account. If something is wrong, tell us before that day.',
      ],
    }),
  ),
  debitCancelled: bankMail('debitCancelled', ({ about, account }, { amount, day }) => ({
    subject: `We won’t debit ${amount} on ${day}`,
    paragraphs: [
      `We told you that your account ${account} would be debited ${amount} on ${day}: ${about}. We called that off. The amount is open again.`,
    ],
  })),
  debitReturned: bankMail('debitReturned', ({ about, account, reason }, { amount }) => ({
    subject: `Your direct debit of ${amount} was sent back`,
    paragraphs: [
      `Your bank sent back our debit of ${amount} from your account ${account}: ${about}. It is open again, so please pay it another way.`,
      `The reason: ${reason}`,
    ],
  })),
}

export type BankMail = keyof typeof bankMails

const names = Object.keys(bankMails) as [BankMail, ...BankMail[]] // Object.keys loses the literal names

export const mailBankJob = job('mailBank', z.object({ mail: z.enum(names), memberId: z.number().int(), facts: Facts }))

export type BankMailOrder = z.input<typeof mailBankJob.payload>

/** Writes to a member about a transfer or a direct debit. */
export const mailBank = async (ctx: Ctx, order: BankMailOrder): Promise<void> => {
  const { mail, memberId, facts } = mailBankJob.payload.parse(order)
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
