import { decrypt, encrypt } from '#platform/secrets/encryption.ts'

// The library is asked for when the first code is checked: most portals have members who use none.
const loadTotp = () => import('otpauth')

const periodMs = 30_000

type SealedSecret = { secretKey: Buffer; sealed: string }

const openTotp = async (base32: string) => {
  const { TOTP, Secret } = await loadTotp()
  return new TOTP({ algorithm: 'SHA1', digits: 6, period: periodMs / 1000, secret: Secret.fromBase32(base32) })
}

/** A new secret for an authenticator app, as it is shown, and as it is stored. */
export const newTotpSecret = async (secretKey: Buffer): Promise<{ secret: string; sealed: string }> => {
  const { Secret } = await loadTotp()
  const secret = new Secret({ size: 20 }).base32
  return { secret, sealed: encrypt(secretKey, secret) }
}

/** What the app reads from a QR code. */
export const totpAddress = (input: { secret: string; issuer: string; email: string }): string => {
  // A colon separates both parts of the label.
  const issuer = input.issuer.replaceAll(':', ' ').trim()
  const facts = new URLSearchParams({ secret: input.secret, issuer, algorithm: 'SHA1', digits: '6', period: '30' })
  // Apps show a plus sign as it is.
  const query = facts.toString().replaceAll('+', '%20')
  return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(input.email)}?${query}`
}

/** Six digits, however they were spaced; null for anything else. */
export const readTotpCode = (typed: string): string | null => {
  const code = typed.replaceAll(/[\s-]/g, '')
  return /^\d{6}$/.test(code) ? code : null
}

/** The step of which this is the code: the one of this moment, the one before or the one after. Null for a wrong code. */
export const findTotpStep = async ({ secretKey, sealed }: SealedSecret, input: { code: string; now: Date }) => {
  const totp = await openTotp(decrypt(secretKey, sealed))
  const timestamp = input.now.getTime()
  const delta = totp.validate({ token: input.code, timestamp, window: 1 })
  return delta === null ? null : Math.floor(timestamp / periodMs) + delta
}
