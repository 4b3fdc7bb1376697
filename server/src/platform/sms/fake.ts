import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

export type TakenSms = { sid: string; to: string; from: string; body: string; at: Date }
type TwilioRefusal = { status: number; code: number; message: string }

export type FakeTwilio = {
  url: string
  account: { accountSid: string; authToken: string; senderId: string }
  /** What was taken, in order. */
  taken: TakenSms[]
  /** From now on everything is refused with this, or not answered; undefined takes messages again. */
  refuse: (refusal: TwilioRefusal | 'silence' | undefined) => void
  /** Told of every message that is taken. */
  onTaken: (hear: (sms: TakenSms) => void) => void
  close: () => Promise<void>
}

const answer = (response: ServerResponse, input: { status: number; body: object }) => {
  response.writeHead(input.status, { 'content-type': 'application/json' }).end(JSON.stringify(input.body))
}

const read = async (request: IncomingMessage) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk)
  return new URLSearchParams(Buffer.concat(chunks).toString())
}

const refusals = {
  auth: { status: 401, code: 20003, message: 'Authenticate' },
  path: { status: 404, code: 20404, message: 'The requested resource was not found' },
  noTo: { status: 400, code: 21604, message: "A 'To' phone number is required." },
  to: { status: 400, code: 21211, message: "The 'To' number is not a valid phone number." },
  from: { status: 400, code: 21603, message: "A 'From' phone number is required." },
  noBody: { status: 400, code: 21602, message: 'Message body is required.' },
  long: { status: 400, code: 21617, message: 'The concatenated message body exceeds the 1600 character limit.' },
} as const satisfies Record<string, TwilioRefusal>

const refusalOf = (form: URLSearchParams): TwilioRefusal | null => {
  const [to, body] = [form.get('To') ?? '', form.get('Body') ?? '']
  if (to === '') return refusals.noTo
  if (!/^\+[1-9]\d{6,14}$/.test(to)) return refusals.to
  if (!form.get('From') && !form.get('MessagingServiceSid')) return refusals.from
  if (body === '') return refusals.noBody
  return body.length > 1600 ? refusals.long : null
}

const sendRefusal = (response: ServerResponse, { status, code, message }: TwilioRefusal) =>
  answer(response, {
    status,
    body: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
  })

const makeAccount = () => ({
  accountSid: `AC${randomBytes(16).toString('hex')}`,
  authToken: randomBytes(16).toString('hex'),
  senderId: '+15005550006',
})

const basicOf = ({ accountSid, authToken }: FakeTwilio['account']) =>
  `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`

/** What is wrong with a request, or with the message in it. */
const objectionTo = (request: IncomingMessage, input: { account: FakeTwilio['account']; form: URLSearchParams }) => {
  const { account, form } = input
  if (request.headers.authorization !== basicOf(account)) return refusals.auth
  const path = `/2010-04-01/Accounts/${account.accountSid}/Messages.json`
  return request.method === 'POST' && request.url === path ? refusalOf(form) : refusals.path
}

const smsOf = (form: URLSearchParams): TakenSms => ({
  sid: `SM${randomBytes(16).toString('hex')}`,
  to: form.get('To') ?? '',
  from: form.get('From') ?? form.get('MessagingServiceSid') ?? '',
  body: form.get('Body') ?? '',
  at: new Date(),
})

/** Speaks the part of Twilio's HTTP that the official library uses to send, and remembers. For tests and demonstrations. */
export const startFakeTwilio = async (): Promise<FakeTwilio> => {
  const account = makeAccount()
  const taken: TakenSms[] = []
  const hearers: ((sms: TakenSms) => void)[] = []
  let refusal: TwilioRefusal | 'silence' | undefined

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const form = await read(request)
    if (refusal === 'silence') return undefined
    const objection = refusal ?? objectionTo(request, { account, form })
    if (objection) return sendRefusal(response, objection)
    const sms = smsOf(form)
    taken.push(sms)
    for (const hear of hearers) hear(sms)
    const { at: _, ...facts } = sms
    return answer(response, { status: 201, body: { ...facts, account_sid: account.accountSid, status: 'queued' } })
  }

  const server = createServer((request, response) => void serve(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    account,
    taken,
    refuse: (next) => {
      refusal = next
    },
    onTaken: (hear) => void hearers.push(hear),
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => void server.close(() => resolve()))
    },
  }
}
