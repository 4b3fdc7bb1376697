import { formatCents } from '@spacekeeper/contract/formatters.ts'
import { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { job } from '#platform/jobs/job.ts'
import { longDay } from '#platform/long-day.ts'
import { greet } from '#platform/mail/greet.ts'
import { type MailSite, mailTemplate } from '#platform/mail/mail-template.ts'
import type { Mail } from '#platform/mail/mail.ts'
import { sendToMember } from '../messages/member-mail.ts'

/** What the mails may speak of; what a mail is not about is empty. */
const Facts = z.object({
  plan: z.string().default(''),
  amountCents: z.number().int(),
  currency: z.string(),
  /** Stripe's words for the member. */
  reason: z.string().default(''),
  /** Stripe's page to pay or confirm on; the page of the plan where there is none. */
  payAt: z.string().default(''),
  /** The day of the next try. */
  nextTryOn: z.string().default(''),
})

export type CardPlanMailFacts = z.infer<typeof Facts> & { person: { firstName: string } }

const madeUp: CardPlanMailFacts = {
  person: { firstName: 'Sam' },
  plan: 'Full, monthly',
  amountCents: 6500,
  currency: 'AUD',
  reason: 'Your card has insufficient funds.',
  payAt: '',
  nextTryOn: '2026-03-04',
}

const cardPlanMail = (
  kind: string,
  write: (
    facts: CardPlanMailFacts,
    amount: string,
    site: MailSite,
  ) => Pick<Mail, 'subject' | 'paragraphs'> & {
    label: string
  },
) =>
  mailTemplate({
    kind,
    write: (facts: CardPlanMailFacts, site) => {
      const amount = formatCents(facts.amountCents, {
        locale: site.settings.SITE_LOCALE_CURRENCY,
        currency: facts.currency,
      })
      const { label, ...mail } = write(facts, amount, site)
      const url = facts.payAt === '' ? `${site.url}/account/membership-plan` : facts.payAt
      return { greeting: greet(facts.person), button: { label, url }, ...mail }
    },
    sample: madeUp,
  })

const because = (reason: string) => (reason === '' ? [] : [`The reason: ${reason}`])

const nextTry = ({ nextTryOn }: CardPlanMailFacts, { settings }: MailSite) =>
  nextTryOn === ''
    ? ['We don’t try again by ourselves.']
    : [`We try again on ${longDay(nextTryOn, settings.SITE_LOCALE_CURRENCY)}.`]

/** The mails about payments by card that went wrong while the member was away. */
export const cardPlanMails = {
  cardPaymentFailed: cardPlanMail('cardPaymentFailed', (facts, amount, site) => ({
    subject: `Your payment of ${amount} failed`,
    paragraphs: [
      `We couldn’t take ${amount} for ${facts.plan} at ${site.siteName}.`,
      ...because(facts.reason),
      ...nextTry(facts, site),
      'You can pay now, with the same or another card. In the portal you can also save another card for the next payments.',
    ],
    label: `Pay ${amount}`,
  })),
  cardConfirmation: cardPlanMail('cardConfirmation', ({ plan }, amount, { siteName }) => ({
    subject: `Please confirm your payment of ${amount}`,
    paragraphs: [
      `Your bank asks you to confirm ${amount} for ${plan} at ${siteName}. Nothing has been taken yet.`,
      'It takes a minute: your plan in the portal has the button, and your bank does the rest.',
    ],
    label: 'Confirm with your bank',
  })),
  paymentSentBack: cardPlanMail('paymentSentBack', (facts, amount, site) => ({
    subject: `Your bank sent back ${amount}`,
    paragraphs: [
      `Your bank returned your payment of ${amount} to ${site.siteName}. You still owe it.`,
      ...because(facts.reason),
      ...(facts.nextTryOn === '' ? [] : nextTry(facts, site)),
    ],
    label: 'See what is open',
  })),
}

export type CardPlanMail = keyof typeof cardPlanMails

/** The same for a locked screen, without amounts. */
const sentences: Record<CardPlanMail, { title: string; text: string }> = {
  cardPaymentFailed: { title: 'Your payment failed', text: 'You can pay now, with the same or another card.' },
  cardConfirmation: {
    title: 'Please confirm your payment',
    text: 'Your bank asks you to. Nothing has been taken yet.',
  },
  paymentSentBack: { title: 'Your payment came back', text: 'Your bank sent it back, so it is open again.' },
}

const names = Object.keys(cardPlanMails) as [CardPlanMail, ...CardPlanMail[]] // Object.keys loses the literal names

export const mailCardPlanJob = job(
  'mailCardPlan',
  z.object({ mail: z.enum(names), memberId: z.number().int(), facts: Facts }),
)

export const mailCardPlan = async (ctx: Ctx, order: z.input<typeof mailCardPlanJob.payload>): Promise<void> => {
  const { mail, memberId, facts } = mailCardPlanJob.payload.parse(order)
  const notice = { occasion: 'payments', path: '/account/membership-plan', ...sentences[mail] } as const
  await sendToMember(ctx, { memberId, template: cardPlanMails[mail], facts, notice })
}
