// On its own: the outbox shows a sample of every mail.
import { greet } from '#platform/mail/greet.ts'
import { mailTemplate } from '#platform/mail/mail-template.ts'

type EndedFacts = { firstName: string; number: number; what: string; day: string }

/** Tells the owner of a ticket that its last day is over. */
export const ticketEndedMail = mailTemplate<EndedFacts>({
  kind: 'ticketEnded',
  write: ({ firstName, number, what, day }, { siteName, url }) => ({
    subject: `Your ticket ${number} has ended`,
    greeting: greet({ firstName }),
    paragraphs: [
      `Your ticket ${number} at ${siteName}, “${what}”, lasted until ${day}.`,
      'Please take the thing home and remove the ticket, or extend it if you still need the place.',
    ],
    button: { label: 'Open the ticket', url: `${url}/tickets/${number}` },
  }),
  sample: { firstName: 'Sam', number: 17, what: 'Half a chair', day: '20 November 2026' },
})
