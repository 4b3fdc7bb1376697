import {
  constants,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  privateDecrypt,
  publicEncrypt,
} from 'node:crypto'
import { promisify } from 'node:util'
import { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import type { Work } from '#platform/db/change.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { decrypt, encrypt } from '#platform/secrets/encryption.ts'

/** The public half as a JSON Web Key has it: what is needed to check a signature. */
export const BallotPublicKey = z.object({ n: z.string(), e: z.string() })

export type BallotPublicKey = z.infer<typeof BallotPublicKey>

/** A key that signs the papers of one vote. The private half is sealed; see `ballot_keys`. */
export type BallotKey = { publicKey: BallotPublicKey; sealed: string }

const makePair = promisify(generateKeyPair)

const isSafeOrigin = (siteUrl: string) => {
  const { protocol, hostname } = new URL(siteUrl)
  return protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
}

/** Takes a while, on a thread of its own: made before the transaction that opens the vote. */
export const makeBallotKey = async ({ secretKey, siteUrl }: Pick<Ctx, 'secretKey' | 'siteUrl'>): Promise<BallotKey> => {
  // Elsewhere browsers have no cryptography, and members would stand before a vote they can't use.
  if (!isSafeOrigin(siteUrl)) throw new AppError('secretNeedsHttps')
  const { publicKey, privateKey } = await makePair('rsa', { modulusLength: 2048 })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  return { publicKey: BallotPublicKey.parse(publicKey.export({ format: 'jwk' })), sealed: encrypt(secretKey, pem) }
}

export const storeBallotKey = async ({ tx }: Work, { motionId, key }: { motionId: number; key: BallotKey }) => {
  await tx
    .insertInto('ballot_keys')
    .values({ motion_id: motionId, public_key: JSON.stringify(key.publicKey), private_key: key.sealed })
    .execute()
}

/** From then on nothing can be signed for this vote, by anyone. */
export const destroyBallotKey = async ({ tx }: Work, motionId: number) => {
  await tx.updateTable('ballot_keys').set({ private_key: null }).where('motion_id', '=', motionId).execute()
}

export const asPublicKey = (jwk: BallotPublicKey) => createPublicKey({ key: { kty: 'RSA', ...jwk }, format: 'jwk' })

/**
 * Signs what a browser blinded: the plain RSA operation, as RFC 9474 (BlindSign) wants it, and checks the result, so
 * that a fault of the machine cannot give the key away.
 */
export const blindSign = (input: { secretKey: Buffer; sealed: string; blinded: Uint8Array }): Buffer => {
  const key = createPrivateKey(decrypt(input.secretKey, input.sealed))
  const plain = { padding: constants.RSA_NO_PADDING }
  let signature: Buffer
  try {
    signature = privateDecrypt({ key, ...plain }, input.blinded)
  } catch {
    throw badField('papers', 'Each paper is a number below that of the key.')
  }
  const check = publicEncrypt({ key: createPublicKey(key), ...plain }, signature)
  if (!check.equals(input.blinded)) throw new Error('A signature came out wrong.')
  return signature
}
