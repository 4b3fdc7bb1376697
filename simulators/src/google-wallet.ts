import { generateKeyPairSync, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { z } from 'zod'

// A stand-in for Google Wallet: its API for generic passes, the token service that lets accounts in, and what a phone
// does with a link to save a pass. It is as strict as the real one about who calls and what is there.

const GenericObject = z.looseObject({
  id: z.string().regex(/^\d+\.[\w.-]+$/),
  classId: z.string(),
  state: z.enum(['ACTIVE', 'INACTIVE', 'EXPIRED', 'COMPLETED']),
  cardTitle: z.object({ defaultValue: z.object({ language: z.string(), value: z.string() }) }),
  header: z.object({ defaultValue: z.object({ language: z.string(), value: z.string() }) }),
})

export type StoredGooglePass = z.infer<typeof GenericObject> & { hasUsers: boolean }

type GoogleReply = { status: number; body: unknown }

const refuse = (status: number, reason: string): GoogleReply => ({
  status,
  body: { error: { code: status, message: reason, status: reason } },
})

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const Claims = z.object({ iss: z.string(), aud: z.string(), iat: z.number() })

type GoogleAccount = { publicKey: string; issuers: Set<string> }

/** The claims of a token, if an account known here signed it. */
const claimsOf = (accounts: ReadonlyMap<string, GoogleAccount>, token: string): unknown => {
  const [head = '', body = '', signature = ''] = token.split('.')
  const json = (part: string) => parsed(Buffer.from(part, 'base64url').toString())
  const claims = Claims.safeParse(json(body)).data
  const account = claims && accounts.get(claims.iss)
  if (!account || z.object({ alg: z.literal('RS256') }).safeParse(json(head)).error) return null
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    account.publicKey,
    Buffer.from(signature, 'base64url'),
  )
  return isSigned ? json(body) : null
}

const Grant = Claims.extend({
  aud: z.literal('https://oauth2.googleapis.com/token'),
  scope: z.literal('https://www.googleapis.com/auth/wallet_object.issuer'),
  exp: z.number(),
})

const Saving = Claims.extend({
  aud: z.literal('google'),
  typ: z.literal('savetowallet'),
  payload: z.object({ genericObjects: z.array(z.object({ id: z.string(), classId: z.string() })).min(1) }),
})

const issuerOf = (id: string) => id.split('.')[0] ?? ''

/** What Google keeps, and how it answers. */
class GoogleWalletWorld {
  readonly accounts = new Map<string, GoogleAccount>()
  readonly tokens = new Map<string, string>()
  readonly classes = new Set<string>()
  readonly objects = new Map<string, StoredGooglePass>()

  grant(form: URLSearchParams): GoogleReply {
    const grant = Grant.safeParse(claimsOf(this.accounts, form.get('assertion') ?? '')).data
    if (
      form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer' ||
      !grant ||
      grant.exp > grant.iat + 3600
    )
      return { status: 400, body: { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' } }
    const token = `ya29.${randomBytes(24).toString('base64url')}`
    this.tokens.set(token, grant.iss)
    return { status: 200, body: { access_token: token, expires_in: 3599, token_type: 'Bearer' } }
  }

  private insertObject(body: unknown): GoogleReply {
    const object = GenericObject.safeParse(body).data
    if (!object || !this.classes.has(object.classId)) return refuse(400, 'INVALID_ARGUMENT')
    if (this.objects.has(object.id)) return refuse(409, 'ALREADY_EXISTS')
    const stored = { ...object, hasUsers: false }
    this.objects.set(object.id, stored)
    return { status: 200, body: stored }
  }

  private changeObject(id: string, body: unknown): GoogleReply {
    const known = this.objects.get(id)
    if (!known) return refuse(404, 'NOT_FOUND')
    const changed = GenericObject.safeParse({ ...known, ...z.looseObject({}).parse(body) }).data
    if (!changed) return refuse(400, 'INVALID_ARGUMENT')
    const stored = { ...changed, id, hasUsers: known.hasUsers }
    this.objects.set(id, stored)
    return { status: 200, body: stored }
  }

  private insertClass(id: string): GoogleReply {
    if (this.classes.has(id)) return refuse(409, 'ALREADY_EXISTS')
    this.classes.add(id)
    return { status: 200, body: { id } }
  }

  answer(request: { method: string; path: string; authorization: string; body: unknown }): GoogleReply {
    const { method, path, authorization, body } = request
    const email = this.tokens.get(authorization.replace(/^Bearer /, ''))
    const account = email === undefined ? undefined : this.accounts.get(email)
    if (!account) return refuse(401, 'UNAUTHENTICATED')
    const url = new URL(path, 'http://google.invalid')
    const [, kind = '', id = ''] =
      /^\/walletobjects\/v1\/(genericClass|genericObject)(?:\/(.+))?$/.exec(url.pathname) ?? []
    const ofIssuer = url.searchParams.get('issuerId') ?? ''
    const wanted = id || ofIssuer || (z.looseObject({ id: z.string() }).safeParse(body).data?.id ?? '')
    if (kind === '' || wanted === '') return refuse(404, 'NOT_FOUND')
    if (!account.issuers.has(issuerOf(wanted))) return refuse(403, 'PERMISSION_DENIED')
    if (kind === 'genericClass' && method === 'GET') return { status: 200, body: { resources: [] } }
    if (kind === 'genericClass' && method === 'POST') return this.insertClass(wanted)
    if (kind === 'genericObject' && method === 'POST') return this.insertObject(body)
    if (kind === 'genericObject' && method === 'PATCH') return this.changeObject(wanted, body)
    return refuse(404, 'NOT_FOUND')
  }

  /** Someone opens a link to save a pass; which pass their phone holds then. */
  save(link: string): StoredGooglePass {
    const [, token = ''] = /^https:\/\/pay\.google\.com\/gp\/v\/save\/(.+)$/.exec(link) ?? []
    const saving = Saving.parse(claimsOf(this.accounts, token))
    const [wanted] = saving.payload.genericObjects
    const object = this.objects.get(wanted?.id ?? '')
    if (!object || object.classId !== wanted?.classId) throw new Error('Google knows no such pass.')
    const held = { ...object, hasUsers: true }
    this.objects.set(object.id, held)
    return held
  }
}

/** A Google Wallet on this machine. */
export const startGoogleWallet = async () => {
  const world = new GoogleWalletWorld()
  const faults: number[] = []
  const calls: string[] = []

  const reply = (request: IncomingMessage, text: string): GoogleReply => {
    const [method, path] = [request.method ?? '', request.url ?? '']
    calls.push(`${method} ${path}`)
    const fault = path === '/token' ? undefined : faults.shift()
    if (fault !== undefined) return refuse(fault, 'UNAVAILABLE')
    if (method === 'POST' && path === '/token') return world.grant(new URLSearchParams(text))
    const authorization = request.headers.authorization ?? ''
    return world.answer({ method, path, authorization, body: text === '' ? null : parsed(text) })
  }

  const server = createServer((request, response) => {
    void readBody(request).then((text) => {
      const { status, body } = reply(request, text)
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0

  return {
    url: `http://127.0.0.1:${port}`,
    /** A service account that may write passes of these issuers: the text of its key file. */
    addAccount: (email: string, issuers: readonly string[]): string => {
      const { publicKey, privateKey } = generateKeyPairSync('rsa', {
        modulusLength: 2048,
        publicKeyEncoding: { type: 'spki', format: 'pem' },
        privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      })
      const keyFile = JSON.stringify({ type: 'service_account', client_email: email, private_key: privateKey })
      world.accounts.set(email, { publicKey, issuers: new Set(issuers) })
      return keyFile
    },
    removeAccount: (email: string) => void world.accounts.delete(email),
    /** Ends all access tokens, as Google may at any time. */
    endTokens: () => world.tokens.clear(),
    /** The next calls are answered with these statuses instead. */
    failNext: (...statuses: number[]) => void faults.push(...statuses),
    objects: () => [...world.objects.values()],
    save: (link: string) => world.save(link),
    /** What was asked since the last time. */
    takeCalls: () => calls.splice(0),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
