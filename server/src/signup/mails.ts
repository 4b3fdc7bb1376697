import { someKeysOf } from '@spacekeeper/contract/keys-of.ts'
import { type CompletionItem, completionItems } from '@spacekeeper/contract/signup/words.ts'
import { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { job } from '#platform/jobs/job.ts'
import { greet } from '#platform/mail/greet.ts'
import { type MailSite, mailTemplate } from '#platform/mail/mail-template.ts'
import type { Mail } from '#platform/mail/mail.ts'
import { fullName } from '#platform/shown-name.ts'
import { listStaffAddressees } from '../auth/accounts.ts'
import { sendMail } from '../messages/outbox.ts'

export type SignupMailFacts = {
  person: { id: number; firstName: string; lastName: string; email: string }
  /** What staff or the applicant wrote. */
  words: string
  /** What is in the way, in words. */
  open: readonly string[]
  hasCredit: boolean
}

const madeUp: SignupMailFacts = {
  person: { id: 42, firstName: 'Sam', lastName: 'Sample', email: 'sam@example.org' },
  words: 'Which machines would you like to use?',
  open: ['the induction'],
  hasCredit: true,
}

const signupMail = (kind: string, write: (facts: SignupMailFacts, site: MailSite) => Mail) =>
  mailTemplate({ kind, write, sample: madeUp })

const personFacts = ({ person }: SignupMailFacts) => [
  { label: 'Name', value: fullName(person) },
  { label: 'Email', value: person.email },
]

const joiningPage = (url: string) => `${url}/account/membership-plan`

const applications = ({ url }: MailSite) => ({ label: 'Open applications', url: `${url}/manage/applications` })

/** The mails about joining. They are written after what they tell is stored. */
export const signupMails = {
  submitted: signupMail('applicationSubmitted', ({ person }, { siteName, url }) => ({
    subject: 'Application submitted',
    greeting: greet(person),
    paragraphs: [
      `Your application to become a member of ${siteName} has been submitted. Staff will review it and email you.`,
    ],
    button: { label: 'See your application', url: joiningPage(url) },
  })),
  asked: signupMail('applicationAsked', ({ person, words }, { siteName, url }) => ({
    subject: 'A question about your application',
    greeting: greet(person),
    paragraphs: [`Before they decide on your application at ${siteName}, staff would like to know:`, words],
    button: { label: 'Answer', url: joiningPage(url) },
  })),
  accepted: signupMail('applicationAccepted', ({ person }, { siteName, url }) => ({
    subject: 'Your application is accepted',
    greeting: greet(person),
    paragraphs: [`${siteName} has accepted your application. You can come in as soon as your payment has arrived.`],
    button: { label: 'See how to pay', url: joiningPage(url) },
  })),
  declined: signupMail('applicationDeclined', ({ person, words, hasCredit }, { siteName, url }) => ({
    subject: 'Your application was declined',
    greeting: greet(person),
    paragraphs: [
      `${siteName} has declined your application.`,
      `The reason: ${words}`,
      hasCredit
        ? 'Your plan has ended. What you have paid is yours to get back: staff see the amount and pay it back.'
        : 'Your plan has ended, and nothing was charged.',
    ],
    button: { label: 'Open the portal', url },
  })),
  newApplication: signupMail('newApplication', (facts, site) => ({
    subject: 'A new application',
    paragraphs: [`There’s a new application at ${site.siteName}. Replies to this email go to the applicant.`],
    facts: personFacts(facts),
    button: applications(site),
  })),
  answered: signupMail('applicationAnswered', (facts, site) => ({
    subject: 'An applicant has answered',
    paragraphs: [facts.words],
    facts: personFacts(facts),
    button: applications(site),
  })),
  stepsOpen: signupMail('returningStepsOpen', (facts, { url }) => ({
    subject: 'A member has paid and can’t come in yet',
    paragraphs: [
      `${fullName(facts.person)} was a member before and has paid again, but something is still missing: ${facts.open.join(', ')}.`,
      'They get access automatically once it’s done. You can also make them active on their page.',
    ],
    facts: personFacts(facts),
    button: { label: 'Open their page', url: `${url}/manage/members/${facts.person.id}` },
  })),
}

export type SignupMail = keyof typeof signupMails

/** Where the words of a mail stand. */
const wordsOf = { asked: 'question', answered: 'answer', declined: 'reason' } as const

const findWords = async (ctx: Ctx, { mail, applicationId }: SignupMailOrder): Promise<string> => {
  if (applicationId === null || !(mail === 'asked' || mail === 'answered' || mail === 'declined')) return ''
  const row = await ctx.db
    .selectFrom('applications')
    .select(['question', 'answer', 'reason'])
    .where('id', '=', applicationId)
    .executeTakeFirst()
  return row?.[wordsOf[mail]] ?? ''
}

const toStaff: readonly SignupMail[] = ['newApplication', 'answered', 'stepsOpen']

export const mailSignupJob = job(
  'mailSignup',
  z.object({
    memberId: z.number().int(),
    mail: z.enum(someKeysOf(signupMails)),
    /** The one it is about: what staff or the applicant wrote stands in its row. */
    applicationId: z.number().int().nullable().default(null),
    open: z.array(z.enum(completionItems)).default([]),
    hasCredit: z.boolean().default(false),
  }),
)

type SignupMailOrder = z.output<typeof mailSignupJob.payload>

/** What is in the way, as staff read it. */
export const itemWords: Readonly<Record<CompletionItem, string>> = {
  suspended: 'they are suspended',
  plan: 'a plan',
  payment: 'the payment',
  agreement: 'an agreement to sign',
  induction: 'the induction',
  accessCard: 'an access card',
  approval: 'a decision of staff',
}

/** Mails an applicant, or staff about one. A job, so that no mail holds up what it tells. */
export const mailSignup = async (ctx: Ctx, order: SignupMailOrder): Promise<void> => {
  const { memberId, mail, open, hasCredit } = order
  const person = await ctx.db
    .selectFrom('members')
    .select(['id', 'first_name as firstName', 'last_name as lastName', 'email'])
    .where('id', '=', memberId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  if (!person) return
  const envelope = toStaff.includes(mail)
    ? (await listStaffAddressees(ctx)).map((one) => ({ ...one, about: [memberId], replyTo: person.email }))
    : { memberId, replyTo: await ctx.settings.get('EMAIL_ADMIN') }
  await sendMail(ctx, {
    template: signupMails[mail],
    facts: { person, words: await findWords(ctx, order), open: open.map((item) => itemWords[item]), hasCredit },
    envelope,
  })
}
