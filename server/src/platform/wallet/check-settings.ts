// On its own: settings are checked by it when they are saved, before anything is signed or sent with them.
import { readPassCertificate } from './pass-certificate.ts'
import { readServiceAccount } from './service-account.ts'

const checks: Record<string, (text: string, now: Date) => string | null> = {
  APPLE_WALLET_CERTIFICATE: (text, now) => {
    const read = readPassCertificate(text, now)
    return read.isGood ? null : read.problem
  },
  GOOGLE_WALLET_ACCOUNT: (text) => {
    const read = readServiceAccount(text)
    return 'problem' in read ? read.problem : null
  },
}

/** What is wrong with a certificate or an account that is to be stored; null for all other settings. */
export const problemOfWalletSetting = (key: string, { value, now }: { value: unknown; now: Date }): string | null =>
  value === '' ? null : (checks[key]?.(String(value), now) ?? null)
