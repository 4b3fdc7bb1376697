import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { Choice } from '@spacekeeper/contract/votes/shapes.ts'
import { derive } from '#platform/secrets/derive.ts'

/** A signed ballot without a name, as it is put into the box and published. */
export type Ballot = { paper: Uint8Array; signature: Uint8Array; choice: Choice }

const [paperBytes, signatureBytes, choiceBytes, ivBytes, tagBytes] = [64, 256, 320, 12, 16]

/** Every ballot is as long as every other: the length of a choice would tell it. */
const ballotBytes = ({ paper, signature, choice }: Ballot): Buffer => {
  const written = Buffer.from(JSON.stringify(choice).padEnd(choiceBytes))
  const bytes = Buffer.concat([paper, signature, written])
  if (bytes.length !== paperBytes + signatureBytes + choiceBytes) throw new Error('A ballot has an odd length.')
  return bytes
}

/** Seals a ballot with the key of its box. */
export const sealBallot = (key: Buffer, ballot: Ballot): Buffer => {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', derive(key, 'ballots'), iv, { authTagLength: tagBytes })
  const sealed = Buffer.concat([cipher.update(ballotBytes(ballot)), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

/** The ballot again. Throws where it was sealed with another key. */
export const openBallot = (key: Buffer, sealed: Buffer): Ballot => {
  const iv = sealed.subarray(0, ivBytes)
  const decipher = createDecipheriv('aes-256-gcm', derive(key, 'ballots'), iv, { authTagLength: tagBytes })
  decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes))
  const bytes = Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()])
  const afterPaper = bytes.subarray(paperBytes)
  return {
    paper: bytes.subarray(0, paperBytes),
    signature: afterPaper.subarray(0, signatureBytes),
    choice: Choice.parse(JSON.parse(afterPaper.subarray(signatureBytes).toString())),
  }
}

/** By what a paper that comes again is known, and by which it is not known without the key. */
export const markOf = (key: Buffer, paper: Uint8Array): Buffer =>
  createHmac('sha256', derive(key, 'papers')).update(paper).digest()
