import { once } from 'node:events'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export type MailboxMail = { to: string; subject: string; text: string; html: string }
export type Mailbox = {
  url: string
  /** The newest mail to an address whose subject matches; waits for it. */
  newest: (to: string, subject: RegExp) => Promise<MailboxMail>
  /** From now on every mail is refused with these words, for the moment; undefined takes them again. */
  refuse: (words: string | undefined) => void
  close: () => Promise<void>
}

const waitMs = 50
const tries = 1200

/** A real mail server that keeps what it is given. */
export const startMailbox = async (): Promise<Mailbox> => {
  const mails: MailboxMail[] = []
  let refusal: string | undefined
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) =>
      done(refusal === undefined ? null : Object.assign(new Error(refusal), { responseCode: 451 })),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address)
        void PostalMime.parse(Buffer.concat(chunks)).then(({ subject, text, html }) => {
          for (const to of recipients) mails.push({ to, subject: subject ?? '', text: text ?? '', html: html ?? '' })
        })
        done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const newest = async (to: string, subject: RegExp): Promise<MailboxMail> => {
    for (let i = 0; i < tries; i++) {
      const mail = mails.findLast((one) => one.to === to && subject.test(one.subject))
      if (mail) return mail
      await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
    throw new Error(
      `No mail to ${to} about ${subject}; there are: ${mails.map((one) => `${one.to}: ${one.subject}`).join(', ')}`,
    )
  }
  return {
    url: `smtp://127.0.0.1:${port}`,
    newest,
    refuse: (words) => {
      refusal = words
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
