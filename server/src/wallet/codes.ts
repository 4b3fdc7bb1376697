import { createHmac, timingSafeEqual } from 'node:crypto'
import { passLinkMinutes } from '@spacekeeper/contract/wallet/words.ts'
import type { Ctx } from '#platform/ctx.ts'
import { derive } from '#platform/secrets/derive.ts'

/** 128 bits of a signature: beyond guessing, and the QR code of a pass stays easy to scan. */
const signatureBytes = 16

type KeyCtx = Pick<Ctx, 'secretKey'>

const sign = (key: Buffer, facts: Buffer) =>
  createHmac('sha256', key).update(facts).digest().subarray(0, signatureBytes)

const seal = (key: Buffer, facts: Buffer) => Buffer.concat([facts, sign(key, facts)]).toString('base64url')

/** What a token says, if it is of this length and signed with this key. */
const unseal = (key: Buffer, { token, length }: { token: string; length: number }): Buffer | null => {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== length + signatureBytes || bytes.toString('base64url') !== token) return null
  const facts = bytes.subarray(0, length)
  return timingSafeEqual(sign(key, facts), bytes.subarray(length)) ? facts : null
}

const codeKey = (ctx: KeyCtx) => derive(ctx.secretKey, 'wallet code')

const idBytes = 4

/** What the QR code of a pass holds. It lives as long as the pass, so it says only which one it is. */
export const sealPassCode = (ctx: KeyCtx, passId: number): string => {
  const facts = Buffer.alloc(idBytes)
  facts.writeUInt32BE(passId)
  return seal(codeKey(ctx), facts)
}

/** The pass that a code is of; null for all that is none, such as the code of a digital ID. */
export const readPassCode = (ctx: KeyCtx, token: string): number | null =>
  unseal(codeKey(ctx), { token, length: idBytes })?.readUInt32BE() ?? null

const linkKey = (ctx: KeyCtx) => derive(ctx.secretKey, 'wallet link')

const linkBytes = 8

/** A link to a pass, for a phone that may not be logged in: a few minutes, and for reading this one pass. */
export const sealPassLink = (ctx: KeyCtx, { passId, now }: { passId: number; now: Date }) => {
  const until = Math.floor(now.getTime() / 1000) + passLinkMinutes * 60
  const facts = Buffer.alloc(linkBytes)
  facts.writeUInt32BE(passId, 0)
  facts.writeUInt32BE(until, 4)
  return { token: seal(linkKey(ctx), facts), expiresAt: new Date(until * 1000) }
}

/** The pass of a link that has not run out. */
export const readPassLink = (ctx: KeyCtx, { token, now }: { token: string; now: Date }): number | null => {
  const facts = unseal(linkKey(ctx), { token, length: linkBytes })
  return facts && now.getTime() < facts.readUInt32BE(4) * 1000 ? facts.readUInt32BE(0) : null
}

/** What a phone proves with that it holds a pass. It is worked out from the serial number, so nothing is stored. */
export const phoneTokenOf = (ctx: KeyCtx, serial: string): string =>
  createHmac('sha256', derive(ctx.secretKey, 'wallet phone')).update(serial).digest('base64url')
