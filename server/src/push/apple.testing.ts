import { generateKeyPairSync, type KeyObject, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Http2Session } from 'node:http2'
import { text } from 'node:stream/consumers'
import { z } from 'zod'

// What stands in for the Apple Push Notification service: HTTP/2 without encryption, tokens of keys as JSON Web Tokens with
// ES256, its headers, and its reasons. It reads signatures by its own lines.

type AppleAnswer = { status: number; reason?: string; headers?: Record<string, string> }

const Payload = z.object({
  aps: z.object({ alert: z.object({ title: z.string(), body: z.string() }), sound: z.string().optional() }),
  path: z.string(),
})

type TakenByPhone = z.infer<typeof Payload> & { priority: string; expiration: number; collapseId: string }
type ApplePhone = { bundleId: string; taken: TakenByPhone[]; isEnded: boolean }
type TeamKey = { teamId: string; publicKey: KeyObject; lastToken: { text: string; at: number } | null }

const Head = z.object({ alg: z.literal('ES256'), kid: z.string() })
const Claims = z.object({ iss: z.string(), iat: z.number() })

const read = (part: string): unknown => {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString())
  } catch {
    return null
  }
}

const hourMs = 3_600_000
const minuteMs = 60_000

const headerOf = (headers: IncomingHttpHeaders, name: string) => String(headers[name] ?? '')

/** What is wrong with the headers that say how it is to be delivered; null where nothing is. */
const judgeHeaders = (headers: IncomingHttpHeaders): AppleAnswer | null => {
  if (headerOf(headers, 'apns-push-type') !== 'alert') return { status: 400, reason: 'InvalidPushType' }
  if (!/^(?:1|5|10)$/.test(headerOf(headers, 'apns-priority'))) return { status: 400, reason: 'BadPriority' }
  if (!/^\d{1,12}$/.test(headerOf(headers, 'apns-expiration'))) return { status: 400, reason: 'BadExpirationDate' }
  const isLong = Buffer.byteLength(headerOf(headers, 'apns-collapse-id')) > 64
  return isLong ? { status: 400, reason: 'BadCollapseId' } : null
}

type Apple = {
  now: () => Date
  keys: Map<string, TeamKey>
  /** The team of each app. */
  bundles: Map<string, string>
  phones: Map<string, ApplePhone>
  sessions: Set<Http2Session>
  connections: number
  /** What every notification for a phone there is gets; null where it is judged. */
  answer: AppleAnswer | null
}

/** The team that signed; or why it is not believed. */
const readToken = ({ keys, now }: Apple, authorization: string): string | AppleAnswer => {
  const [, token = ''] = /^bearer (.+)$/i.exec(authorization) ?? []
  if (token === '') return { status: 403, reason: 'MissingProviderToken' }
  const [head = '', body = '', signature = ''] = token.split('.')
  const [heads, claims] = [Head.safeParse(read(head)).data, Claims.safeParse(read(body)).data]
  const key = keys.get(heads?.kid ?? '')
  const invalid = { status: 403, reason: 'InvalidProviderToken' }
  if (!key || !claims || claims.iss !== key.teamId) return invalid
  const how = { key: key.publicKey, dsaEncoding: 'ieee-p1363' } as const
  if (!verify('sha256', Buffer.from(`${head}.${body}`), how, Buffer.from(signature, 'base64url'))) return invalid
  const at = now().getTime()
  if (Math.abs(at - claims.iat * 1000) > hourMs) return { status: 403, reason: 'ExpiredProviderToken' }
  const { lastToken } = key
  if (lastToken && lastToken.text !== token && at - lastToken.at < 20 * minuteMs)
    return { status: 429, reason: 'TooManyProviderTokenUpdates' }
  if (lastToken?.text !== token) key.lastToken = { text: token, at }
  return key.teamId
}

const judgeTopic = ({ bundles }: Apple, { topic, team }: { topic: string; team: string }): AppleAnswer | null => {
  if (topic === '') return { status: 400, reason: 'MissingTopic' }
  return bundles.get(topic) === team ? null : { status: 400, reason: 'TopicDisallowed' }
}

const take = (
  apple: Apple,
  { token, headers, body }: { token: string; headers: IncomingHttpHeaders; body: string },
): AppleAnswer => {
  if (body === '') return { status: 400, reason: 'PayloadEmpty' }
  if (Buffer.byteLength(body) > 4096) return { status: 413, reason: 'PayloadTooLarge' }
  const phone = apple.phones.get(token)
  if (!phone) return { status: 400, reason: 'BadDeviceToken' }
  if (phone.bundleId !== headerOf(headers, 'apns-topic')) return { status: 400, reason: 'DeviceTokenNotForTopic' }
  if (phone.isEnded) return { status: 410, reason: 'Unregistered' }
  if (apple.answer) return apple.answer
  phone.taken.push({
    ...Payload.parse(JSON.parse(body)),
    priority: headerOf(headers, 'apns-priority'),
    expiration: Number(headerOf(headers, 'apns-expiration')),
    collapseId: headerOf(headers, 'apns-collapse-id'),
  })
  return { status: 200 }
}

const judge = (apple: Apple, headers: IncomingHttpHeaders, body: string): AppleAnswer => {
  if (headers[':method'] !== 'POST') return { status: 405, reason: 'MethodNotAllowed' }
  const [, token] = /^\/3\/device\/(.*)$/.exec(headerOf(headers, ':path')) ?? []
  if (token === undefined) return { status: 404, reason: 'BadPath' }
  const team = readToken(apple, headerOf(headers, 'authorization'))
  if (typeof team !== 'string') return team
  const topic = headerOf(headers, 'apns-topic')
  return judgeTopic(apple, { topic, team }) ?? judgeHeaders(headers) ?? take(apple, { token, headers, body })
}

const listenFor = async (apple: Apple) => {
  const server = createServer()
  server.on('session', (session) => {
    apple.connections += 1
    apple.sessions.add(session)
    session.on('close', () => apple.sessions.delete(session))
  })
  server.on('stream', (stream, headers) => {
    void text(stream).then((body) => {
      const { status, reason, headers: more } = judge(apple, headers, body)
      stream.respond({ ':status': status, 'apns-id': '0', ...more })
      stream.end(reason === undefined ? '' : JSON.stringify({ reason }))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

/** As the pages of Apple for developers. */
const aTeam = ({ bundles, keys }: Apple, teamId: string) => ({
  registerApp: (bundleId: string) => void bundles.set(bundleId, teamId),
  createKey: (keyId: string) => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    keys.set(keyId, { teamId, publicKey, lastToken: null })
    const file = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    return { file, revoke: () => void keys.delete(keyId) }
  },
})

/** Apple on this machine, with teams, their keys and apps, and phones on which these are. */
export const startApple = async ({ now }: { now: () => Date }) => {
  const [keys, bundles, phones] = [new Map(), new Map(), new Map()]
  const apple: Apple = { now, keys, bundles, phones, sessions: new Set(), connections: 0, answer: null }
  const server = await listenFor(apple)
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const hangUp = () => {
    for (const session of apple.sessions) session.destroy()
  }
  return {
    url: `http://127.0.0.1:${port}`,
    countConnections: () => apple.connections,
    hangUp,
    /** From now on every notification for a phone there is gets this answer; null judges again. */
    answerWith: (answer: AppleAnswer | null) => {
      apple.answer = answer
    },
    createTeam: (teamId: string) => aTeam(apple, teamId),
    /** As the app on a phone, which is given a token; it is removed with `end`. */
    install: (bundleId: string) => {
      const token = randomBytes(32).toString('hex')
      const phone: ApplePhone = { bundleId, taken: [], isEnded: false }
      apple.phones.set(token, phone)
      return { token, taken: phone.taken, end: () => void (phone.isEnded = true) }
    },
    close: async () => {
      hangUp()
      server.close()
      await once(server, 'close')
    },
  }
}
