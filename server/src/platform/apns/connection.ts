import { type ClientHttp2Session, connect, constants, type IncomingHttpHeaders } from 'node:http2'
import { z } from 'zod'
import { FetchFailure, lookupAllowed } from '#platform/http/guarded-fetch.ts'
import { type AddressAllowance, problemOfHost } from '#platform/http/outgoing-address.ts'

const timeoutMs = 15_000
/** Apple wants a connection kept rather than made for each notification. */
const idleMs = 10 * 60_000
const mostBytes = 10_000

type ApnsRequest = { headers: Record<string, string>; body: string }

/** `reason` is Apple's own word, such as `BadDeviceToken`; null where it gave none. */
export type ApnsAnswer = { status: number; reason: string | null; retryAfter: string | undefined }

const RefusedMessage = z.object({ reason: z.string() })

const reasonOf = (body: string): string | null => {
  try {
    return RefusedMessage.safeParse(JSON.parse(body)).data?.reason ?? null
  } catch {
    return null
  }
}

const unreached = () => new FetchFailure('The push server of Apple was not reached.')

const postOn = (session: ClientHttp2Session, { headers, body }: ApnsRequest): Promise<ApnsAnswer> =>
  new Promise((settle, fail) => {
    const stream = session.request({ ':method': 'POST', ...headers })
    const pieces: Buffer[] = []
    let length = 0
    let answered: IncomingHttpHeaders | null = null
    const giveUp = () => stream.close(constants.NGHTTP2_CANCEL)
    stream.setTimeout(timeoutMs, () => {
      // A connection that says nothing may be broken; the next notification makes another.
      session.destroy()
      fail(new FetchFailure('The push server of Apple did not answer in time.'))
    })
    stream.on('response', (got) => {
      answered = got
    })
    stream.on('data', (piece: Buffer) => {
      length += piece.length
      if (length > mostBytes) giveUp()
      else pieces.push(piece)
    })
    stream.on('end', () => {
      if (!answered) return
      const { ':status': status, 'retry-after': retryAfter } = answered
      settle({ status: Number(status ?? 0), reason: reasonOf(Buffer.concat(pieces).toString()), retryAfter })
    })
    stream.on('error', () => fail(unreached()))
    stream.on('close', () => fail(unreached()))
    stream.end(body)
  })

/** What a sender shows that has a certificate instead of a key; `ca` is that of a stand-in. */
export type ApnsIdentity = { cert?: string; key?: string; ca?: string }

/**
 * One connection to Apple's push service for all that a sender has to send, by HTTP/2. It is made when it is needed, and
 * holds up no process that ends. Throws a `FetchFailure` where Apple is not reached.
 */
export const openApns = (address: string, identity: ApnsIdentity & AddressAllowance) => {
  let session: ClientHttp2Session | null = null
  const make = () => {
    const { allowPrivate, ...shown } = identity
    const problem = problemOfHost(address, { allowPrivate })
    if (problem !== null) throw new FetchFailure(problem)
    const made = connect(address, { ...shown, lookup: lookupAllowed({ allowPrivate }) })
    const forget = () => {
      if (session === made) session = null
    }
    made.on('close', forget)
    made.on('goaway', forget)
    // Told to each request as well, which says it to the one who waits.
    made.on('error', forget)
    made.setTimeout(idleMs, () => made.close())
    made.unref()
    return made
  }
  return {
    post: async (request: ApnsRequest): Promise<ApnsAnswer> => {
      if (!session || session.closed || session.destroyed) session = make()
      return postOn(session, request)
    },
    close: () => session?.close(),
  }
}
