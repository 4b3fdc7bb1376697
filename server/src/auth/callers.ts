import { MemberState } from '@spacekeeper/contract/members/shapes.ts'
import type { FastifyRequest } from 'fastify'
import type { Actor, Services } from '#platform/ctx.ts'
import { selectOnce } from '#platform/db/compile-once.ts'
import { credentialOf } from '#platform/http/credential.ts'
import { kioskClaimHashOf } from '#platform/http/kiosk-claim.ts'
import { hashToken } from '#platform/secrets/tokens.ts'
import { findApiKey } from '../api-keys/key-callers.ts'
import { effectivePermissions } from '../members/role-rules.ts'
import { type SessionCaller, type CallerCache, createCallerCache } from './caller-cache.ts'
import { extendSession } from './sessions.ts'

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
    .where((is) =>
      is.or([
        is('sessions.kiosk_id', 'is', null),
        // A suspension ends sessions at kiosks; elsewhere the member reads the reason.
        is.and([is('kiosks.authorised_at', 'is not', null), is('members.suspended_at', 'is', null)]),
      ]),
    ),
)

const readSession = async (services: Services, tokenHash: Buffer): Promise<SessionCaller | undefined> => {
  const row = await sessionRow.first(services, { tokenHash, now: services.now() })
  if (!row) return undefined
  const { id, sessionId, kiosk_id: kioskId } = row
  // A kiosk is a shared screen, so no session has staff permissions there.
  const effective = kioskId === null ? effectivePermissions(row) : { isAdmin: false, permissions: [], kioskId }
  return {
    actor: { kind: 'member', id, ...effective, state: MemberState.parse(row.state), sessionId },
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
  const use = await extendSession(services, { sessionId: actor.sessionId, lastUsedAt, isAtKiosk })
  if (use) cache.recordUse(key, use)
  return actor
}

/** Finds the caller of a request, by session cookie, bearer token or API key. A member without a verified address is anonymous. */
export const findCaller = (services: Services) => {
  const cache = createCallerCache(services)
  return async (request: FastifyRequest): Promise<Actor> => {
    const credential = credentialOf(request)
    if (credential.kind === 'session') return findMember(services, { cache, token: credential.token, request })
    if (credential.kind === 'apiKey') return (await findApiKey(services, credential.key)) ?? anonymous
    return anonymous
  }
}
