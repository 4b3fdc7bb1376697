// On its own: every domain has its mails here.
import { greet } from '#platform/mail/greet.ts'
import { mailTemplate } from '#platform/mail/mail-template.ts'

/** What staff wrote in a step, filled in for one member. */
type ReminderMailFacts = {
  person: { firstName: string }
  subject: string
  text: string
}

/** The email of a step. Its words are staff's; the way to pay is a button below them. */
export const reminderMail = mailTemplate<ReminderMailFacts>({
  kind: 'paymentReminder',
  newsHours: 7 * 24,
  write: ({ person, subject, text }, site) => ({
    subject,
    greeting: greet(person),
    paragraphs: text.split(/\n{2,}/),
    button: { label: 'See how to pay', url: `${site.url}/account/membership-plan` },
  }),
  sample: {
    person: { firstName: 'Sam' },
    subject: '$65.00 for Full membership is overdue',
    text: 'Your payment of $65.00 for Full membership was due on 7 March 2026. We have not received it yet.\n\nYour access ends on 14 March 2026 unless it is paid. If you need more time, please talk to us.',
  },
})
