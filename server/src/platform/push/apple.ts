import { createHash } from 'node:crypto'
import { openApns } from '#platform/apns/connection.ts'
import type { AppPush, AppPushAnswer, AppPushService } from './app-push.ts'

const servers = {
  production: 'https://api.push.apple.com',
  sandbox: 'https://api.sandbox.push.apple.com',
} as const

/** Apple refuses tokens that are older than an hour, and senders that make one more often than every 20 minutes. */
const tokenMs = 40 * 60_000
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
  const { post } = openApns(url ?? servers[appleKey.server], { allowPrivate: url !== undefined })
  type SignedToken = { token: Promise<string | null>; madeAt: number }
  let signed: SignedToken | null = null

  const findToken = (): SignedToken => {
    const at = now().getTime()
    if (!signed || at - signed.madeAt >= tokenMs || at < signed.madeAt) signed = { token: signToken(input), madeAt: at }
    return signed
  }

  const send = async (push: AppPush, phone: string, isAgain = false): Promise<AppPushAnswer> => {
    const used = findToken()
    const token = await used.token
    if (token === null) return { status: 403, reason: 'InvalidProviderToken', retryAfter: undefined }
    const answer = await post({
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
    if (answer.reason === 'ExpiredProviderToken' && !isAgain) {
      if (signed === used) signed = null
      return send(push, phone, true)
    }
    return answer
  }

  return {
    send,
    rehearse: () => send({ title: 'Test', text: '', path: '/', tag: 'test', isUrgent: false, until: now() }, noPhone),
  }
}
