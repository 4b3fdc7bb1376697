// On its own: the outbox shows a sample of every mail.
import { mailTemplate } from '#platform/mail/mail-template.ts'

type OffFacts = { name: string; receiverId: number; reason: 'gone' | 'failing'; error: string }

const reasons = {
  gone: 'The receiver answered that it is gone (410).',
  failing: 'Nothing has arrived there for five days, although we tried again and again.',
} as const

/** Tells administrators that another system is no longer told of what happens. */
export const webhookOffMail = mailTemplate<OffFacts>({
  kind: 'webhookOff',
  write: ({ name, receiverId, reason, error }, { siteName, url }) => ({
    subject: `The webhook “${name}” was switched off`,
    paragraphs: [
      `${siteName} no longer tells “${name}” of what happens. ${reasons[reason]}`,
      ...(error === '' || reason === 'gone' ? [] : [`The last try: ${error}`]),
      'Once the receiver works again, switch the webhook on and send what did not arrive again.',
    ],
    button: { label: 'Open the webhook', url: `${url}/manage/webhooks/${receiverId}` },
  }),
  sample: { name: 'Home Assistant', receiverId: 1, reason: 'failing', error: 'The server refused the connection.' },
})
