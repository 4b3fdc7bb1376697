import { z } from 'zod'
import { job } from '#platform/jobs/job.ts'
import type { Day } from '#platform/local-day.ts'
import { longDay } from '#platform/long-day.ts'
import { greet } from '#platform/mail/greet.ts'
import { type MailSite, mailTemplate } from '#platform/mail/mail-template.ts'

const occasions = ['goodbye', 'balance', 'account', 'returned'] as const

export type LeavingOccasion = (typeof occasions)[number]

/** Emails a member about their checklist. */
export const mailLeavingJob = job(
  'mailLeaving',
  z.object({
    leavingId: z.number().int(),
    memberId: z.number().int(),
    occasion: z.enum(occasions),
    toGiveBack: z.array(z.string()).default([]),
  }),
)

/** Emails about a balance that was asked back: staff that it was, the member what was decided. */
export const mailRefundJob = job(
  'mailBalanceRefund',
  z.object({ refundId: z.number().int(), occasion: z.enum(['asked', 'paid', 'declined']) }),
)

export type LeavingMailFacts = {
  person: { firstName: string }
  endedOn: Day
  /** What is still to come, with its day. */
  steps: readonly { title: string; dueOn: Day }[]
  /** What is left of the balance, in words; null where nothing is, or it is owed. */
  balance: string | null
  /** What they owe, in words. */
  owed: string | null
  toGiveBack: readonly string[]
}

const madeUp: LeavingMailFacts = {
  person: { firstName: 'Sam' },
  endedOn: '2027-02-28',
  steps: [
    { title: 'Clear storage places', dueOn: '2027-02-28' },
    { title: 'Retire cards', dueOn: '2027-03-30' },
  ],
  balance: '$12.50',
  owed: null,
  toGiveBack: ['Retired cards can be restored, under Cards on the member’s page.'],
}

const dayIn = (day: Day, { settings }: MailSite) => longDay(day, settings.SITE_LOCALE_CURRENCY)

const said = (...paragraphs: readonly (string | null)[]) => paragraphs.filter((paragraph) => paragraph !== null)

const balanceWords = ({ balance, owed }: LeavingMailFacts) => {
  if (balance !== null) return `${balance} is left of your balance. Ask for it back by transfer, or donate it.`
  return owed === null ? null : `Your balance is ${owed}. Please pay that, or reply to this email.`
}

const leavingMail = (
  kind: string,
  write: (facts: LeavingMailFacts, site: MailSite) => { subject: string; paragraphs: string[]; hasSteps?: true },
) =>
  mailTemplate<LeavingMailFacts>({
    kind,
    write: (facts, site) => {
      const { hasSteps, ...words } = write(facts, site)
      return {
        ...words,
        greeting: greet(facts.person),
        ...(hasSteps && {
          facts: facts.steps.map(({ title, dueOn }) => ({ label: dayIn(dueOn, site), value: title })),
        }),
        button: { label: 'See where it stands', url: `${site.url}/account/leaving` },
      }
    },
    sample: madeUp,
  })

export const leavingTemplates = {
  goodbye: leavingMail('leavingGoodbye', (facts, site) => ({
    subject: `Goodbye from ${site.siteName}, and what happens next`,
    paragraphs: said(
      `Your membership ended on ${dayIn(facts.endedOn, site)}. Thank you for being with us.`,
      balanceWords(facts),
      'These steps happen automatically on these days. If you rejoin, the rest are cancelled.',
    ),
    hasSteps: true,
  })),
  balance: leavingMail('leavingBalance', (facts) => ({
    subject: 'Your balance is waiting for you',
    paragraphs: said(
      facts.balance === null ? 'You still have money on your balance.' : `${facts.balance} is left of your balance.`,
      'Tell us what to do with it: send it to your bank account, or donate it. Until you do, it stays yours.',
    ),
  })),
  account: leavingMail('leavingAccount', (_facts, site) => ({
    subject: `Your account at ${site.siteName}`,
    paragraphs: [
      'Your membership ended a while ago, but your account is still open. You can come back with it, or close it under Profile.',
      'Closing it erases your name, email and other details. Visits and payments are kept without your name, for as long as your profile says.',
    ],
  })),
  returned: leavingMail('leavingReturned', (facts, site) => ({
    subject: `Welcome back to ${site.siteName}`,
    paragraphs: said(
      'You’re a member again, so we’ve stopped the steps for leaving.',
      facts.toGiveBack.length === 0
        ? null
        : `Some of them had already happened. ${facts.toGiveBack.join(' ')} Please ask staff.`,
    ),
  })),
} satisfies Record<LeavingOccasion, unknown>

export type RefundMailFacts = {
  person: { firstName: string }
  name: string
  amount: string
  accountEnd: string
  reason: string
  /** It is left over of payments, and no prepaid balance. */
  isCredit: boolean
}

const aRefund: RefundMailFacts = {
  person: { firstName: 'Sam' },
  name: 'Sam Sample',
  amount: '$12.50',
  accountEnd: '3000',
  reason: 'The account holder is not you.',
  isCredit: false,
}

/** Where its member sees it: what is left over stands with the plan. */
const refundPage = (isCredit: boolean) => (isCredit ? '/account/membership-plan' : '/account/leaving')

export const refundTemplates = {
  asked: mailTemplate<RefundMailFacts>({
    kind: 'balanceRefundAsked',
    write: ({ name, amount, isCredit }, { url }) => ({
      subject: `${name} asks for ${amount} back`,
      paragraphs: [
        isCredit
          ? `${name} has no plan any more and asks for ${amount} back by transfer, which is left over of their payments.`
          : `${name} is no longer a member and asks for their balance of ${amount} back by transfer.`,
        'The treasurer finds the account in the portal. Make the transfer, then note it there.',
      ],
      button: { label: 'See what to pay back', url: `${url}/manage/leavers` },
    }),
    sample: aRefund,
  }),
  paid: mailTemplate<RefundMailFacts>({
    kind: 'balanceRefundPaid',
    write: ({ person, amount, accountEnd, isCredit }, { url }) => ({
      subject: `We’ve sent you ${amount}`,
      greeting: greet(person),
      paragraphs: [
        isCredit
          ? `We’ve sent ${amount} that you had left over to your account ending in ${accountEnd}.`
          : `We’ve sent your balance of ${amount} to your account ending in ${accountEnd}.`,
      ],
      button: { label: 'See where it stands', url: `${url}${refundPage(isCredit)}` },
    }),
    sample: aRefund,
  }),
  declined: mailTemplate<RefundMailFacts>({
    kind: 'balanceRefundDeclined',
    write: ({ person, amount, reason, isCredit }, { url }) => ({
      subject: isCredit ? `We couldn’t pay ${amount} back` : 'We couldn’t pay your balance back',
      greeting: greet(person),
      paragraphs: [
        isCredit
          ? `You asked for ${amount} back that you have left over. We couldn’t pay it: ${reason}`
          : `You asked for your balance of ${amount} back. We couldn’t pay it: ${reason}`,
        isCredit
          ? 'It’s still yours. You can ask again.'
          : 'The balance is still yours. You can ask again, or donate it.',
      ],
      button: { label: 'Ask again', url: `${url}${refundPage(isCredit)}` },
    }),
    sample: aRefund,
  }),
}

export const leavingMails = [...Object.values(leavingTemplates), ...Object.values(refundTemplates)]
