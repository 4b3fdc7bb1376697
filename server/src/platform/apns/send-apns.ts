import { connect, type ClientHttp2Session, constants } from 'node:http2'
import { z } from 'zod'

/** A message to one device through Apple's push service, by HTTP/2. */
export type ApnsMessage = {
  /** The token of the device, in hexadecimal. */
  deviceToken: string
  topic: string
  payload: unknown
}

/** Who sends: the certificate of the topic with its key. `url` and `ca` are those of a stand-in. */
export type ApnsSender = { certificate: string; key: string; url?: string | undefined; ca?: string | undefined }

/** `reason` is Apple's own word, such as `BadDeviceToken`. A status of 0: it was not reached. */
export type ApnsAnswer = { status: number; reason: string | null }

const apple = 'https://api.push.apple.com'
const timeoutMs = 10_000

const Refusal = z.object({ reason: z.string() })

const reasonIn = (text: string): string | null => {
  try {
    return Refusal.safeParse(JSON.parse(text)).data?.reason ?? null
  } catch {
    return null
  }
}

const post = (session: ClientHttp2Session, message: ApnsMessage): Promise<ApnsAnswer> =>
  new Promise((settle, fail) => {
    const request = session.request({
      [constants.HTTP2_HEADER_METHOD]: 'POST',
      [constants.HTTP2_HEADER_PATH]: `/3/device/${message.deviceToken}`,
      'apns-topic': message.topic,
    })
    let status = 0
    let text = ''
    request.setEncoding('utf8')
    request.on('response', (headers) => {
      status = Number(headers[constants.HTTP2_HEADER_STATUS] ?? 0)
    })
    request.on('data', (piece: string) => {
      if (text.length < 10_000) text += piece
    })
    request.on('end', () => settle({ status, reason: reasonIn(text) }))
    request.on('error', fail)
    request.setTimeout(timeoutMs, () => request.close(constants.NGHTTP2_CANCEL))
    request.end(JSON.stringify(message.payload))
  })

/** Sends to several devices over one connection. Each gets its answer; none of it throws. */
export const sendApns = async (sender: ApnsSender, messages: readonly ApnsMessage[]): Promise<ApnsAnswer[]> => {
  const { certificate: cert, key, url = apple, ca } = sender
  const session = connect(url, { cert, key, ...(ca !== undefined && { ca }) })
  const away: ApnsAnswer = { status: 0, reason: null }
  // Without a listener a failed connection would end the process; each request hears of it as well.
  session.on('error', () => undefined)
  session.setTimeout(timeoutMs, () => session.destroy())
  try {
    return await Promise.all(messages.map((message) => post(session, message).catch(() => away)))
  } finally {
    session.destroy()
  }
}
