import { callbackify } from 'node:util'
import PostalMime, { type Attachment, type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export type SmtpRefusal = { code: number; text: string }

export type ReceivedMail = Email & { envelope: { from: string; to: string[] } }

/** What an attachment holds. */
export const contentOf = (file: Attachment | undefined): Uint8Array => {
  const content = file?.content ?? ''
  return typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)
}

export type TestSmtpServer = {
  url: string
  /** What arrived, parsed, in order. */
  mails: ReceivedMail[]
  /** How many lines were opened. */
  readonly greetings: number
  /** From now on every mail is refused; undefined takes them again. */
  refuse: (refusal: SmtpRefusal | undefined) => void
  close: () => Promise<void>
}

const errorOf = ({ code, text }: SmtpRefusal) => Object.assign(new Error(text), { responseCode: code })

const read = async (stream: AsyncIterable<Buffer>) => {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** A real mail server on a free port that keeps what it is given. For tests. */
export const startTestSmtpServer = async (): Promise<TestSmtpServer> => {
  const mails: ReceivedMail[] = []
  let refusal: SmtpRefusal | undefined
  let greetings = 0
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 50,
    logger: false,
    onConnect: (_session, done) => {
      greetings += 1
      done()
    },
    onRcptTo: (_address, _session, done) => done(refusal && errorOf(refusal)),
    onData: (stream, session, done) => {
      const receive = async () => {
        const mail = await PostalMime.parse(await read(stream))
        const { mailFrom, rcptTo } = session.envelope
        const from = mailFrom ? mailFrom.address : ''
        mails.push({ ...mail, envelope: { from, to: rcptTo.map(({ address }) => address) } })
      }
      callbackify(receive)((error) => done(error))
    },
  })
  server.on('error', () => {}) // a client that goes away in the middle is not the server's trouble
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()))
  const address = server.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    get greetings() {
      return greetings
    },
    refuse: (next) => {
      refusal = next
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
