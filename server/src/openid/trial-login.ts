import { createHash } from 'node:crypto'
import type { TestedLogin } from '@spacekeeper/contract/openid/shapes.ts'
import { siteScopes } from '@spacekeeper/contract/openid/words.ts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { AppError } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { decrypt, encrypt } from '#platform/secrets/encryption.ts'
import { newToken } from '#platform/secrets/tokens.ts'
import { testClientId } from './protocol-clients.ts'
import { issuerOf, openidPath } from './rules.ts'

/** What a site keeps while its visitor logs in; here it travels along, encrypted. */
const TrialState = z.object({ memberId: z.number(), verifier: z.string(), nonce: z.string(), until: z.number() })

const tenMinutesMs = 10 * 60 * 1000

const redirectOf = (ctx: Ctx) => `${ctx.siteUrl}/manage/sso/test`

/** The address at which a site would begin a login. */
export const startTest = (ctx: Ctx): { address: string } => {
  const verifier = newToken()
  const nonce = newToken()
  const kept = { memberId: memberOf(ctx).id, verifier, nonce, until: ctx.now().getTime() + tenMinutesMs }
  const query = new URLSearchParams({
    client_id: testClientId,
    response_type: 'code',
    redirect_uri: redirectOf(ctx),
    scope: siteScopes.join(' '),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    nonce,
    state: encrypt(ctx.secretKey, JSON.stringify(kept)),
  })
  return { address: `${issuerOf(ctx.siteUrl)}/authorize?${query.toString()}` }
}

const readKept = (ctx: Ctx, state: string) => {
  try {
    return TrialState.parse(JSON.parse(decrypt(ctx.secretKey, state)))
  } catch {
    throw new AppError('testFailed')
  }
}

const Tokens = z.object({ access_token: z.string(), id_token: z.string() })

const Claims = z.record(z.string(), z.unknown())

/** What stands in an ID token. Its way here was no way at all, so its signature is not looked at. */
const claimsIn = (idToken: string) =>
  Claims.parse(JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString('utf8')))

const asList = (claims: Record<string, unknown>) =>
  Object.entries(claims).map(([claim, value]) => ({
    claim,
    value: typeof value === 'string' ? value : JSON.stringify(value),
  }))

type ReturnedTest = { code: string; state: string; iss: string }

/** Redeems the code as a site would, and asks who logged in. */
export const finishTest = async (
  ctx: Ctx,
  { app, code, state, iss }: ReturnedTest & { app: FastifyInstance },
): Promise<TestedLogin> => {
  const kept = readKept(ctx, state)
  const isMine = kept.memberId === memberOf(ctx).id && kept.until > ctx.now().getTime()
  if (!isMine || iss !== issuerOf(ctx.siteUrl)) throw new AppError('testFailed')
  const form = { grant_type: 'authorization_code', client_id: testClientId, code, redirect_uri: redirectOf(ctx) }
  const answer = await app.inject({
    method: 'POST',
    url: `${openidPath}/token`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ ...form, code_verifier: kept.verifier }).toString(),
  })
  const tokens = answer.statusCode === 200 ? Tokens.parse(answer.json()) : null
  if (!tokens) throw new AppError('testFailed')
  const idToken = claimsIn(tokens.id_token)
  if (idToken['nonce'] !== kept.nonce) throw new AppError('testFailed')
  const userinfo = await app.inject({
    url: `${openidPath}/userinfo`,
    headers: { authorization: `Bearer ${tokens.access_token}` },
  })
  if (userinfo.statusCode !== 200) throw new AppError('testFailed')
  return { idToken: asList(idToken), userinfo: asList(Claims.parse(userinfo.json())) }
}
