import { api } from '#platform/api/client.ts'

/** Copies what a library gives as some bytes into bytes of our own. */
const own = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => Uint8Array.from(bytes)

/** RFC 9474, RSABSSA-SHA384-PSS-Randomized. Large, so it comes with the first ballot. */
const loadScheme = async () => {
  const { RSABSSA } = await import('@cloudflare/blindrsa-ts')
  return RSABSSA.SHA384.PSS.Randomized()
}

/** The public key of a vote, as the browser wants it. */
export const loadBallotKey = async (motionId: number): Promise<CryptoKey> => {
  const { n, e } = await api.votes.getKey({ motionId })
  const jwk = { kty: 'RSA', alg: 'PS384', n, e, ext: true }
  return crypto.subtle.importKey('jwk', jwk, { name: 'RSA-PSS', hash: 'SHA-384' }, true, ['verify']) // oxlint-disable-line eslint/no-restricted-properties -- secret-ballot-form.tsx asks for nothing without https
}

/** A new paper with a random number on it, and the same one blinded: the portal learns nothing of it by signing that. */
export const blindPaper = async (key: CryptoKey) => {
  const scheme = await loadScheme()
  const paper = own(scheme.prepare(crypto.getRandomValues(new Uint8Array(32))))
  const { blindedMsg, inv } = await scheme.blind(key, paper)
  return { paper, blinded: own(blindedMsg), inverse: own(inv) }
}

/** Takes the blinding off a signature, which then stands under the paper. Throws when it does not fit. */
export const unblind = async (
  key: CryptoKey,
  signed: { paper: Uint8Array; inverse: Uint8Array; signature: Uint8Array },
): Promise<Uint8Array<ArrayBuffer>> => {
  const scheme = await loadScheme()
  return own(await scheme.finalize(key, signed.paper, signed.signature, signed.inverse))
}
