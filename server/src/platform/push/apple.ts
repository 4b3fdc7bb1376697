import { createHash } from 'node:crypto'
import { type ClientHttp2Session, connect, constants, type IncomingHttpHeaders } from 'node:http2'
import { z } from 'zod'
import { FetchFailure } from '#platform/http/guarded-fetch.ts'
import type { AppPush, AppPushAnswer, AppPushService } from './app-push.ts'

const servers = {
  production: 'https://api.push.apple.com',
  sandbox: 'https://api.sandbox.push.apple.com',
} as const

/** Apple refuses tokens that are older than an hour, and senders that make one more often than every 20 minutes. */
const tokenMs = 40 * 60_000
const timeoutMs = 15_000
/** Apple wants a connection kept rather than made for each notification. */
const idleMs = 10 * 60_000
const mostBytes = 10_000
const longestCollapseId = 64

/** A key that signs for a team, and the app it sends to. */
export type AppleKey = {
  /** PEM. */
  key: string
  keyId: string
  teamId: string
  bundleId: string
  server: keyof typeof servers
}

type AppleInput = {
  appleKey: AppleKey
  /** A stand-in; undefined for Apple. */
  url: string | undefined
  now: () => Date
}

const signToken = async ({ appleKey, now }: AppleInput): Promise<string | null> => {
  // Loaded with the first notification, so that the portal starts without it.
  const { SignJWT, importPKCS8 } = await import('jose')
  try {
    return await new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: appleKey.keyId })
      .setIssuer(appleKey.teamId)
      .setIssuedAt(Math.floor(now().getTime() / 1000))
      .sign(await importPKCS8(appleKey.key, 'ES256'))
  } catch {
    return null
  }
}

type Http2Answer = { headers: IncomingHttpHeaders; body: string }

const unreached = () => new FetchFailure('The push server of Apple was not reached.')

const postOn = (
  session: ClientHttp2Session,
  { headers, body }: { headers: Record<string, string>; body: string },
): Promise<Http2Answer> =>
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
      if (answered) settle({ headers: answered, body: Buffer.concat(pieces).toString() })
    })
    stream.on('error', () => fail(unreached()))
    stream.on('close', () => fail(unreached()))
    stream.end(body)
  })

/** One connection for all notifications of a portal. It holds up no process that ends. */
const openConnection = (address: string) => {
  let session: ClientHttp2Session | null = null
  const make = () => {
    const made = connect(address)
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
  return (request: { headers: Record<string, string>; body: string }) => {
    if (!session || session.closed || session.destroyed) session = make()
    return postOn(session, request)
  }
}

const Refused = z.object({ reason: z.string() })

const reasonOf = (body: string): string | null => {
  try {
    return Refused.safeParse(JSON.parse(body)).data?.reason ?? null
  } catch {
    return null
  }
}

const collapseIdOf = (tag: string): string =>
  Buffer.byteLength(tag) <= longestCollapseId ? tag : createHash('sha256').update(tag).digest('base64url')

const contentOf = ({ title, text, path, isUrgent }: AppPush) => ({
  aps: { alert: { title, body: text }, ...(isUrgent && { sound: 'default' }) },
  path,
})

/** A token that no phone has. Apple looks at the key before it looks at the phone. */
const noPhone = '0'.repeat(64)

/** Notifications for the iPhone app, by the HTTP/2 API of the Apple Push Notification service. */
export const openApple = (input: AppleInput): AppPushService => {
  const { appleKey, url, now } = input
  const post = openConnection(url ?? servers[appleKey.server])
  type Signed = { token: Promise<string | null>; madeAt: number }
  let signed: Signed | null = null

  const findToken = (): Signed => {
    const at = now().getTime()
    if (!signed || at - signed.madeAt >= tokenMs || at < signed.madeAt) signed = { token: signToken(input), madeAt: at }
    return signed
  }

  const send = async (push: AppPush, phone: string, isAgain = false): Promise<AppPushAnswer> => {
    const used = findToken()
    const token = await used.token
    if (token === null) return { status: 403, reason: 'InvalidProviderToken', retryAfter: undefined }
    const { headers, body } = await post({
      headers: {
        ':path': `/3/device/${phone}`,
        authorization: `bearer ${token}`,
        'apns-topic': appleKey.bundleId,
        'apns-push-type': 'alert',
        'apns-priority': push.isUrgent ? '10' : '5',
        'apns-expiration': String(Math.floor(push.until.getTime() / 1000)),
        'apns-collapse-id': collapseIdOf(push.tag),
      },
      body: JSON.stringify(contentOf(push)),
    })
    const reason = reasonOf(body)
    if (reason === 'ExpiredProviderToken' && !isAgain) {
      if (signed === used) signed = null
      return send(push, phone, true)
    }
    return { status: Number(headers[':status'] ?? 0), reason, retryAfter: headers['retry-after'] }
  }

  return {
    send,
    rehearse: () => send({ title: 'Test', text: '', path: '/', tag: 'test', isUrgent: false, until: now() }, noPhone),
  }
}
