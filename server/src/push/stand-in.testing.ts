import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { PushContent } from '@spacekeeper/contract/push/shapes.ts'
import { z } from 'zod'

// What stands in for the push services of browsers, and is as strict: it checks the headers of RFC 8030, the signature
// of RFC 8292, and decrypts by RFC 8291 with the keys of the browser, by its own lines.

/** What push services say of themselves; the portal is asked to send to `url` instead. */
const origin = 'https://push.example.org'

const b64 = (bytes: Buffer) => bytes.toString('base64url')
const bytesOf = (text: string) => Buffer.from(text, 'base64url')
const hkdf = (input: { key: Buffer; salt: Buffer; info: Buffer; length: number }) =>
  Buffer.from(hkdfSync('sha256', input.key, input.salt, input.info, input.length))

type TakenPush = PushContent & { ttl: number; urgency: string; contact: string }

type Browser = { applicationKey: string; ecdh: ReturnType<typeof createECDH>; auth: Buffer; taken: TakenPush[] }

const decrypt = ({ ecdh, auth }: Browser, body: Buffer): PushContent => {
  const [salt, keyLength] = [body.subarray(0, 16), body.readUInt8(20)]
  const theirs = body.subarray(21, 21 + keyLength)
  const sealed = body.subarray(21 + keyLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), theirs])
  const key = hkdf({ key: ecdh.computeSecret(theirs), salt: auth, info, length: 32 })
  const keyOf = (name: string, length: number) =>
    hkdf({ key, salt, info: Buffer.from(`Content-Encoding: ${name}\0`), length })
  const decipher = createDecipheriv('aes-128-gcm', keyOf('aes128gcm', 16), keyOf('nonce', 12))
  decipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return PushContent.parse(JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString()))
}

const Claims = z.object({ aud: z.literal(origin), exp: z.number(), sub: z.string().regex(/^(?:mailto:|https:)./) })

/** Who sent it, if the signature is that of this key. */
const contactOf = (authorization: string, applicationKey: string): string | null => {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  if (key !== applicationKey) return null
  const point = bytesOf(key)
  const [x, y] = [b64(point.subarray(1, 33)), b64(point.subarray(33))]
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const signed = Buffer.from(`${head}.${claims}`)
  if (!verify('sha256', signed, { key: publicKey, dsaEncoding: 'ieee-p1363' }, bytesOf(signature))) return null
  const read = Claims.safeParse(JSON.parse(bytesOf(claims).toString()))
  const now = Date.now() / 1000
  return read.success && read.data.exp > now && read.data.exp <= now + 24 * 3600 ? read.data.sub : null
}

const headerOf = ({ headers }: IncomingMessage, name: string) => String(headers[name] ?? '')

type PushServiceAnswer = { status: number; headers?: Record<string, string> }

const judge = (browser: Browser, request: IncomingMessage, body: Buffer): PushServiceAnswer => {
  const [ttl, urgency] = [headerOf(request, 'ttl'), headerOf(request, 'urgency')]
  if (!/^\d+$/.test(ttl) || !/^(?:very-low|low|normal|high)$/.test(urgency)) return { status: 400 }
  if (headerOf(request, 'content-encoding') !== 'aes128gcm') return { status: 415 }
  if (body.length > 4096) return { status: 413 }
  const authorization = headerOf(request, 'authorization')
  if (authorization === '') return { status: 401 }
  const contact = contactOf(authorization, browser.applicationKey)
  if (contact === null) return { status: 403 }
  browser.taken.push({ ...decrypt(browser, body), ttl: Number(ttl), urgency, contact })
  return { status: 201, headers: { location: `${origin}/message/1` } }
}

const readBody = async (request: IncomingMessage) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** A push service on this machine, with browsers that subscribe to it. */
export const startPushService = async () => {
  const browsers = new Map<string, Browser>()
  const ended = new Set<string>()
  let answer: PushServiceAnswer | null = null
  let asked = 0

  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      asked += 1
      const path = request.url ?? ''
      const browser = browsers.get(path)
      const judged = ended.has(path)
        ? { status: 410 }
        : !browser || request.method !== 'POST'
          ? { status: 404 }
          : (answer ?? judge(browser, request, body))
      response.writeHead(judged.status, judged.headers).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0

  return {
    url: `http://127.0.0.1:${port}`,
    /** How many requests came. */
    countAsked: () => asked,
    /** From now on all is answered with this; null judges again. */
    answerWith: (judged: PushServiceAnswer | null) => {
      answer = judged
    },
    /** As `PushManager.subscribe` and `PushSubscription.toJSON` of a browser. */
    subscribe: (applicationKey: string) => {
      const ecdh = createECDH('prime256v1')
      ecdh.generateKeys()
      const browser: Browser = { applicationKey, ecdh, auth: randomBytes(16), taken: [] }
      const path = `/push/${b64(randomBytes(24))}`
      browsers.set(path, browser)
      return {
        subscription: {
          endpoint: `${origin}${path}`,
          keys: { p256dh: b64(ecdh.getPublicKey()), auth: b64(browser.auth) },
        },
        taken: browser.taken,
        end: () => void ended.add(path),
      }
    },
    close: async () => {
      server.close()
      await once(server, 'close')
    },
  }
}
