import { MemberState } from '@spacekeeper/contract/members/shapes.ts'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Actor, Services } from '#platform/ctx.ts'
import { selectOnce } from '#platform/db/compile-once.ts'
import { credentialOf } from '#platform/http/credential.ts'
import { kioskClaimHashOf } from '#platform/http/kiosk-claim.ts'
import { hashToken } from '#platform/secrets/tokens.ts'
import { findApiKey } from '../api-keys/key-callers.ts'
import { effectivePermissions } from '../members/role-rules.ts'
import { type SessionCaller, type CallerCache, createCallerCache } from './caller-cache.ts'
import { findScriptOwner } from './script-owners.ts'
import { extendSession } from './sessions.ts'
import { hasStrongLogin, withholdPermissions } from './strong/strength.ts'
import { recordTokenUse } from './tokens/app-tokens.ts'

const anonymous: Actor = { kind: 'anonymous' }

type GivenToken = { tokenHash: Buffer; now: Date }

/** The session of a browser by its own token, that of an app by one of its access tokens: two looks into an index. */
const sessionOfToken = ({ tokenHash, now }: GivenToken) =>
  sql<number>`coalesce((select s.id from sessions s where s.token_hash = ${tokenHash}), (select a.session_id
    from app_tokens a where a.token_hash = ${tokenHash} and a.kind = 'access' and a.expires_at > ${now}))`

const sessionRow = selectOnce((db, given: GivenToken) =>
  db
    .selectFrom('sessions')
    .innerJoin('members', 'members.id', 'sessions.member_id')
    .leftJoin('kiosks', 'kiosks.id', 'sessions.kiosk_id')
    .select(['sessions.id as sessionId', 'sessions.last_used_at', 'sessions.expires_at', 'sessions.kiosk_id'])
    .select('kiosks.claim_hash')
    .select(['sessions.is_strong', sql<Date>`coalesce(sessions.confirmed_at, sessions.created_at)`.as('provenAt')])
    .select(hasStrongLogin.as('hasStrongLogin'))
    .select(['members.id', 'members.is_admin', 'members.permissions', 'members.suspended_at', 'members.state'])
    .leftJoin('app_tokens as t', (on) => on.on('t.token_hash', '=', given.tokenHash))
    .select(['t.id as tokenId', 't.expires_at as tokenEndsAt', 't.used_at as tokenUsedAt'])
    .where('sessions.id', '=', sessionOfToken(given))
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
  if (row.tokenId !== null && row.tokenUsedAt === null) await recordTokenUse(services, row.tokenId)
  const proof = { provenAt: row.provenAt, isStrong: row.is_strong, hasStrongLogin: row.hasStrongLogin }
  // A kiosk is a shared screen, so no session has staff permissions there.
  const effective = kioskId === null ? effectivePermissions(row) : { isAdmin: false, permissions: [], kioskId }
  return {
    actor: { kind: 'member', id, ...effective, state: MemberState.parse(row.state), sessionId, proof },
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    claimHash: row.claim_hash,
    tokenEndsAt: row.tokenEndsAt,
  }
}

type PresentedToken = { cache: CallerCache; token: string; request: FastifyRequest }

const isInItsBrowser = ({ claimHash }: SessionCaller, request: FastifyRequest) =>
  claimHash === null || (kioskClaimHashOf(request)?.equals(claimHash) ?? false)

const isCurrent = ({ expiresAt, tokenEndsAt }: SessionCaller, now: Date) =>
  expiresAt > now && (tokenEndsAt === null || tokenEndsAt > now)

const findMember = async (services: Services, input: PresentedToken): Promise<Actor> => {
  const { cache, token, request } = input
  const tokenHash = hashToken(token)
  const key = tokenHash.toString('latin1')
  const known = cache.recall(key)
  const isAlive = known !== undefined && isCurrent(known, services.now())
  const caller = isAlive ? known : await cache.ask(key, () => readSession(services, tokenHash))
  if (!caller || !isInItsBrowser(caller, request)) return anonymous
  const { actor, lastUsedAt, tokenEndsAt } = caller
  const place = { isAtKiosk: actor.kioskId !== undefined, isApp: tokenEndsAt !== null }
  const use = await extendSession(services, { sessionId: actor.sessionId, lastUsedAt, ...place })
  if (use) cache.recordUse(key, use)
  return withholdPermissions(actor, await services.settings.get('STRONG_LOGIN_FOR'))
}

const findByKey = async (services: Services, key: string): Promise<Actor> => {
  const found = await findApiKey(services, key)
  if (found?.kind === 'script') return (await findScriptOwner(services, found)) ?? anonymous
  return found ?? anonymous
}

/** Finds the caller of a request, by session cookie, bearer token or API key. A member without a verified address is anonymous. */
export const callerFinder = (services: Services) => {
  const cache = createCallerCache(services)
  return async (request: FastifyRequest): Promise<Actor> => {
    const credential = credentialOf(request)
    if (credential.kind === 'session') return findMember(services, { cache, token: credential.token, request })
    if (credential.kind === 'apiKey') return findByKey(services, credential.key)
    return anonymous
  }
}
