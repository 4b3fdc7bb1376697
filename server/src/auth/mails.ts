import { invitationDays, loginLinkMinutes } from '@spacekeeper/contract/auth/words.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Work } from '#platform/db/change.ts'
import { greet } from '#platform/mail/greet.ts'
import { mailTemplate, writeMail } from '#platform/mail/mail-template.ts'
import { fullName } from '#platform/shown-name.ts'
import { formatPhone, countryCodeOf } from '#platform/sms/phone-numbers.ts'
import { queueMail, sendMail } from '../messages/outbox.ts'
import { findAccount, listStaffAddressees } from './accounts.ts'

type Addressee = { firstName: string }

type Applicant = Addressee & { lastName: string; screenName: string; email: string; phone: string }

/** `path`: where the link leads, with its token. */
type LinkFacts = { person: Addressee; path: string }

type EmailChangeFacts = { person: Addressee; from: string; to: string }

const sam: Applicant = {
  firstName: 'Sam',
  lastName: 'Sample',
  screenName: 'sam',
  email: 'sam@example.org',
  phone: '0491 570 006',
}

const link: LinkFacts = { person: sam, path: '/a-link-that-works-once' }

const emailChange: EmailChangeFacts = { person: sam, from: 'sam@example.org', to: 'sam.new@example.org' }

/** How long such a link works. */
const linkHours = 24

const linkFootnotes = [`The link works once and expires in ${linkHours} hours. If this wasn’t you, ignore this email.`]

export const verifyMail = mailTemplate<LinkFacts>({
  kind: 'verifyEmail',
  isSecret: true,
  newsHours: linkHours,
  write: (facts, site) => ({
    subject: 'Confirm your email address',
    greeting: greet(facts.person),
    paragraphs: [
      `You (or someone using your address) created an account at ${site.siteName}.`,
      'Please confirm that this address is yours. Then you can log in.',
    ],
    button: { label: 'Confirm email address', url: `${site.url}${facts.path}` },
    footnotes: linkFootnotes,
  }),
  sample: link,
})

export const resetMail = mailTemplate<LinkFacts>({
  kind: 'resetPassword',
  isSecret: true,
  newsHours: linkHours,
  write: (facts, site) => ({
    subject: 'Reset your password',
    greeting: greet(facts.person),
    paragraphs: [
      `You (or someone using your address) asked for a new password for your account at ${site.siteName}.`,
      'Choose one with the button below. Until you do, your old password still works.',
    ],
    button: { label: 'Choose a new password', url: `${site.url}${facts.path}` },
    footnotes: linkFootnotes,
  }),
  sample: link,
})

export const loginLinkMail = mailTemplate<LinkFacts>({
  kind: 'loginLink',
  isSecret: true,
  newsHours: loginLinkMinutes / 60,
  write: (facts, site) => ({
    subject: `Log in to ${site.siteName}`,
    greeting: greet(facts.person),
    paragraphs: [
      `You (or someone using your address) asked for a link to log in at ${site.siteName}.`,
      'Open it in the browser where you want to be logged in.',
    ],
    button: { label: 'Log in', url: `${site.url}${facts.path}` },
    footnotes: [
      `The link works once and expires in ${loginLinkMinutes} minutes. If this wasn’t you, ignore this email, and don’t give the link to anyone.`,
    ],
  }),
  sample: link,
})

export const invitationMail = mailTemplate<LinkFacts>({
  kind: 'invitation',
  isSecret: true,
  newsHours: invitationDays * 24,
  write: (facts, site) => ({
    subject: `You’re invited to ${site.siteName}`,
    greeting: greet(facts.person),
    paragraphs: [
      `The people who run ${site.siteName} have set up an account for you with this address.`,
      'Choose a password to start using it. We’ll log you in and show you what’s next.',
    ],
    button: { label: 'Choose a password', url: `${site.url}${facts.path}` },
    footnotes: [
      `The link works once and expires in ${invitationDays} days. If you weren’t expecting it, ignore this email.`,
    ],
  }),
  sample: link,
})

export const passwordChangedMail = mailTemplate<{ person: Addressee }>({
  kind: 'passwordChanged',
  write: (facts, site) => ({
    subject: 'Your password was changed',
    greeting: greet(facts.person),
    paragraphs: [
      `The password of your account at ${site.siteName} was just changed. We logged out the devices that were logged in before.`,
      'If this wasn’t you, choose a new password now and tell the people who run the space.',
    ],
    button: { label: 'Log in', url: `${site.url}/login` },
  }),
  sample: { person: sam },
})

export const changeLinkMail = mailTemplate<LinkFacts>({
  kind: 'changeEmail',
  isSecret: true,
  newsHours: linkHours,
  write: (facts, site) => ({
    subject: 'Confirm your new email address',
    greeting: greet(facts.person),
    paragraphs: [
      `You (or someone using your address) asked to use it for an account at ${site.siteName}.`,
      'It replaces the old one as soon as you confirm that it’s yours. From then on, log in with it.',
    ],
    button: { label: 'Use this address', url: `${site.url}${facts.path}` },
    footnotes: linkFootnotes,
  }),
  sample: link,
})

/** Goes to the old address, while there is time to stop the change. */
export const changeAskedMail = mailTemplate<EmailChangeFacts>({
  kind: 'emailChangeAsked',
  write: ({ person: member, from, to }, site) => ({
    subject: 'Your email address is about to change',
    greeting: greet(member),
    paragraphs: [
      `You (or someone who knows your password) asked to change the email address of your account at ${site.siteName} from ${from} to ${to}.`,
      'Nothing changes until the new address is confirmed.',
      'If this wasn’t you, choose a new password now, with “Forgot your password?” on the login page. That cancels the change and logs out every device.',
    ],
    button: { label: 'Log in', url: `${site.url}/login` },
  }),
  sample: emailChange,
})

/** Goes to the old address when staff entered another one. */
export const changeProposedMail = mailTemplate<EmailChangeFacts>({
  kind: 'emailChangeProposed',
  write: ({ person: member, from, to }, site) => ({
    subject: 'Your email address is about to change',
    greeting: greet(member),
    paragraphs: [
      `Staff entered ${to} as the new email address of your account at ${site.siteName}, in place of ${from}.`,
      'Nothing changes until the new address is confirmed. Until then, log in with this one.',
      'If this isn’t right, cancel the change in your profile or tell the people who run the space.',
    ],
    button: { label: 'Open your profile', url: `${site.url}/account/profile` },
  }),
  sample: emailChange,
})

/** Goes to both addresses. */
export const emailChangedMail = mailTemplate<EmailChangeFacts>({
  kind: 'ownEmailChanged',
  write: ({ person: member, from, to }, site) => ({
    subject: 'The email address of your account was changed',
    greeting: greet(member),
    paragraphs: [
      `The email address of your account at ${site.siteName} was just changed from ${from} to ${to}. Use the new one to log in.`,
      'If this wasn’t you, tell the people who run the space straight away.',
    ],
    button: { label: 'Open the portal', url: site.url },
  }),
  sample: emailChange,
})

export const inductionMail = mailTemplate<{ person: Addressee }>({
  kind: 'induction',
  write: (facts, site) => ({
    subject: 'Book your induction',
    greeting: greet(facts.person),
    paragraphs: [`Welcome to ${site.siteName}. Your next step is an induction.`],
    button: { label: 'Book an induction', url: new URL(site.settings.POST_INDUCTION_URL, site.url).href },
  }),
  sample: { person: sam },
})

export const newAccountMail = mailTemplate<{ person: Applicant }>({
  kind: 'newAccount',
  write: ({ person: applicant }, site) => ({
    subject: 'A new account was created',
    paragraphs: [`There’s a new account at ${site.siteName}. Replies to this email go to its owner.`],
    facts: [
      { label: 'Name', value: fullName(applicant) },
      { label: 'Screen name', value: applicant.screenName },
      { label: 'Email', value: applicant.email },
      { label: 'Phone', value: applicant.phone },
    ],
    button: { label: 'Open the portal', url: site.url },
  }),
  sample: { person: sam },
})

type Returning = { person: Addressee & { lastName: string; email: string }; memberId: number; formerId: number }

export const returningMail = mailTemplate<Returning>({
  kind: 'returning',
  write: ({ person: applicant, memberId, formerId }, site) => ({
    subject: 'A suspended member may be back',
    paragraphs: [
      `An account was created at ${site.siteName} with the email or phone number of a member who closed their account while suspended (member number ${formerId}). Please check before you make them a member.`,
    ],
    facts: [
      { label: 'Name', value: fullName(applicant) },
      { label: 'Email', value: applicant.email },
    ],
    button: { label: 'Look at the new account', url: `${site.url}/manage/members/${memberId}` },
  }),
  sample: { person: sam, memberId: 43, formerId: 42 },
})

export const accountMails = [
  verifyMail,
  resetMail,
  loginLinkMail,
  invitationMail,
  passwordChangedMail,
  inductionMail,
  newAccountMail,
  returningMail,
  changeLinkMail,
  changeAskedMail,
  changeProposedMail,
  emailChangedMail,
]

type EmailChangeNotice = { memberId: number; step: 'asked' | 'proposed' | 'done'; from: string; to: string }

/** Tells the old address that a new one was asked for, and both when it has become the new one. */
export const queueEmailChange = async (work: Work, { memberId, step, from, to }: EmailChangeNotice): Promise<void> => {
  const person = await work.tx
    .selectFrom('members')
    .select('first_name as firstName')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  const template = { asked: changeAskedMail, proposed: changeProposedMail, done: emailChangedMail }[step]
  const mail = await writeMail(work.ctx, template, { person, from, to })
  if (step === 'done') await queueMail(work, { mail, envelope: { memberId } })
  await queueMail(work, { mail, envelope: { memberId, to: from } })
}

/** Where members do not pay here, the way on is an induction: says where it is booked, if the site says so. */
export const mailInduction = async (ctx: Ctx, memberId: number): Promise<void> => {
  const person = await findAccount(ctx, memberId)
  const settings = await ctx.settings.all()
  const paysHere = settings.ENABLE_STRIPE_MEMBERSHIP_PAYMENTS
  if (!person || paysHere || settings.POST_INDUCTION_URL === '') return
  await sendMail(ctx, { template: inductionMail, facts: { person }, envelope: { memberId } })
}

/** Tells the administrators' address of a new account, if the site has one. An answer goes to the new member. */
export const mailNewAccount = async (ctx: Ctx, memberId: number): Promise<void> => {
  const account = await findAccount(ctx, memberId)
  const to = await ctx.settings.get('EMAIL_ADMIN')
  if (!account || to === '') return
  const person = { ...account, phone: formatPhone(account.phone, await countryCodeOf(ctx)) }
  const envelope = { to, memberId: null, about: [memberId], replyTo: account.email }
  await sendMail(ctx, { template: newAccountMail, facts: { person }, envelope })
}

/** Tells a member that the password is another one now, in case someone else changed it. */
export const mailPasswordChanged = async (ctx: Ctx, memberId: number): Promise<void> => {
  const person = await findAccount(ctx, memberId)
  if (!person) return
  await sendMail(ctx, { template: passwordChangedMail, facts: { person }, envelope: { memberId } })
}

/** Tells those who run the space that a member may be back who left while suspended. */
export const mailReturning = async (ctx: Ctx, input: { memberId: number; formerId: number }): Promise<void> => {
  const { memberId } = input
  const person = await findAccount(ctx, memberId)
  if (!person) return
  const staff = await listStaffAddressees(ctx)
  const about = [memberId, input.formerId]
  const envelope = staff.map((one) => ({ ...one, about }))
  await sendMail(ctx, { template: returningMail, facts: { ...input, person }, envelope })
}
