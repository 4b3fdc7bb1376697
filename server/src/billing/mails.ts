import { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { job } from '#platform/jobs/job.ts'
import { addDays } from '#platform/local-day.ts'
import { longDay } from '#platform/long-day.ts'
import { greet } from '#platform/mail/greet.ts'
import { type MailSite, mailTemplate } from '#platform/mail/mail-template.ts'
import type { Mail } from '#platform/mail/mail.ts'
import type { MailFile } from '#platform/mail/mailer.ts'
import { fullNameOf } from '#platform/shown-name.ts'
import { sendMail } from '../messages/outbox.ts'
import { type Misfit, misfits } from './subscription-rules.ts'

/** What the mails about a plan may speak of. Days are written as people read them; what a mail is not about is empty. */
const Facts = z.object({
  plan: z.string().default(''),
  /** The day it is about, and the first one after it is over. */
  on: z.string().default(''),
  until: z.string().default(''),
  amount: z.string().default(''),
  /** Another member, or the number of a document. */
  name: z.string().default(''),
  percent: z.number().int().default(0),
  note: z.string().default(''),
  why: z.enum(misfits).default('household'),
})

export type PlanMailFacts = z.infer<typeof Facts> & { person: { firstName: string } }

const madeUp: PlanMailFacts = {
  person: { firstName: 'Sam' },
  plan: 'Full, monthly',
  on: '2026-03-01',
  until: '2026-04-01',
  amount: '$65.00',
  name: 'Robin Reed',
  percent: 30,
  note: 'Thank you for the student card.',
  why: 'household',
}

type MailDays = { on: string; until: string; lastDay: string }

const daysIn = ({ on, until }: PlanMailFacts, { settings }: MailSite): MailDays => {
  const words = (day: string) => (day === '' ? '' : longDay(day, settings.SITE_LOCALE_CURRENCY))
  return { on: words(on), until: words(until), lastDay: until === '' ? '' : words(addDays(until, -1)) }
}

const planMail = (
  kind: string,
  write: (facts: PlanMailFacts, days: MailDays, site: MailSite) => Pick<Mail, 'subject' | 'paragraphs'> & Partial<Mail>,
) =>
  mailTemplate({
    kind,
    write: (facts: PlanMailFacts, site) => ({
      greeting: greet(facts.person),
      button: { label: 'See your plan', url: `${site.url}/account/membership-plan` },
      ...write(facts, daysIn(facts, site), site),
    }),
    sample: madeUp,
  })

const because = (note: string) => (note === '' ? [] : [`The reason: ${note}`])

const misfitWords: Readonly<Record<Misfit, { is: string; todo: string }>> = {
  currency: { is: 'It is in another currency now.', todo: 'Choose another plan.' },
  collector: {
    is: 'It can’t be paid the way you pay now.',
    todo: 'Change how you pay, then change your plan again.',
  },
  household: {
    is: 'It covers fewer people than there are in your household.',
    todo: 'Remove people from your household, then change your plan again. Or choose a plan for more people.',
  },
}

const misfitWordsForStaff: Readonly<Record<Misfit, string>> = {
  currency: 'The new plan is in another currency.',
  collector: 'The new plan can’t be paid the way they pay.',
  household: 'The new plan covers fewer people than there are in their household.',
}

/** The mails about plans. They are written after what they tell is stored. */
export const planMails = {
  planCancelled: planMail('planCancelled', ({ plan }, { on }, { siteName }) => ({
    subject: `Your plan is cancelled and ends on ${on}`,
    paragraphs: [
      `${plan} at ${siteName} is cancelled. It stays active until the day before ${on}, and nothing is charged after that.`,
      'You can take the cancellation back until then.',
    ],
  })),
  planEnded: planMail('planEnded', ({ plan }, _days, { siteName }) => ({
    subject: 'Your plan has ended',
    paragraphs: [
      `Your plan ${plan} at ${siteName} has ended. Your account stays, and you can choose a plan at any time.`,
    ],
  })),
  planResumed: planMail('planResumed', ({ plan }) => ({
    subject: 'Your plan goes on',
    paragraphs: [`${plan} is no longer cancelled. It continues as before.`],
  })),
  planChanged: planMail('planChanged', ({ plan, amount }, { on }) => ({
    subject: `Your plan is ${plan} from ${on}`,
    paragraphs: [`You have ${plan} from ${on}. Its first period costs ${amount}.`],
  })),
  changeDropped: planMail('changeDropped', ({ plan, name, why }) => ({
    subject: `Your plan stays ${name}`,
    paragraphs: [
      `You had agreed to change to ${plan}. ${misfitWords[why].is} So you keep ${name}, at the price you have now.`,
      misfitWords[why].todo,
    ],
  })),
  changeDroppedStaff: planMail('changeDroppedStaff', ({ plan, name, why }, _days, { url }) => ({
    subject: `${name} doesn’t change to ${plan}`,
    paragraphs: [
      `${name} had agreed to change to ${plan}. ${misfitWordsForStaff[why]} They keep the plan and the price they have, and we told them.`,
      'If they should change after all, clear that up with them, then change their plan on their page.',
    ],
    button: { label: 'Open payments', url: `${url}/manage/payments` },
  })),
  planMoved: planMail('planMoved', ({ plan, amount, name }, { on }, { siteName }) => ({
    subject: `From ${on} your plan costs ${amount}`,
    paragraphs: [
      `${siteName} has a new price for you: from ${on} you have ${plan} for ${amount} each period, instead of ${name}.`,
      'If you don’t want the new price, cancel your plan before that day.',
    ],
  })),
  planPaused: planMail('planPaused', ({ plan }, { on, lastDay }) => ({
    subject: `Your plan is paused from ${on}`,
    paragraphs: [
      `${plan} is paused from ${on} to ${lastDay}. Your card doesn’t work on doors and machines during the pause, and you pay nothing.`,
      'Paid days you don’t use are added after it. You can end the pause early.',
    ],
  })),
  pauseEnds: planMail('pauseEnds', ({ plan }, { until }) => ({
    subject: `Your pause ends: ${plan} goes on from ${until}`,
    paragraphs: [`Your pause is nearly over. Your plan and its payments continue from ${until}.`],
  })),
  concessionApproved: planMail('concessionApproved', ({ percent, note }, { lastDay }) => ({
    subject: 'Your lower price is approved',
    paragraphs: [
      `You pay ${percent}% less from the next payment that is asked for${lastDay === '' ? '' : `, until ${lastDay}`}.`,
      ...(note === '' ? [] : [note]),
    ],
  })),
  concessionDeclined: planMail('concessionDeclined', ({ note }) => ({
    subject: 'Your request for a lower price',
    paragraphs: ['Staff declined your request.', ...because(note)],
  })),
  householdInvited: planMail('householdInvited', ({ name, plan }, _days, { siteName, url }) => ({
    greeting: 'Hello,',
    subject: `${name} invites you to their household at ${siteName}`,
    paragraphs: [
      `${name} pays for a plan (${plan}) at ${siteName} that has a place for you. You have an account and cards of your own, and pay nothing.`,
      'Log in with this email address to take the place, or create an account with it first.',
    ],
    button: { label: 'Open the portal', url: `${url}/account/membership-plan` },
    footnotes: ['If you don’t know them, ignore this email.'],
  })),
  householdJoined: planMail('householdJoined', ({ name }) => ({
    subject: `${name} joined your household`,
    paragraphs: [`${name} took the place in your household. Your plan covers them from now on.`],
  })),
  householdLeft: planMail('householdLeft', ({ name }) => ({
    subject: 'A household has changed',
    paragraphs: [`${name} is no longer in your household, and your plan doesn’t cover them any more.`],
  })),
  householdRemoved: planMail('householdRemoved', ({ name }, _days, { siteName }) => ({
    subject: `You’re no longer in the household of ${name}`,
    paragraphs: [
      `The plan of ${name} at ${siteName} doesn’t cover you any more. Your account stays as it is.`,
      'To keep using the space, choose a plan of your own.',
    ],
  })),
  invoice: planMail('invoice', ({ name, amount, note }, { on }) => ({
    subject: `Invoice ${name}: ${amount}`,
    paragraphs: [note],
    facts: [{ label: 'Amount', value: amount }, ...(on === '' ? [] : [{ label: 'Due on', value: on }])],
  })),
  paymentRefunded: planMail('paymentRefunded', ({ amount, name, note }, { lastDay }, { siteName }) => ({
    subject: `We refunded ${amount}`,
    paragraphs: [
      `${siteName} gave you ${amount} back: ${name}.`,
      ...because(note),
      ...(lastDay === ''
        ? []
        : [`These days are no longer paid for: your card doesn’t work on doors and machines until ${lastDay}.`]),
    ],
  })),
  refundUndone: planMail('refundUndone', ({ amount, note }, _days, { siteName }) => ({
    subject: `${amount} was not given back after all`,
    paragraphs: [
      `We told you that ${siteName} gave you ${amount} back. That was booked by mistake, and is put right: what you had paid with it is paid again.`,
      ...because(note),
    ],
  })),
  toPayBack: planMail('toPayBack', ({ amount, note }, _days, { siteName }) => ({
    subject: `Please pay ${amount} back`,
    paragraphs: [
      `You got ${amount} from ${siteName} twice: we gave it back to you, and your bank or card took it back as well.`,
      ...because(note),
      'You can pay it like any other payment. Your membership goes on meanwhile.',
    ],
  })),
  creditNote: planMail('creditNote', ({ name, amount, note }) => ({
    subject: `Credit note ${name}: ${amount}`,
    paragraphs: [
      note || `You owe ${amount} less. Anything you had already paid is credit for your next payment.`,
      'The PDF is attached.',
    ],
  })),
}

export type PlanMail = keyof typeof planMails

/** A mail to a member, or to an address that may have no account yet. */
export const mailPlanJob = job(
  'mailPlan',
  z.object({
    mail: z.enum(Object.keys(planMails) as [PlanMail, ...PlanMail[]]), // its keys are the names
    memberId: z.number().int().nullable(),
    /** To the address of this invitation to a household, which may have no account. */
    invitationId: z.number().int().nullable().default(null),
    /** Those named in it. */
    namedId: z.number().int().nullable().default(null),
    /** The concession or the refund whose note it tells. */
    concessionId: z.number().int().nullable().default(null),
    refundId: z.number().int().nullable().default(null),
    facts: Facts.omit({ note: true }),
  }),
)

export type PlanMailOrder = z.input<typeof mailPlanJob.payload>

/** The attachment of a mail that is written at once: a PDF, and a sentence about it. */
type PlanMailExtras = { files?: readonly MailFile[]; note?: string }

/** The words that staff wrote for the member. */
const findNote = async (
  ctx: Ctx,
  { concessionId, refundId }: z.output<typeof mailPlanJob.payload>,
): Promise<string> => {
  const concession = ctx.db
    .selectFrom('concessions')
    .select('decision_note as note')
    .where('id', '=', concessionId ?? 0)
  const refund = ctx.db
    .selectFrom('payments')
    .select('note')
    .where('id', '=', refundId ?? 0)
  return (await concession.executeTakeFirst())?.note ?? (await refund.executeTakeFirst())?.note ?? ''
}

const findInvitedAddress = async (ctx: Ctx, invitationId: number): Promise<string | undefined> => {
  const invitation = ctx.db.selectFrom('household_invitations').select('email').where('id', '=', invitationId)
  return (await invitation.executeTakeFirst())?.email
}

const findName = async (ctx: Ctx, memberId: number): Promise<string> => {
  const named = ctx.db.selectFrom('members').select(fullNameOf('members').as('name')).where('id', '=', memberId)
  return (await named.executeTakeFirstOrThrow()).name
}

export const mailPlan = async (ctx: Ctx, ordered: PlanMailOrder, extras: PlanMailExtras = {}): Promise<void> => {
  const order = mailPlanJob.payload.parse(ordered)
  const { mail, memberId, invitationId, namedId, facts } = order
  const member =
    memberId === null
      ? undefined
      : await ctx.db
          .selectFrom('members')
          .select('first_name as firstName')
          .where('id', '=', memberId)
          .where('closed_at', 'is', null)
          .executeTakeFirst()
  const invited = invitationId === null ? null : await findInvitedAddress(ctx, invitationId)
  const addressee = invited ? { to: invited, memberId: null } : memberId !== null && member ? { memberId } : null
  if (addressee === null) return
  const named = namedId === null ? {} : { name: await findName(ctx, namedId) }
  await sendMail(ctx, {
    template: planMails[mail],
    facts: {
      ...facts,
      ...named,
      note: extras.note ?? (await findNote(ctx, order)),
      person: { firstName: member?.firstName ?? '' },
    },
    files: extras.files ?? [],
    envelope: {
      ...addressee,
      about: namedId === null ? [] : [namedId],
      replyTo: await ctx.settings.get('EMAIL_ADMIN'),
    },
  })
}

export const mailInvoiceJob = job('mailInvoice', z.object({ invoiceId: z.number().int() }))
