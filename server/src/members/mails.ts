import { greet } from '#platform/mail/greet.ts'
import type { Mail, MailCard } from '#platform/mail/mail.ts'

type Person = { firstName: string; lastName: string; email: string }
type Facts = {
  person: Person
  siteName: string
  url: string
  reason: string | null
  email: string | null
  /** What the site tells new members. */
  cards: readonly MailCard[]
}

const because = (reason: string | null) => (reason ? [`The reason: ${reason}`] : [])

/** The mails about a membership. Nobody waits for them: they are written after the state is stored. */
export const memberMails = {
  enabled: ({ person, siteName, url }) => ({
    subject: 'Your access is enabled',
    greeting: greet(person),
    paragraphs: [
      `Your membership at ${siteName} is active. Your card works again on the doors and machines granted to you.`,
    ],
    button: { label: 'See what you may use', url: `${url}/account/access` },
  }),
  disabled: ({ person, siteName, url, reason }) => ({
    subject: 'Your access is disabled',
    greeting: greet(person),
    paragraphs: [
      `Your membership at ${siteName} is not active any more, so your card does not work on doors and machines.`,
      ...because(reason),
      'Your account and what was granted to you are kept, for when you come back.',
    ],
    button: { label: 'Open the portal', url: `${url}/dashboard` },
  }),
  welcome: ({ person, siteName, url, cards }) => ({
    subject: `Welcome to ${siteName}`,
    greeting: greet(person),
    paragraphs: [
      `You are a member of ${siteName} now. We are glad to have you.`,
      'In the portal you see which doors and machines you may use, and why not the others.',
    ],
    cards,
    button: { label: 'Open the portal', url: `${url}/dashboard` },
  }),
  suspended: ({ person, siteName, url, reason }) => ({
    subject: 'Your membership is suspended',
    greeting: greet(person),
    paragraphs: [
      `The people who run ${siteName} have suspended your membership. Your card does not work on doors and machines.`,
      ...because(reason),
      'You can still log in. An answer to this mail reaches them.',
    ],
    button: { label: 'Open the portal', url: `${url}/dashboard` },
  }),
  lifted: ({ person, siteName, url, reason }) => ({
    subject: 'Your suspension is lifted',
    greeting: greet(person),
    paragraphs: [
      `The people who run ${siteName} have lifted the suspension of your membership.`,
      ...because(reason),
      'In the portal you see whether your membership is active and what you may use.',
    ],
    button: { label: 'See what you may use', url: `${url}/account/access` },
  }),
  emailChanged: ({ person, siteName, url, email }) => ({
    subject: 'The email address of your account was changed',
    greeting: greet(person),
    paragraphs: [
      `Staff changed the email address of your account at ${siteName} from ${email ?? 'another one'} to ${person.email}.`,
      'You log in with the new one. If you did not ask for this, tell the people who run the space.',
    ],
    button: { label: 'Open the portal', url },
  }),
  newMember: ({ person, siteName, url }) => ({
    subject: 'An account was made a member',
    paragraphs: [`Somebody is a member of ${siteName} now. An answer to this mail goes to that address.`],
    facts: [
      { label: 'Name', value: `${person.firstName} ${person.lastName}` },
      { label: 'Email', value: person.email },
    ],
    button: { label: 'Open the portal', url },
  }),
} as const satisfies Record<string, (facts: Facts) => Mail>

export type MemberMail = keyof typeof memberMails

const madeUp: Omit<Facts, 'siteName' | 'url' | 'cards'> = {
  person: { firstName: 'Sam', lastName: 'Sample', email: 'sam@example.org' },
  reason: 'Your key was found in the car park. Please come and fetch it.',
  email: 'sam.before@example.org',
}

/** Every mail about a membership, to somebody made up. */
export const sampleMemberMails = (site: Pick<Facts, 'siteName' | 'url' | 'cards'>): { kind: string; mail: Mail }[] =>
  Object.entries(memberMails).map(([kind, write]) => ({ kind, mail: write({ ...madeUp, ...site }) }))
