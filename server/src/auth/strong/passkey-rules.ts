import { createHmac } from 'node:crypto'
import type { NewPasskey, PasskeyAnswer } from '@spacekeeper/contract/auth/strong-shapes.ts'
import { challengeMinutes } from '@spacekeeper/contract/auth/words.ts'
import type { Services } from '#platform/ctx.ts'
import { derive } from '#platform/secrets/derive.ts'

// The library is loaded when the first passkey is checked: it costs the start of the portal more than most parts of it.
const loadLibrary = () => import('@simplewebauthn/server')

/** EdDSA, ES256 and RS256: what every authenticator speaks one of. */
export const algorithms = [-8, -7, -257]

export const passkeyTimeoutMs = challengeMinutes * 60_000

/** Where passkeys work: the configured address of the portal, never the one a request names. */
export const passkeyPlace = ({ siteUrl }: Pick<Services, 'siteUrl'>) => {
  const { origin, hostname } = new URL(siteUrl)
  return { origin, host: hostname }
}

/** By what an authenticator knows an account: it says nothing about it, and is the same for all its passkeys. */
export const userHandleOf = ({ secretKey }: Pick<Services, 'secretKey'>, memberId: number): string =>
  createHmac('sha256', derive(secretKey, 'passkey handles')).update(String(memberId)).digest('base64url')

/** The public half of a new passkey; null where the answer does not fit the challenge, the portal or itself. */
export const readNewPasskey = async (services: Services, input: { passkey: NewPasskey; challenge: string }) => {
  const { verifyRegistrationResponse } = await loadLibrary()
  const { origin, host } = passkeyPlace(services)
  const { transports: _unused, ...response } = input.passkey.response
  const verified = await verifyRegistrationResponse({
    response: { ...input.passkey, response },
    expectedChallenge: input.challenge,
    expectedOrigin: origin,
    expectedRPID: host,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => null)
  if (!verified?.verified) return null
  const { credential, credentialDeviceType } = verified.registrationInfo
  return { ...credential, isSynced: credentialDeviceType === 'multiDevice' }
}

type StoredKey = { credentialId: string; publicKey: Buffer; memberId: number }

/** How often a passkey says it was used; null where its signature or anything else of the answer is wrong. */
export const readAnswer = async (
  services: Services,
  input: { passkey: PasskeyAnswer; challenge: string; stored: StoredKey },
): Promise<number | null> => {
  const { passkey, challenge, stored } = input
  const { verifyAuthenticationResponse } = await loadLibrary()
  const { origin, host } = passkeyPlace(services)
  const { userHandle, ...response } = passkey.response
  if (userHandle !== undefined && userHandle !== userHandleOf(services, stored.memberId)) return null
  const verified = await verifyAuthenticationResponse({
    response: { ...passkey, response },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: host,
    requireUserVerification: true,
    // Counters are compared where the row is locked.
    credential: { id: stored.credentialId, publicKey: new Uint8Array(stored.publicKey), counter: 0 },
  }).catch(() => null)
  return verified?.verified ? verified.authenticationInfo.newCounter : null
}

/** Whether a key was copied: it must count on, unless it never counts. */
export const isCounterRight = (input: { stored: number; sent: number }): boolean =>
  input.sent > input.stored || (input.sent === 0 && input.stored === 0)
