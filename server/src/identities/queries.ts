import type { IdCode, Standing, Verification } from '@spacekeeper/contract/identities.ts'
import { MemberState } from '@spacekeeper/contract/members.ts'
import type { Ctx } from '#platform/ctx.ts'
import { derive } from '#platform/secrets/derive.ts'
import { readCode, sealCode } from './rules.ts'

const keyOf = (ctx: Ctx) => derive(ctx.secretKey, 'digital id')

/** A fresh code for a member's digital ID, and the address of the page that checks it. */
export const issueCode = (ctx: Ctx, memberId: number): IdCode => {
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
    name: `${row.first_name} ${row.last_name}`,
    standing: row.suspended_at === null ? MemberState.parse(row.state) : 'suspended',
  }
}

/** What whoever scans a digital ID is told. The standing is that of now, not of when the code was made. */
export const verifyCode = async (ctx: Ctx, token: string): Promise<Verification> => {
  const now = ctx.now()
  const code = readCode(keyOf(ctx), { token, now })
  const nobody = { name: null, standing: null, checkedAt: now.toISOString() }
  if (code.kind === 'forged') return { ...nobody, verdict: 'forged', issuedAt: null }
  const issuedAt = code.facts.issuedAt.toISOString()
  if (code.kind === 'expired') return { ...nobody, verdict: 'expired', issuedAt }
  const person = await findStanding(ctx, code.facts.memberId)
  if (!person) return { ...nobody, verdict: 'unknown', issuedAt }
  return { ...nobody, ...person, verdict: person.standing === 'active' ? 'valid' : 'notActive', issuedAt }
}
