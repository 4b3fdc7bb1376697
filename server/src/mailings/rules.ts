import type { MailingWords } from '@spacekeeper/contract/mailings/shapes.ts'
import { greet } from '#platform/mail/greet.ts'
import type { Mail } from '#platform/mail/mail.ts'

type MailingFacts = {
  words: MailingWords
  person: { firstName: string }
  /** Where this reader turns news off; left out in what concerns their membership. */
  newsUrl?: string
}

/** The mail of staff to one of many. News says how to get no more of it. */
export const mailToRecipient = ({ words, person, newsUrl }: MailingFacts): Mail => ({
  subject: words.subject,
  greeting: greet(person),
  paragraphs: words.text
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== ''),
  ...(newsUrl !== undefined && {
    footnotes: ['This email went to many members.'],
    footerLink: { label: 'Unsubscribe from news', url: newsUrl },
  }),
})
