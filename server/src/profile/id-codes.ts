import { createHmac, timingSafeEqual } from 'node:crypto'
import { MemberState, type Standing } from '@spacekeeper/contract/members/shapes.ts'
import type { IdCode, IdVerification } from '@spacekeeper/contract/profile/shapes.ts'
import { codeLifetimeSeconds } from '@spacekeeper/contract/profile/words.ts'
import type { Ctx } from '#platform/ctx.ts'
import { derive } from '#platform/secrets/derive.ts'
import { fullName } from '#platform/shown-name.ts'
import { readPassCode } from '../wallet/codes.ts'
import { findPassHolder } from '../wallet/holders.ts'

const keyOf = (ctx: Ctx) => derive(ctx.secretKey, 'digital id')

/** A fresh code for a member's digital ID, and the address of the page that checks it. */
export const createIdCode = (ctx: Ctx, memberId: number): IdCode => {
  const { token, issuedAt, expiresAt } = sealCode(keyOf(ctx), { memberId, now: ctx.now() })
  return {
    success: true,
    token,
    issuedAt: issuedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    url: `${ctx.siteUrl}/verify/${token}`,
  }
}

const findStanding = async (ctx: Ctx, memberId: number): Promise<{ name: string; standing: Standing } | null> => {
  const row = await ctx.db
    .selectFrom('members')
    .select(['first_name', 'last_name', 'state', 'suspended_at'])
    .where('id', '=', memberId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  return {
    name: fullName(row),
    standing: row.suspended_at === null ? MemberState.parse(row.state) : 'suspended',
  }
}

/** The code of a pass in a wallet lives as long as the pass; whether that still counts is asked here. */
const verifyPassCode = async (ctx: Ctx, token: string): Promise<IdVerification | null> => {
  const pass = await findPassHolder(ctx, token)
  if (!pass) return null
  const person = pass.memberId === null ? null : await findStanding(ctx, pass.memberId)
  const common = { isPass: true, issuedAt: null, checkedAt: ctx.now().toISOString() }
  if (!person) return { ...common, verdict: 'removed', name: null, standing: null }
  return { ...common, ...person, verdict: person.standing === 'active' ? 'valid' : 'notActive' }
}

/** What anyone who scans a digital ID is told. The standing is the current one, not that of when the code was made. */
export const verifyIdCode = async (ctx: Ctx, token: string): Promise<IdVerification> => {
  const pass = await verifyPassCode(ctx, token)
  if (pass) return pass
  const now = ctx.now()
  const code = readCode(keyOf(ctx), { token, now })
  const noMember = { name: null, standing: null, isPass: false, checkedAt: now.toISOString() }
  if (code.kind === 'forged') return { ...noMember, verdict: 'forged', issuedAt: null }
  const issuedAt = code.facts.issuedAt.toISOString()
  if (code.kind === 'expired') return { ...noMember, verdict: 'expired', issuedAt }
  const person = await findStanding(ctx, code.facts.memberId)
  if (!person) return { ...noMember, verdict: 'unknown', issuedAt }
  return { ...noMember, ...person, verdict: person.standing === 'active' ? 'valid' : 'notActive', issuedAt }
}

/** The member whose digital ID a code is of, for those who were shown it. */
export const readIdCode = (
  ctx: Ctx,
  token: string,
): { kind: 'genuine'; memberId: number } | { kind: 'expired' | 'forged' | 'pass' } => {
  // It can be copied, so it does not show that its member is there.
  if (readPassCode(ctx, token) !== null) return { kind: 'pass' }
  const code = readCode(keyOf(ctx), { token, now: ctx.now() })
  return code.kind === 'genuine' ? { kind: 'genuine', memberId: code.facts.memberId } : { kind: code.kind }
}

export type IdCodeFacts = { memberId: number; issuedAt: Date; expiresAt: Date }

export type ReadIdCode = { kind: 'genuine' | 'expired'; facts: IdCodeFacts } | { kind: 'forged' }

const version = 1

const factsBytes = 13

/** 128 bits of the signature: beyond guessing, and the QR code stays easy to scan. */
const signatureBytes = 16

/** How far the clocks of two portal processes may be apart. */
const skewMs = 30_000

const sign = (key: Buffer, facts: Buffer) =>
  createHmac('sha256', key).update(facts).digest().subarray(0, signatureBytes)

/** The code of a digital ID: the member, its times and a signature; nothing is stored. */
export const sealCode = (key: Buffer, input: { memberId: number; now: Date }): IdCodeFacts & { token: string } => {
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
export const readCode = (key: Buffer, input: { token: string; now: Date }): ReadIdCode => {
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
