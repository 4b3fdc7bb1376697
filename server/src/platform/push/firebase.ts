import type { FirebaseAccount } from '@spacekeeper/contract/push/settings.ts'
import { z } from 'zod'
import { type GuardedAnswer, guardedFetch, jsonOf } from '#platform/http/guarded-fetch.ts'
import type { AppPush, AppPushAnswer, AppPushService } from './app-push.ts'

const tokenAddress = 'https://oauth2.googleapis.com/token'
const sendAddress = 'https://fcm.googleapis.com'
const scope = 'https://www.googleapis.com/auth/firebase.messaging'
const grant = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
/** Google takes claims for an hour at most, and lets the access token live as long. */
const hourSeconds = 3600
/** A token is not used in its last minutes, as its request may take some. */
const spareMs = 5 * 60_000
const longestSeconds = 4 * 7 * 24 * 3600

type FirebaseAccess = { token: string; endsAt: number }

type FirebaseInput = {
  account: FirebaseAccount
  /** A stand-in, which is asked for the same paths; undefined for Google. */
  url: string | undefined
  now: () => Date
}

const ask = (address: string, { url }: FirebaseInput, wanted: { headers: Record<string, string>; body: string }) =>
  guardedFetch(url === undefined ? address : `${url}${new URL(address).pathname}`, {
    allowPrivate: url !== undefined,
    maxBytes: 50_000,
    timeoutMs: 15_000,
    method: 'POST',
    ...wanted,
  })

/** What the account says of itself, signed with its key; null where that is none. */
const signClaims = async ({ account, now }: FirebaseInput): Promise<string | null> => {
  // Loaded with the first notification, so that the portal starts without it.
  const { SignJWT, importPKCS8 } = await import('jose')
  try {
    const key = await importPKCS8(account.private_key, 'RS256')
    const at = Math.floor(now().getTime() / 1000)
    return await new SignJWT({ scope })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...(account.private_key_id && { kid: account.private_key_id }) })
      .setIssuer(account.client_email)
      .setAudience(tokenAddress)
      .setIssuedAt(at)
      .setExpirationTime(at + hourSeconds)
      .sign(key)
  } catch {
    return null
  }
}

const FirebaseToken = z.object({ access_token: z.string(), expires_in: z.number() })
const FirebaseTokenRefusal = z.object({ error: z.string(), error_description: z.string().default('') })

/** Asks for an access token in the name of the account (RFC 7523). */
const requestAccess = async (input: FirebaseInput): Promise<FirebaseAccess | AppPushAnswer> => {
  const assertion = await signClaims(input)
  if (assertion === null) return { status: 400, reason: 'invalid_grant', retryAfter: undefined }
  const answer = await ask(tokenAddress, input, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ grant_type: grant, assertion }).toString(),
  })
  const granted = answer.status === 200 ? FirebaseToken.safeParse(jsonOf(answer)).data : undefined
  if (granted)
    return { token: granted.access_token, endsAt: input.now().getTime() + granted.expires_in * 1000 - spareMs }
  const refused = FirebaseTokenRefusal.safeParse(jsonOf(answer)).data
  // The same word for a wrong key and a wrong clock; only the sentence tells them apart.
  const isClock = /reasonable timeframe|short-lived/i.test(refused?.error_description ?? '')
  return {
    status: answer.status,
    reason: isClock ? 'wrongClock' : (refused?.error ?? null),
    retryAfter: answer.headers['retry-after'],
  }
}

const FirebaseRefusal = z.object({
  error: z.object({
    status: z.string().default(''),
    message: z.string().default(''),
    details: z
      .array(
        z.object({
          errorCode: z.string().optional(),
          fieldViolations: z.array(z.object({ field: z.string().optional() })).optional(),
        }),
      )
      .default([]),
  }),
})

/** `INVALID_TOKEN` is our word: Google says `INVALID_ARGUMENT` of a token that is none as of everything else in a message. */
const reasonOf = (answer: GuardedAnswer): string | null => {
  const { error } = FirebaseRefusal.safeParse(jsonOf(answer)).data ?? {}
  if (!error) return null
  const reason = error.details.find(({ errorCode }) => errorCode !== undefined)?.errorCode ?? error.status
  const fields = error.details.flatMap(({ fieldViolations = [] }) => fieldViolations.map(({ field }) => field))
  const isOfToken = fields.includes('message.token') || /registration token/i.test(error.message)
  return reason === 'INVALID_ARGUMENT' && isOfToken ? 'INVALID_TOKEN' : reason
}

const messageOf = ({ title, text, path, tag, isUrgent, until }: AppPush, now: Date) => ({
  notification: { title, body: text },
  data: { path },
  android: {
    priority: isUrgent ? 'HIGH' : 'NORMAL',
    ttl: `${Math.min(longestSeconds, Math.max(0, Math.floor((until.getTime() - now.getTime()) / 1000)))}s`,
    notification: { tag },
  },
})

/** Notifications for the Android app, by the HTTP v1 API of Firebase Cloud Messaging. */
export const openFirebase = (input: FirebaseInput): AppPushService => {
  const { account, now } = input
  const address = `${sendAddress}/v1/projects/${account.project_id}/messages:send`
  let known: FirebaseAccess | null = null
  let asking: Promise<FirebaseAccess | AppPushAnswer> | null = null

  const findAccess = async (): Promise<FirebaseAccess | AppPushAnswer> => {
    if (known && known.endsAt > now().getTime()) return known
    // Many notifications at a time ask once.
    asking ??= requestAccess(input).finally(() => {
      asking = null
    })
    const access = await asking
    if ('token' in access) known = access
    return access
  }

  const post = async (body: object, isAgain = false): Promise<AppPushAnswer> => {
    const access = await findAccess()
    if (!('token' in access)) return access
    const answer = await ask(address, input, {
      headers: { authorization: `Bearer ${access.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const { status, headers } = answer
    // Google may end a token before its time.
    if (status === 401 && !isAgain) {
      if (known === access) known = null
      return post(body, true)
    }
    return { status, reason: reasonOf(answer), retryAfter: headers['retry-after'] }
  }

  return {
    send: (push, token) => post({ message: { token, ...messageOf(push, now()) } }),
    // A topic needs no phone, and with `validate_only` nothing is delivered to it.
    rehearse: () => post({ validate_only: true, message: { topic: 'portal', notification: { title: 'Test' } } }),
  }
}
