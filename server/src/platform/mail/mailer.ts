import { asciiEmail } from '@spacekeeper/contract/email-addresses.ts'

/** A file that goes with a mail. */
export type MailFile = {
  name: string
  mediaType: string
  content: Uint8Array
  /** The stored picture it is a copy of, which it does not outlast. */
  pictureId?: number
}

/** One mail on its way. `id` lets readers see that two copies are one mail. */
export type Outgoing = {
  id: string
  from: { name: string; address: string }
  to: string
  replyTo: string | undefined
  subject: string
  text: string
  html: string | undefined
  files?: readonly MailFile[] | undefined
  /** Where its reader turns such mails off: mail programs show a button for it (RFC 8058). */
  unsubscribeUrl?: string | undefined
}

export type Mailer = {
  /** Resolves once the server has taken the mail. */
  send: (mail: Outgoing) => Promise<void>
  /** Writes the mail as it would leave, greets the server and leaves it again without giving it a mail. */
  rehearse: (mail: Outgoing) => Promise<void>
}

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, dnsTimeout: 10_000 }
/** Long enough for a burst of mails, short enough not to hold up a stop. */
const idleTimeout = 5_000

const openTransport = async (smtpUrl: string) => {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 2,
    ...timeouts,
    idleTimeout,
    // Nothing a mail says makes us read a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

const envelopeOf = ({ id, from, to, replyTo, unsubscribeUrl, files = [], ...content }: Outgoing) => ({
  ...content,
  attachments: files.map((file) => ({
    filename: file.name,
    contentType: file.mediaType,
    content: Buffer.from(file.content),
  })),
  from,
  to: { name: '', address: to },
  messageId: `<${id}@${asciiEmail(from.address).split('@').at(-1) ?? 'localhost'}>`,
  headers: {
    'Auto-Submitted': 'auto-generated',
    ...(unsubscribeUrl !== undefined && {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  },
  ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
})

const openMailer = (smtpUrl: string): Mailer => {
  let opened: ReturnType<typeof openTransport> | undefined
  const transport = () => (opened ??= openTransport(smtpUrl))
  return {
    send: async (mail) => void (await (await transport()).sendMail(envelopeOf(mail))),
    rehearse: async (mail) => {
      const { createTransport } = await import('nodemailer')
      await createTransport({ streamTransport: true, buffer: true }).sendMail(envelopeOf(mail))
      await (await transport()).verify()
    },
  }
}

const mailers = new Map<string, Mailer>()

/**
 * The way to a mail server, opened with the first mail. Whether it speaks TLS stands in the address.
 * One for the process; idle connections close by themselves, so it needs no closing.
 */
export const mailerTo = (smtpUrl: string): Mailer => {
  const mailer = mailers.get(smtpUrl) ?? openMailer(smtpUrl)
  mailers.set(smtpUrl, mailer)
  return mailer
}
