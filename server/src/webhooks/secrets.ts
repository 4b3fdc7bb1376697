import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { decrypt, encrypt } from '#platform/secrets/encryption.ts'

const secretBytes = 32

/** What messages to a receiver are signed with, as the Standard Webhooks specification writes it. */
export const newSecret = (): string => `whsec_${randomBytes(secretBytes).toString('base64')}`

export const sealSecret = (secretKey: Buffer, secret: string): string => encrypt(secretKey, secret)

export type SealedSecrets = {
  secret_sealed: string
  old_secret_sealed: string | null
  old_secret_until: Date | null
}

/** The headers of a message; while a secret is being replaced it is signed with both. */
export const signMessage = (
  message: { id: string; body: string; now: Date },
  { secretKey, sealed }: { secretKey: Buffer; sealed: SealedSecrets },
): Record<string, string> => {
  const { id, body, now } = message
  const isRotating = sealed.old_secret_until !== null && sealed.old_secret_until > now
  const inUse = [sealed.secret_sealed, ...(isRotating && sealed.old_secret_sealed ? [sealed.old_secret_sealed] : [])]
  const signatures = inUse.map((one) => new Webhook(decrypt(secretKey, one)).sign(id, now, body))
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  }
}
