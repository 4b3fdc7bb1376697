import type { HomepageCard } from '@spacekeeper/contract/homepage-card.ts'
import type { Settings } from '@spacekeeper/contract/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Work } from '#platform/db/change.ts'
import { greet } from '#platform/mail/greet.ts'
import { type MailSite, mailTemplate, writeMail } from '#platform/mail/mail-template.ts'
import type { Mail, MailCard } from '#platform/mail/mail.ts'
import { fullName } from '#platform/shown-name.ts'
import { queueMail, sendMail } from '../messages/outbox.ts'

/** `reason`: what staff wrote for the member. `formerEmail`: the address before, where that is what changed. */
export type MemberMailFacts = {
  person: { firstName: string; lastName: string; email: string }
  reason: string | null
  formerEmail: string | null
}

const madeUp: MemberMailFacts = {
  person: { firstName: 'Sam', lastName: 'Sample', email: 'sam@example.org' },
  reason: 'Your key was found in the car park. Please come and fetch it.',
  formerEmail: 'sam.before@example.org',
}

const memberMail = (kind: string, write: (facts: MemberMailFacts, site: MailSite) => Mail) =>
  mailTemplate({ kind, write, sample: madeUp })

const because = (reason: string | null) => (reason ? [`The reason: ${reason}`] : [])

/** The mails about a membership. They are written after the state is stored. */
export const memberMails = {
  enabled: memberMail('enabled', ({ person }, { siteName, url }) => ({
    subject: 'Your access is enabled',
    greeting: greet(person),
    paragraphs: [
      `Your membership at ${siteName} is active. Your card works again on the doors and machines you have access to.`,
    ],
    button: { label: 'See what you can use', url: `${url}/account/access` },
  })),
  disabled: memberMail('disabled', ({ person, reason }, { siteName, url }) => ({
    subject: 'Your access is disabled',
    greeting: greet(person),
    paragraphs: [
      `Your membership at ${siteName} is no longer active, so your card doesn’t work on doors and machines.`,
      ...because(reason),
      'Your account and access are kept for when you come back.',
    ],
    button: { label: 'Open the portal', url: `${url}/dashboard` },
  })),
  welcome: memberMail('welcome', ({ person }, site) => ({
    subject: `Welcome to ${site.siteName}`,
    greeting: greet(person),
    paragraphs: [
      `You’re now a member of ${site.siteName}. We’re glad to have you.`,
      'The portal shows which doors and machines you can use, and what the others need.',
    ],
    cards: welcomeCards(site.settings, site.url),
    button: { label: 'Open the portal', url: `${site.url}/dashboard` },
  })),
  suspended: memberMail('suspended', ({ person, reason }, { siteName, url }) => ({
    subject: 'Your membership is suspended',
    greeting: greet(person),
    paragraphs: [
      `The people who run ${siteName} have suspended your membership. Your card doesn’t work on doors and machines.`,
      ...because(reason),
      'You can still log in. Reply to this email to reach them.',
    ],
    button: { label: 'Open the portal', url: `${url}/dashboard` },
  })),
  lifted: memberMail('lifted', ({ person, reason }, { siteName, url }) => ({
    subject: 'Your suspension is lifted',
    greeting: greet(person),
    paragraphs: [
      `The people who run ${siteName} have lifted the suspension of your membership.`,
      ...because(reason),
      'The portal shows whether your membership is active and what you can use.',
    ],
    button: { label: 'See what you can use', url: `${url}/account/access` },
  })),
  emailChanged: memberMail('emailChanged', ({ person, formerEmail }, { siteName, url }) => ({
    subject: 'The email address of your account was changed',
    greeting: greet(person),
    paragraphs: [
      `Staff changed the email address of your account at ${siteName} from ${formerEmail ?? 'another one'} to ${person.email}.`,
      'Use the new one to log in. If you didn’t ask for this, tell the people who run the space.',
    ],
    button: { label: 'Open the portal', url },
  })),
  newMember: memberMail('newMember', ({ person }, { siteName, url }) => ({
    subject: 'A new member',
    paragraphs: [`${siteName} has a new member. Replies to this email go to them.`],
    facts: [
      { label: 'Name', value: fullName(person) },
      { label: 'Email', value: person.email },
    ],
    button: { label: 'Open the portal', url },
  })),
}

export type MemberMail = keyof typeof memberMails

/** Links in mails need absolute addresses. */
const absolute = (url: string, siteUrl: string) => (url.startsWith('/') ? `${siteUrl}${url}` : url)

const linksOf = (card: HomepageCard, siteUrl: string): MailCard['links'] => {
  const label = card.btn_text || card.title
  if (card.url) return [{ label, url: absolute(card.url, siteUrl) }]
  // Only the web knows the paths of its pages; the dashboard leads on.
  if (card.routerLink) return [{ label, url: `${siteUrl}/dashboard` }]
  return (card.links ?? []).map(({ url, btn_text: text }) => ({ label: text, url: absolute(url, siteUrl) }))
}

/** What the site tells new members: its cards for the welcome mail, or else those of the home page. */
export const welcomeCards = (
  settings: Pick<Settings, 'WELCOME_EMAIL_CARDS' | 'HOME_PAGE_CARDS'>,
  siteUrl: string,
): MailCard[] => {
  const { WELCOME_EMAIL_CARDS: own, HOME_PAGE_CARDS: home } = settings
  return (own.length > 0 ? own : home).map((card) => ({
    title: card.title,
    description: card.description,
    links: linksOf(card, siteUrl),
  }))
}

type MemberMailOrder = { memberId: number; mail: MemberMail; hasReason: boolean }

/** Mails a member about the membership, or the administrators about the member. A job, so that no mail delays a change of state. */
export const mailMember = async (ctx: Ctx, input: MemberMailOrder): Promise<void> => {
  const { memberId, mail: name, hasReason } = input
  const member = await ctx.db
    .selectFrom('members')
    .select(['email', 'first_name as firstName', 'last_name as lastName'])
    .select('suspension_reason as reason')
    .where('id', '=', memberId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  const adminAddress = await ctx.settings.get('EMAIL_ADMIN')
  const isToStaff = name === 'newMember'
  if (!member || (isToStaff && adminAddress === '')) return
  const { reason, ...person } = member
  await sendMail(ctx, {
    template: memberMails[name],
    facts: { person, reason: hasReason ? reason : null, formerEmail: null },
    envelope: isToStaff
      ? { to: adminAddress, memberId: null, about: [memberId], replyTo: person.email }
      : { memberId, replyTo: adminAddress },
  })
}

const getPerson = ({ tx }: Work, memberId: number) =>
  tx
    .selectFrom('members')
    .select(['email', 'first_name as firstName', 'last_name as lastName'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()

/** Tells a member why. No job, whose payload would hold what staff wrote: their row may have another reason by then. */
export const queueReason = async (
  work: Work,
  { memberId, mail: name, reason }: { memberId: number; mail: MemberMail; reason: string },
): Promise<void> => {
  const person = await getPerson(work, memberId)
  const mail = await writeMail(work.ctx, memberMails[name], { person, reason, formerEmail: null })
  await queueMail(work, { mail, envelope: { memberId, replyTo: await work.ctx.settings.get('EMAIL_ADMIN') } })
}

/** Tells both addresses, the former one as well, that staff changed it. No job, whose payload would hold an address. */
export const queueEmailReplaced = async (
  work: Work,
  { memberId, formerEmail }: { memberId: number; formerEmail: string },
): Promise<void> => {
  const person = await getPerson(work, memberId)
  const mail = await writeMail(work.ctx, memberMails.emailChanged, { person, reason: null, formerEmail })
  const replyTo = await work.ctx.settings.get('EMAIL_ADMIN')
  await queueMail(work, { mail, envelope: { memberId, replyTo } })
  await queueMail(work, { mail, envelope: { memberId, to: formerEmail, replyTo } })
}
