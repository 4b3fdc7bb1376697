import { guardianDays, paragraphsOf } from '@spacekeeper/contract/agreements/words.ts'
import { greet } from '#platform/mail/greet.ts'
import { mailTemplate } from '#platform/mail/mail-template.ts'
import type { MailCard } from '#platform/mail/mail.ts'
import { listTitles } from './rules.ts'

type MailedWording = { title: string; text: string }

type SignedFacts = { firstName: string; signedName: string; wordings: readonly MailedWording[] }

type GuardianFacts = { guardianName: string; memberName: string; path: string }

const house: MailedWording = { title: 'House rules', text: 'Leave the workshop as you would like to find it.' }

const copies = (wordings: readonly MailedWording[]): MailCard[] =>
  wordings.map(({ title, text }) => ({ title, description: paragraphsOf(text).join('\n\n'), links: [] }))

const titlesOf = (wordings: readonly MailedWording[]) => listTitles(wordings.map(({ title }) => title))

/** What a member signed, for them to keep. */
export const signedMail = mailTemplate<SignedFacts>({
  kind: 'agreementSigned',
  write: ({ firstName, signedName, wordings }, { siteName, url }) => ({
    subject: `You signed ${titlesOf(wordings)}`,
    greeting: greet({ firstName }),
    paragraphs: [
      `You signed this for ${siteName} as ${signedName}. Please keep this copy; your profile has it as a PDF.`,
    ],
    cards: copies(wordings),
    button: { label: 'Open your profile', url: `${url}/account/profile` },
  }),
  sample: { firstName: 'Sam', signedName: 'Sam Sample', wordings: [house] },
})

export const guardianMail = mailTemplate<GuardianFacts>({
  kind: 'guardianAsked',
  isSecret: true,
  write: ({ guardianName, memberName, path }, { siteName, url }) => ({
    subject: `Please sign for ${memberName}`,
    greeting: greet({ firstName: guardianName }),
    paragraphs: [
      `${memberName} wants to join ${siteName}, is under 18, and named you as their guardian.`,
      'Please read what they signed, and sign it too if you agree. They can’t join before that.',
    ],
    button: { label: 'Read and sign', url: `${url}${path}` },
    footnotes: [`The link works for ${guardianDays} days. If you don’t know them, ignore this email.`],
  }),
  sample: { guardianName: 'Alex Sample', memberName: 'Sam Sample', path: '/guardian/a-link-of-your-own' },
})

/** The copy of a guardian. */
export const guardianSignedMail = mailTemplate<{
  guardianName: string
  memberName: string
  wordings: readonly MailedWording[]
}>({
  kind: 'guardianSigned',
  write: ({ guardianName, memberName, wordings }, { siteName, url }) => ({
    subject: `You signed for ${memberName}`,
    greeting: greet({ firstName: guardianName }),
    paragraphs: [`You signed this for ${memberName} at ${siteName}. Please keep this copy.`],
    cards: copies(wordings),
    button: { label: 'Open the portal', url },
  }),
  sample: { guardianName: 'Alex Sample', memberName: 'Sam Sample', wordings: [house] },
})

type DueFacts = { firstName: string; title: string; isChanged: boolean }

/** Asks a member to sign, because the text has changed or staff asked. */
export const agreementDueMail = mailTemplate<DueFacts>({
  kind: 'agreementDue',
  write: ({ firstName, title, isChanged }, { siteName, url }) => ({
    subject: isChanged ? `“${title}” has changed: please sign it again` : `Please sign “${title}”`,
    greeting: greet({ firstName }),
    paragraphs: [
      isChanged
        ? `There’s a new text of “${title}” at ${siteName}. Please read it and sign it again.`
        : `You haven’t signed “${title}” yet, which ${siteName} asks of you. Please read and sign it.`,
      'It takes about two minutes, also on a phone.',
    ],
    button: { label: 'Read and sign', url: `${url}/account/agreements` },
  }),
  sample: { firstName: 'Sam', title: house.title, isChanged: true },
})

export const agreementMails = [signedMail, guardianMail, guardianSignedMail, agreementDueMail]
