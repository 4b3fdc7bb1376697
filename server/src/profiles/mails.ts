import { greet } from '#platform/mail/greet.ts'
import type { Mail } from '#platform/mail/mail.ts'

type Person = { firstName: string; lastName: string }

/** Goes to the address that was his, which is not known any more when he reads it. */
export const goodbyeMail = ({ person, siteName, url }: { person: Person; siteName: string; url: string }): Mail => ({
  subject: 'Your account is closed',
  greeting: greet(person),
  paragraphs: [
    `Your account at ${siteName} is closed, as you asked. Your name, email, phone and what else said who you are is erased, and your cards do not open anything any more.`,
    'That somebody was here, swiped a card or paid is kept without your name.',
    'If it was not you who closed it, answer this mail at once: it reaches the people who run the space. Thank you for having been with us.',
  ],
  button: { label: 'Open the portal', url },
})

/** Goes to those who run the space. */
export const closedMail = (input: { person: Person; memberId: number; isSuspended: boolean; url: string }): Mail => ({
  subject: 'A member closed his account',
  paragraphs: [
    'Somebody closed his account. He stands in no list any more, and his cards are off every door. Collect what he has borrowed.',
    ...(input.isSuspended
      ? [
          'He was suspended. The suspension stays, and you are told when an account is created with the same email or phone number.',
        ]
      : []),
  ],
  facts: [
    { label: 'Name', value: `${input.person.firstName} ${input.person.lastName}` },
    { label: 'Member number', value: String(input.memberId) },
  ],
  button: { label: 'Open the portal', url: input.url },
})
