// On its own: the list of settings takes one file of each domain.
import { z } from 'zod'
import { guarded, secret, type Setting } from '../setting.ts'

export const walletSettings = {
  APPLE_WALLET_CERTIFICATE: {
    ...secret(
      'features',
      'Apple Wallet: certificate',
      'Lets members put their digital ID into Apple Wallet. Three files together: the certificate of a Pass Type ID, its private key, and Apple’s intermediate certificate. The guide “Wallet” says how to get each.',
      z.string().max(30_000),
    ),
    isFile: true,
    rule: 'passCertificate',
  },
  GOOGLE_WALLET_ISSUER_ID: guarded(
    'features',
    'Google Wallet: issuer ID',
    z
      .string()
      .trim()
      .regex(/^$|^\d{5,25}$/, 'A number such as 3388000000012345678, from the Google Wallet console.'),
    '',
    'Lets members put their digital ID into Google Wallet, together with the service account below.',
  ),
  GOOGLE_WALLET_ACCOUNT: {
    ...secret(
      'features',
      'Google Wallet: service account',
      'The JSON file of a key of a service account that is a user of the issuer account, as the guide “Wallet” says.',
      z.string().max(10_000),
    ),
    isFile: true,
    rule: 'serviceAccount',
  },
} satisfies Record<string, Setting>
