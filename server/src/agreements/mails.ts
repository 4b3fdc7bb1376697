import { guardianDays } from '@spacekeeper/contract/agreements/words.ts'
import { sayCount } from '@spacekeeper/contract/formatters.ts'
import { greet } from '#platform/mail/greet.ts'
import { mailTemplate } from '#platform/mail/mail-template.ts'
import { listTitles } from './rules.ts'

type SignedFacts = { firstName: string; signedName: string; titles: readonly string[] }

type GuardianFacts = { guardianName: string; memberName: string; path: string }

const sampleTitle = 'House rules'

const attached = (titles: readonly string[]) =>
  sayCount(titles.length, { one: 'The PDF is attached', other: 'The PDFs are attached' })

/** What a member signed, for them to keep. */
export const signedMail = mailTemplate<SignedFacts>({
  kind: 'agreementSigned',
  write: ({ firstName, signedName, titles }, { siteName, url }) => ({
    subject: `You signed ${listTitles(titles)}`,
    greeting: greet({ firstName }),
    paragraphs: [
      `You signed ${listTitles(titles)} for ${siteName} as ${signedName}.`,
      `${attached(titles)}, and you find ${sayCount(titles.length, { one: 'it', other: 'them' })} in your profile.`,
    ],
    button: { label: 'Open your profile', url: `${url}/account/profile` },
  }),
  sample: { firstName: 'Sam', signedName: 'Sam Sample', titles: [sampleTitle] },
})

export const guardianMail = mailTemplate<GuardianFacts>({
  kind: 'guardianAsked',
  isSecret: true,
  newsHours: guardianDays * 24,
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
export const guardianSignedMail = mailTemplate<Omit<GuardianFacts, 'path'> & { titles: readonly string[] }>({
  kind: 'guardianSigned',
  write: ({ guardianName, memberName, titles }, { siteName, url }) => ({
    subject: `You signed for ${memberName}`,
    greeting: greet({ firstName: guardianName }),
    paragraphs: [
      `You signed ${listTitles(titles)} for ${memberName} at ${siteName}.`,
      `${attached(titles)}. Please keep this email.`,
    ],
    button: { label: 'Open the portal', url },
  }),
  sample: { guardianName: 'Alex Sample', memberName: 'Sam Sample', titles: [sampleTitle] },
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
  sample: { firstName: 'Sam', title: sampleTitle, isChanged: true },
})

export const agreementMails = [signedMail, guardianMail, guardianSignedMail, agreementDueMail]
