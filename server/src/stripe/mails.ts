import { currencies } from '@spacekeeper/contract/currencies.ts'
import { formatCents } from '@spacekeeper/contract/formatters.ts'
import { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { job } from '#platform/jobs/job.ts'
import { greet } from '#platform/mail/greet.ts'
import { type MailSite, mailTemplate } from '#platform/mail/mail-template.ts'
import type { Mail } from '#platform/mail/mail.ts'
import { sendToMember } from '../messages/member-mail.ts'

/** What the mails may speak of; what a mail is not about is left out. */
const Facts = z.object({
  amountCents: z.number().int().default(0),
  /** What is paid with, such as Visa •••• 4242. */
  method: z.string().default(''),
  /** A month such as 03/2027. */
  month: z.string().default(''),
  reason: z.string().default(''),
})

export type CardMailFacts = z.infer<typeof Facts> & { person: { firstName: string } }

const madeUp: CardMailFacts = {
  person: { firstName: 'Sam' },
  amountCents: 2000,
  method: 'Visa •••• 4242',
  month: '03/2027',
  reason: 'Your card has insufficient funds.',
}

type CardMailWords = { amount: string; balanceName: string }

const cardMail = (
  kind: string,
  write: (
    facts: CardMailFacts,
    words: CardMailWords,
    site: MailSite,
  ) => Pick<Mail, 'subject' | 'paragraphs'> & Partial<Mail>,
) =>
  mailTemplate({
    kind,
    write: (facts: CardMailFacts, site) => {
      const locale = site.settings.SITE_LOCALE_CURRENCY
      const amount = formatCents(Math.abs(facts.amountCents), { locale, currency: currencies[locale] })
      return {
        greeting: greet(facts.person),
        button: { label: 'See your payments', url: `${site.url}/account/billing` },
        ...write(facts, { amount, balanceName: site.settings.MEMBERBUCKS_NAME }, site),
      }
    },
    sample: madeUp,
  })

const because = (reason: string) => (reason === '' ? [] : [`The reason: ${reason}`])

/** The mails about cards, mandates and top-ups. */
export const cardMails = {
  methodSaved: cardMail('methodSaved', ({ method }, _words, { siteName }) => ({
    subject: 'Your billing method was saved',
    paragraphs: [
      `Your payments at ${siteName} use ${method} from now on.`,
      'If this wasn’t you, remove it in the portal and tell the people who run the space.',
    ],
  })),
  cardExpires: cardMail('cardExpires', ({ method, month }) => ({
    subject: 'Your bank card expires soon',
    paragraphs: [
      `${method} is valid until the end of ${month}. Add your new card in the portal before that, and your payments go on by themselves.`,
    ],
    footnotes: ['If your bank sent Stripe the new number, you already see it in the portal.'],
  })),
  toppedUp: cardMail('toppedUp', ({ method }, { amount, balanceName }) => ({
    subject: `${amount} added to your ${balanceName}`,
    paragraphs: [`${amount} from ${method} is on your ${balanceName} balance now.`],
    footnotes: ['If you didn’t want this, you can stop automatic top-ups in the portal at any time.'],
  })),
  topUpFailed: cardMail('topUpFailed', ({ method, reason }, { amount, balanceName }) => ({
    subject: `Your top-up of ${amount} failed`,
    paragraphs: [
      `Your bank sent back ${amount} from ${method}, so it is not on your ${balanceName} balance.`,
      ...because(reason),
    ],
  })),
  topUpReversed: cardMail('topUpReversed', ({ amountCents }, { amount, balanceName }) =>
    amountCents < 0
      ? {
          subject: `${amount} left your ${balanceName}`,
          paragraphs: [
            `A top-up was refunded or disputed, so we took ${amount} off your ${balanceName} balance.`,
            'If the balance is below zero now, please top it up.',
          ],
        }
      : {
          subject: `${amount} came back to your ${balanceName}`,
          paragraphs: [`A disputed top-up was decided. ${amount} is on your ${balanceName} balance again.`],
        },
  ),
  automaticOn: cardMail('automaticOn', ({ method }, { amount, balanceName }) => ({
    subject: `Your ${balanceName} balance tops itself up`,
    paragraphs: [
      `When your balance runs low, ${amount} is taken from ${method}. You get an email each time, and can stop it in the portal at any time.`,
      'If this wasn’t you, tell the people who run the space.',
    ],
  })),
  automaticOff: cardMail('automaticOff', ({ reason }, { amount, balanceName }) => ({
    subject: 'Automatic top-ups have stopped',
    paragraphs: [
      `A top-up of ${amount} for your ${balanceName} balance didn’t work, so we’ve turned off automatic top-ups.`,
      ...because(reason),
      'Check your billing method, top up yourself, and turn automatic top-ups on again if you like.',
    ],
  })),
  automaticCapped: cardMail('automaticCapped', (_facts, { amount, balanceName }) => ({
    subject: `No more automatic top-ups of your ${balanceName} this month`,
    paragraphs: [
      `Your balance is low, but ${amount} is the most you allowed in a month. Top up yourself, or raise the limit in the portal.`,
    ],
  })),
}

export type CardMail = keyof typeof cardMails

const names = Object.keys(cardMails) as [CardMail, ...CardMail[]] // Object.keys loses the literal names

export const mailCardsJob = job(
  'mailCards',
  z.object({ mail: z.enum(names), memberId: z.number().int(), facts: Facts }),
)

/** Writes to a member about their card or their top-ups. */
export const mailCards = async (ctx: Ctx, order: z.input<typeof mailCardsJob.payload>): Promise<void> => {
  const { mail, memberId, facts } = mailCardsJob.payload.parse(order)
  const title = 'Automatic top-ups have stopped'
  const text = 'A top-up didn’t work. Check your billing method.'
  const notice = { occasion: 'payments', title, text, path: '/account/billing' } as const
  await sendToMember(ctx, {
    memberId,
    template: cardMails[mail],
    facts,
    notice: mail === 'automaticOff' ? notice : undefined,
  })
}
