import { dateFormat } from '@spacekeeper/contract/formatters.ts'
import type { BallotKind } from '@spacekeeper/contract/votes/words.ts'
import { greet } from '#platform/mail/greet.ts'
import { type MailSite, type MailTemplate, mailTemplate } from '#platform/mail/mail-template.ts'

export type MotionMailFacts = {
  firstName: string
  motionId: number
  title: string
  ballot: BallotKind
  closesAt: Date | null
}

/** "Monday, 1 March 2027 at 19:00 AEST": the time of the space, which its name says. */
const timeOf = (at: Date, { settings }: MailSite) =>
  dateFormat(settings.SITE_LOCALE_CURRENCY, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: settings.SITE_TIME_ZONE,
    timeZoneName: 'short',
  }).format(at)

const closing = ({ closesAt }: MotionMailFacts, site: MailSite) =>
  closesAt === null ? 'It stays open until staff close it.' : `It closes on ${timeOf(closesAt, site)}.`

const secrecy = ({ ballot }: MotionMailFacts) =>
  ballot === 'secret'
    ? 'The ballot is secret: the portal keeps nothing that connects you with what you vote.'
    : 'The ballot is open: once it is closed, members who could vote see who voted what.'

const buttonOf = ({ motionId }: MotionMailFacts, { url }: MailSite, label: string) => ({
  label,
  url: `${url}/tools/votes/${motionId}`,
})

const sample: MotionMailFacts = {
  firstName: 'Sam',
  motionId: 1,
  title: 'A second laser cutter',
  ballot: 'open',
  closesAt: new Date('2027-03-01T09:00:00Z'),
}

export const voteOpenedMail = mailTemplate<MotionMailFacts>({
  kind: 'voteOpened',
  write: (facts, site) => ({
    subject: `You can vote: ${facts.title}`,
    greeting: greet(facts),
    paragraphs: [`The members of ${site.siteName} vote on “${facts.title}”. ${closing(facts, site)}`, secrecy(facts)],
    button: buttonOf(facts, site, 'Vote'),
  }),
  sample,
})

export const voteReminderMail = mailTemplate<MotionMailFacts>({
  kind: 'voteReminder',
  write: (facts, site) => ({
    subject: `Your vote is missing: ${facts.title}`,
    greeting: greet(facts),
    paragraphs: [`You haven’t voted on “${facts.title}” yet. ${closing(facts, site)}`],
    button: buttonOf(facts, site, 'Vote'),
  }),
  sample,
})

export const voteResultMail = mailTemplate<MotionMailFacts>({
  kind: 'voteResult',
  write: (facts, site) => ({
    subject: `The result is out: ${facts.title}`,
    greeting: greet(facts),
    paragraphs: [`The vote on “${facts.title}” at ${site.siteName} is closed and counted.`],
    button: buttonOf(facts, site, 'See the result'),
  }),
  sample,
})

/** The mail of each occasion. */
export const letterTemplates = {
  opened: voteOpenedMail,
  reminder: voteReminderMail,
  result: voteResultMail,
} satisfies Record<string, MailTemplate<MotionMailFacts>>

export const voteMails = Object.values(letterTemplates)
