import type { MailingWords } from '@spacekeeper/contract/mailings.ts'
import { greet } from '#platform/mail/greet.ts'
import type { Mail } from '#platform/mail/mail.ts'

type Facts = { words: MailingWords; person: { firstName: string }; adminAddress: string; concernsMembership: boolean }

/** The mail of staff to one of many. Who can answer is told how to get no more of them. */
export const mailOf = ({ words, person, adminAddress, concernsMembership }: Facts): Mail => ({
  subject: words.subject,
  greeting: greet(person),
  paragraphs: words.text
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== ''),
  ...(adminAddress !== '' &&
    !concernsMembership && {
      footnotes: ['This mail went to many members. If you want no more of them, answer it and say so.'],
    }),
})
