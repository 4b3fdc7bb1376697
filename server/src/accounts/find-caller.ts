import { timingSafeEqual } from 'node:crypto'
import { apiScopes } from '@spacekeeper/contract/route.ts'
import { MemberState } from '@spacekeeper/contract/members.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Actor, Services } from '#platform/ctx.ts'
import { selectOnce } from '#platform/db/compile-once.ts'
import { credentialOf } from '#platform/http/credential.ts'
import { kioskClaimHashOf } from '#platform/http/kiosk-claim.ts'
import { hashToken } from '#platform/secrets/tokens.ts'
import { officeOf } from '../members/rules.ts'
import { createCallerCache, type CallerCache, type SessionCaller } from './caller-cache.ts'
import { noteKeyUse } from './note-key-use.ts'
import { prolongSession } from './prolong-session.ts'

const Scopes = z.array(z.string()).transform((scopes) => apiScopes.filter((scope) => scopes.includes(scope)))
const anonymous: Actor = { kind: 'anonymous' }

const sessionRow = selectOnce((db, given: { tokenHash: Buffer; now: Date }) =>
  db
    .selectFrom('sessions')
    .innerJoin('members', 'members.id', 'sessions.member_id')
    .leftJoin('kiosks', 'kiosks.id', 'sessions.kiosk_id')
    .select(['sessions.id as sessionId', 'sessions.last_used_at', 'sessions.expires_at', 'sessions.kiosk_id'])
    .select('kiosks.claim_hash')
    .select(['members.id', 'members.is_admin', 'members.permissions', 'members.suspended_at', 'members.state'])
    .where('sessions.token_hash', '=', given.tokenHash)
    .where('sessions.expires_at', '>', given.now)
    .where('members.email_verified_at', 'is not', null)
    .where((is) => is.or([is('sessions.kiosk_id', 'is', null), is('kiosks.authorised_at', 'is not', null)])),
)

const readSession = async (services: Services, tokenHash: Buffer): Promise<SessionCaller | undefined> => {
  const row = await sessionRow.first(services, { tokenHash, now: services.now() })
  if (!row) return undefined
  const { id, sessionId, kiosk_id: kioskId } = row
  // A shared screen is no place for staff work, whoever stands at it.
  const office = kioskId === null ? officeOf(row) : { isAdmin: false, permissions: [], kioskId }
  return {
    actor: { kind: 'member', id, ...office, state: MemberState.parse(row.state), sessionId },
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    claimHash: row.claim_hash,
  }
}

type Presented = { cache: CallerCache; token: string; request: FastifyRequest }

const isInItsBrowser = ({ claimHash }: SessionCaller, request: FastifyRequest) =>
  claimHash === null || (kioskClaimHashOf(request)?.equals(claimHash) ?? false)

const findMember = async (services: Services, input: Presented): Promise<Actor> => {
  const { cache, token, request } = input
  const tokenHash = hashToken(token)
  const key = tokenHash.toString('latin1')
  const known = cache.recall(key)
  const isAlive = known !== undefined && known.expiresAt > services.now()
  const caller = isAlive ? known : await cache.ask(key, () => readSession(services, tokenHash))
  if (!caller || !isInItsBrowser(caller, request)) return anonymous
  const { actor, lastUsedAt } = caller
  const isAtKiosk = actor.kioskId !== undefined
  const use = await prolongSession(services, { sessionId: actor.sessionId, lastUsedAt, isAtKiosk })
  if (use) cache.noteUse(key, use)
  return actor
}

const findApiKey = async (services: Services, key: string): Promise<Actor> => {
  const { db, now } = services
  const [prefix] = key.split('.', 1)
  if (!prefix) return anonymous
  const row = await db
    .selectFrom('api_keys')
    .select(['id', 'secret_hash', 'scopes', 'device_kind', 'device_ids', 'last_used_at'])
    .where('prefix', '=', prefix)
    .where('revoked_at', 'is', null)
    .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', now())]))
    .executeTakeFirst()
  if (!row || row.secret_hash.length !== 32 || !timingSafeEqual(row.secret_hash, hashToken(key))) return anonymous
  await noteKeyUse(services, { keyId: row.id, lastUsedAt: row.last_used_at })
  const reach = { kind: row.device_kind, deviceIds: row.device_ids }
  return { kind: 'apiKey', id: row.id, scopes: Scopes.parse(row.scopes), reach }
}

/** Finds who sent a request, by session cookie, bearer token or API key. Whoever is not verified is nobody. */
export const findCaller = (services: Services) => {
  const cache = createCallerCache(services)
  return (request: FastifyRequest): Promise<Actor> => {
    const credential = credentialOf(request)
    if (credential.kind === 'session') return findMember(services, { cache, token: credential.token, request })
    if (credential.kind === 'apiKey') return findApiKey(services, credential.key)
    return Promise.resolve(anonymous)
  }
}
