import { generateKeyPairSync, type KeyObject, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { z } from 'zod'

// What stands in for Google: the address that gives out access tokens (RFC 7523) and the HTTP v1 API of Firebase Cloud
// Messaging, with their own words for what is wrong. It reads signatures and messages by its own lines.

const fcmError = 'type.googleapis.com/google.firebase.fcm.v1.FcmError'

type FirebaseAnswer = { status: number; body: object; headers?: Record<string, string> }

const refusal = (status: number, word: string, more: { errorCode?: string; message?: string } = {}): FirebaseAnswer => {
  const { errorCode, message = word } = more
  const details = errorCode === undefined ? [] : [{ '@type': fcmError, errorCode }]
  return { status, body: { error: { code: status, message, status: word, details } } }
}

const Message = z.strictObject({
  validate_only: z.boolean().optional(),
  message: z.strictObject({
    token: z.string().optional(),
    topic: z.string().optional(),
    notification: z.strictObject({ title: z.string().optional(), body: z.string().optional() }),
    data: z.record(z.string(), z.string()).optional(),
    android: z
      .strictObject({
        priority: z.enum(['NORMAL', 'HIGH']),
        ttl: z.string().regex(/^\d{1,7}s$/),
        notification: z.strictObject({ tag: z.string() }),
      })
      .optional(),
  }),
})

type FirebaseMessage = z.infer<typeof Message>['message']

type FirebaseProject = { id: string; email: string; keys: Map<string, KeyObject> }
type AndroidPhone = { project: string; taken: FirebaseMessage[]; isEnded: boolean }

const Head = z.object({ alg: z.literal('RS256'), kid: z.string() })
const Claims = z.object({
  iss: z.string(),
  scope: z.literal('https://www.googleapis.com/auth/firebase.messaging'),
  aud: z.literal('https://oauth2.googleapis.com/token'),
  iat: z.number(),
  exp: z.number(),
})

const read = (part: string): unknown => {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString())
  } catch {
    return null
  }
}

const notGranted = (error: string, sentence: string): FirebaseAnswer => ({
  status: 400,
  body: { error, error_description: sentence },
})

type Google = {
  now: () => Date
  projects: FirebaseProject[]
  phones: Map<string, AndroidPhone>
  access: Map<string, { project: string; endsAt: number }>
  /** What every message is answered with; null where it is judged. */
  answer: FirebaseAnswer | null
  granted: number
  asked: number
}

const grant = (google: Google, form: URLSearchParams): FirebaseAnswer => {
  if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer')
    return notGranted('unsupported_grant_type', 'Invalid grant_type')
  const [head = '', body = '', signature = ''] = (form.get('assertion') ?? '').split('.')
  const [heads, claims] = [Head.safeParse(read(head)).data, Claims.safeParse(read(body)).data]
  if (!heads || !claims) return notGranted('invalid_grant', 'Invalid JWT')
  const project = google.projects.find(({ email }) => email === claims.iss)
  if (!project) return notGranted('invalid_grant', 'Invalid grant: account not found')
  const key = project.keys.get(heads.kid)
  const isSigned = key && verify('sha256', Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url'))
  if (!isSigned) return notGranted('invalid_grant', 'Invalid JWT Signature.')
  const at = google.now().getTime() / 1000
  if (claims.exp - claims.iat > 3600 || Math.abs(claims.iat - at) > 300 || claims.exp < at)
    return notGranted(
      'invalid_grant',
      'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your iat and exp values in the JWT claim.',
    )
  google.granted += 1
  const token = `ya29.${randomBytes(20).toString('base64url')}`
  google.access.set(token, { project: project.id, endsAt: at + 3599 })
  return { status: 200, body: { access_token: token, expires_in: 3599, token_type: 'Bearer' } }
}

const take = (
  { phones }: Google,
  { order, project }: { order: z.infer<typeof Message>; project: string },
): FirebaseAnswer => {
  const { validate_only: isTrial, message } = order
  const done = { status: 200, body: { name: `projects/${project}/messages/1` } }
  if (message.topic !== undefined) return done
  const phone = phones.get(message.token ?? '')
  if (!phone)
    return refusal(400, 'INVALID_ARGUMENT', {
      errorCode: 'INVALID_ARGUMENT',
      message: 'The registration token is not a valid FCM registration token',
    })
  if (phone.isEnded)
    return refusal(404, 'NOT_FOUND', { errorCode: 'UNREGISTERED', message: 'Requested entity was not found.' })
  if (phone.project !== project)
    return refusal(403, 'PERMISSION_DENIED', { errorCode: 'SENDER_ID_MISMATCH', message: 'SenderId mismatch' })
  if (!isTrial) phone.taken.push(message)
  return done
}

const judgeMessage = (
  google: Google,
  { project, authorization, body }: { project: string; authorization: string; body: string },
): FirebaseAnswer => {
  const known = google.access.get(authorization.replace(/^Bearer /, ''))
  if (!known || known.endsAt <= google.now().getTime() / 1000)
    return refusal(401, 'UNAUTHENTICATED', { message: 'Request had invalid authentication credentials.' })
  if (known.project !== project)
    return refusal(403, 'PERMISSION_DENIED', {
      message: "Permission 'cloudmessaging.messages.create' denied on resource.",
    })
  if (Buffer.byteLength(body) > 4096) return refusal(400, 'INVALID_ARGUMENT', { message: 'Message too big' })
  const order = Message.safeParse(JSON.parse(body)).data
  if (!order) return refusal(400, 'INVALID_ARGUMENT', { message: 'Invalid JSON payload received.' })
  return google.answer ?? take(google, { order, project })
}

const listenFor = async (google: Google) => {
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      google.asked += 1
      const { url = '', headers } = request
      const [, project = ''] = /^\/v1\/projects\/([^/]+)\/messages:send$/.exec(url) ?? []
      const judged =
        url === '/token'
          ? grant(google, new URLSearchParams(body))
          : judgeMessage(google, { project, authorization: headers.authorization ?? '', body })
      response.writeHead(judged.status, { 'content-type': 'application/json', ...judged.headers })
      response.end(JSON.stringify(judged.body))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

const keyFileOf = ({ id, email, keys }: FirebaseProject) => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const keyId = randomBytes(20).toString('hex')
  keys.set(keyId, publicKey)
  const file = JSON.stringify({
    type: 'service_account',
    project_id: id,
    private_key_id: keyId,
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    client_email: email,
    token_uri: 'https://oauth2.googleapis.com/token',
  })
  return { file, remove: () => void keys.delete(keyId) }
}

/** Google on this machine, with projects and phones on which their apps are. */
export const startFirebase = async ({ now }: { now: () => Date }) => {
  const google: Google = { now, projects: [], phones: new Map(), access: new Map(), answer: null, granted: 0, asked: 0 }
  const server = await listenFor(google)
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    countAsked: () => google.asked,
    countGranted: () => google.granted,
    /** From now on every message is answered with this; null judges again. */
    answerWith: (answer: FirebaseAnswer | null) => {
      google.answer = answer
    },
    /** As the console of Firebase: a project with one service account, and the file it gives out for each key. */
    createProject: (id: string) => {
      const email = `firebase-adminsdk@${id}.iam.gserviceaccount.com`
      const known = google.projects.find((one) => one.id === id)
      const project = known ?? { id, email, keys: new Map<string, KeyObject>() }
      if (!known) google.projects.push(project)
      return { generateKey: () => keyFileOf(project) }
    },
    /** As the app on a phone, which is given a token; it is removed with `end`. */
    install: (project: string) => {
      const token = `${randomBytes(16).toString('base64url')}:APA91b${randomBytes(96).toString('base64url')}`
      const phone: AndroidPhone = { project, taken: [], isEnded: false }
      google.phones.set(token, phone)
      return { token, taken: phone.taken, end: () => void (phone.isEnded = true) }
    },
    /** Ends access tokens before their time. */
    endAccess: () => google.access.clear(),
    close: async () => {
      server.close()
      await once(server, 'close')
    },
  }
}
