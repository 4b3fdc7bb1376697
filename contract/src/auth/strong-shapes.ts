import { z } from 'zod'
import { fieldMessages, Text } from '../fields.ts'
import { Instant } from '../route.ts'
import { loginWays } from './words.ts'

const PublicKey = z.literal('public-key')

/** Bytes as browsers hand them over, in base64url. */
const Bytes = z.string().min(1).max(20_000)

const CredentialId = z.string().min(1).max(1400)

/** What a browser needs to make a passkey; names as in the standard (WebAuthn). */
export const PasskeyCreation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number().int(), type: PublicKey })),
  timeout: z.number().int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(z.object({ id: z.string(), type: PublicKey })),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
})

export type PasskeyCreation = z.infer<typeof PasskeyCreation>

/** What a browser needs to ask for a passkey; an empty list stands for any of this portal. */
export const PasskeyQuestion = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number().int(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(z.object({ id: z.string(), type: PublicKey })),
})

export type PasskeyQuestion = z.infer<typeof PasskeyQuestion>

/** A passkey as the browser made it. */
export const NewPasskey = z.object({
  id: CredentialId,
  rawId: CredentialId,
  type: PublicKey,
  response: z.object({
    clientDataJSON: Bytes,
    attestationObject: Bytes,
    transports: z.array(z.string().max(30)).max(10).optional(),
  }),
  clientExtensionResults: z.object({}),
})

export type NewPasskey = z.infer<typeof NewPasskey>

/** What the browser signed with a passkey. */
export const PasskeyAnswer = z.object({
  id: CredentialId,
  rawId: CredentialId,
  type: PublicKey,
  response: z.object({
    clientDataJSON: Bytes,
    authenticatorData: Bytes,
    signature: Bytes,
    userHandle: z.string().max(200).optional(),
  }),
  clientExtensionResults: z.object({}),
})

export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>

/** What members call a passkey. */
export const PasskeyName = Text(60).trim().min(1, fieldMessages.empty)

export const OwnPasskey = z.object({
  id: z.number().int(),
  name: z.string(),
  /** Whether it is copied to the member's other devices. */
  isSynced: z.boolean(),
  createdAt: Instant,
  lastUsedAt: Instant.nullable(),
})

export type OwnPasskey = z.infer<typeof OwnPasskey>

/** How the caller can log in. */
export const StrongLogin = z.object({
  hasPassword: z.boolean(),
  passkeys: z.array(OwnPasskey),
  hasTotp: z.boolean(),
  recoveryCodes: z.number().int(),
  /** Whether the space wants a strong login of them. */
  isRequired: z.boolean(),
  /** Whether this session has one. */
  isStrong: z.boolean(),
  /** Passkeys work at this address only. */
  passkeyHost: z.string(),
})

export type StrongLogin = z.infer<typeof StrongLogin>

/** Codes that are shown once; null where there were some before. */
export const NewRecoveryCodes = z.object({ recoveryCodes: z.array(z.string()).nullable() })

/** A login or a failed try, as its member reads it. */
export const OwnLogin = z.object({
  id: z.number().int(),
  at: Instant,
  way: z.enum(loginWays),
  /** Such as `Firefox on Linux`; null for logins from before this was kept. */
  device: z.string().nullable(),
  address: z.string().nullable(),
})

export type OwnLogin = z.infer<typeof OwnLogin>
