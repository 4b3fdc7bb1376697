import { createECDH } from 'node:crypto'

/** By which push services know a portal: a pair of keys on the curve P-256, as base64url. */
export type PushKeys = { publicKey: string; privateKey: string }

/** What a browser gave out to be notified. */
export type PushAddress = { endpoint: string; p256dh: string; auth: string }

export type SealedPush = { headers: Record<string, string>; body: Buffer }

// Loaded with the first notification, so that the portal starts without it.
const load = async () => (await import('web-push')).default

export const generatePushKeys = async (): Promise<PushKeys> => (await load()).generateVAPIDKeys()

/** Whether a key is a point on the curve: with any other, a message could not be encrypted. */
export const isPointOnCurve = (p256dh: string): boolean => {
  const own = createECDH('prime256v1')
  own.generateKeys()
  try {
    own.computeSecret(Buffer.from(p256dh, 'base64url'))
    return true
  } catch {
    return false
  }
}

type SealInput = {
  to: PushAddress
  content: string
  keys: PushKeys
  /** Who a push service writes to about trouble: a mailto: or https: address. */
  subject: string
  /** How long a push service keeps it for a device that is off. */
  ttlSeconds: number
  isUrgent: boolean
}

/** A message that only this browser can read (RFC 8291), with the signature of the portal (RFC 8292). */
export const sealPush = async (input: SealInput): Promise<SealedPush> => {
  const { to, content, keys, subject, ttlSeconds, isUrgent } = input
  const { endpoint, ...secrets } = to
  const { headers, body } = (await load()).generateRequestDetails({ endpoint, keys: secrets }, content, {
    vapidDetails: { subject, ...keys },
    TTL: ttlSeconds,
    urgency: isUrgent ? 'high' : 'normal',
    contentEncoding: 'aes128gcm',
  })
  // The length is that of the body, which the sender says itself.
  const { 'Content-Length': _length, ...rest } = headers
  return {
    headers: Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)])),
    body: body ?? Buffer.alloc(0),
  }
}
