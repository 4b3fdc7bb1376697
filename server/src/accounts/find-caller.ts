import { timingSafeEqual } from 'node:crypto'
import { apiScopes } from '@spacekeeper/contract/route.ts'
import { MemberState } from '@spacekeeper/contract/members.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { systemCtx, type Actor, type Services } from '#platform/ctx.ts'
import { credentialOf } from '#platform/http/credential.ts'
import { hashToken } from '#platform/secrets/tokens.ts'
import { prolongSession } from './prolong-session.ts'

const Scopes = z.array(z.string()).transform((scopes) => apiScopes.filter((scope) => scopes.includes(scope)))
const anonymous: Actor = { kind: 'anonymous' }

const findMember = async (services: Services, token: string): Promise<Actor> => {
  const { db, now } = services
  const row = await db
    .selectFrom('sessions')
    .innerJoin('members', 'members.id', 'sessions.member_id')
    .select(['sessions.id as sessionId', 'sessions.last_used_at', 'members.id', 'members.is_admin', 'members.state'])
    .where('sessions.token_hash', '=', hashToken(token))
    .where('sessions.expires_at', '>', now())
    .where('members.email_verified_at', 'is not', null)
    .executeTakeFirst()
  if (!row) return anonymous
  await prolongSession(systemCtx(services), { sessionId: row.sessionId, lastUsedAt: row.last_used_at })
  return {
    kind: 'member',
    id: row.id,
    isAdmin: row.is_admin,
    state: MemberState.parse(row.state),
    sessionId: row.sessionId,
  }
}

const findApiKey = async ({ db, now }: Services, key: string): Promise<Actor> => {
  const [prefix] = key.split('.', 1)
  if (!prefix) return anonymous
  const row = await db
    .selectFrom('api_keys')
    .select(['id', 'secret_hash', 'scopes'])
    .where('prefix', '=', prefix)
    .where('revoked_at', 'is', null)
    .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', now())]))
    .executeTakeFirst()
  if (!row || row.secret_hash.length !== 32 || !timingSafeEqual(row.secret_hash, hashToken(key))) return anonymous
  return { kind: 'apiKey', id: row.id, scopes: Scopes.parse(row.scopes) }
}

/** Who sent a request, by session cookie, bearer token or API key. Whoever is not verified is nobody. */
export const findCaller = (services: Services, request: FastifyRequest): Promise<Actor> => {
  const credential = credentialOf(request)
  if (credential.kind === 'session') return findMember(services, credential.token)
  if (credential.kind === 'apiKey') return findApiKey(services, credential.key)
  return Promise.resolve(anonymous)
}
