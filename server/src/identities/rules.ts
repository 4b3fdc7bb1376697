import { createHmac, timingSafeEqual } from 'node:crypto'
import { codeLifetimeSeconds } from '@spacekeeper/contract/identities.ts'

export type CodeFacts = { memberId: number; issuedAt: Date; expiresAt: Date }
export type ReadCode = { kind: 'genuine' | 'expired'; facts: CodeFacts } | { kind: 'forged' }

const version = 1
const factsBytes = 13
/** 128 bits of the signature: beyond guessing, and the QR code stays easy to scan. */
const signatureBytes = 16
/** How far the clocks of two portal processes may be apart. */
const skewMs = 30_000

const sign = (key: Buffer, facts: Buffer) =>
  createHmac('sha256', key).update(facts).digest().subarray(0, signatureBytes)

/** The code of a digital ID: who, since when, until when, and a signature; nothing is stored of it. */
export const sealCode = (key: Buffer, input: { memberId: number; now: Date }): CodeFacts & { token: string } => {
  const issued = Math.floor(input.now.getTime() / 1000)
  const facts = Buffer.alloc(factsBytes)
  facts.writeUInt8(version, 0)
  facts.writeUInt32BE(input.memberId, 1)
  facts.writeUInt32BE(issued, 5)
  facts.writeUInt32BE(issued + codeLifetimeSeconds, 9)
  return {
    memberId: input.memberId,
    issuedAt: new Date(issued * 1000),
    expiresAt: new Date((issued + codeLifetimeSeconds) * 1000),
    token: Buffer.concat([facts, sign(key, facts)]).toString('base64url'),
  }
}

/** What a code says, if this portal made it. Anything else is forged, also one from the future or with a longer life. */
export const readCode = (key: Buffer, input: { token: string; now: Date }): ReadCode => {
  const bytes = Buffer.from(input.token, 'base64url')
  const isOurs = bytes.length === factsBytes + signatureBytes && bytes.toString('base64url') === input.token
  if (!isOurs) return { kind: 'forged' }
  const facts = bytes.subarray(0, factsBytes)
  if (!timingSafeEqual(sign(key, facts), bytes.subarray(factsBytes))) return { kind: 'forged' }
  const issuedAt = new Date(facts.readUInt32BE(5) * 1000)
  const expiresAt = new Date(facts.readUInt32BE(9) * 1000)
  const livesTooLong = expiresAt.getTime() - issuedAt.getTime() > codeLifetimeSeconds * 1000
  const isFromTheFuture = issuedAt.getTime() > input.now.getTime() + skewMs
  if (facts.readUInt8(0) !== version || livesTooLong || isFromTheFuture) return { kind: 'forged' }
  const isOver = input.now.getTime() >= expiresAt.getTime()
  return { kind: isOver ? 'expired' : 'genuine', facts: { memberId: facts.readUInt32BE(1), issuedAt, expiresAt } }
}
