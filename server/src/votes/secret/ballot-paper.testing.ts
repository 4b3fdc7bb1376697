import { RSABSSA } from '@cloudflare/blindrsa-ts'
import { readBytes, writeBytes } from '@spacekeeper/contract/votes/ballot-bytes.ts'

const scheme = RSABSSA.SHA384.PSS.Randomized()

/** A paper for a vote with this key, blinded; `unblind` takes what was signed and gives a ballot that can be posted. */
export const blindTestPaperFor = async ({ n, e }: { n: string; e: string }) => {
  const jwk = { kty: 'RSA', alg: 'PS384', n, e, ext: true }
  const key = await crypto.subtle.importKey('jwk', jwk, { name: 'RSA-PSS', hash: 'SHA-384' }, true, ['verify'])
  const paper = Uint8Array.from(scheme.prepare(crypto.getRandomValues(new Uint8Array(32))))
  const { blindedMsg, inv } = await scheme.blind(key, paper)
  const unblind = async (signed: string): Promise<{ paper: string; signature: string }> => {
    const signature = await scheme.finalize(key, paper, readBytes(signed), inv)
    return { paper: writeBytes(paper), signature: writeBytes(signature) }
  }
  return { blinded: writeBytes(blindedMsg), unblind }
}
