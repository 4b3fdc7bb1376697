import type { TokenPair } from '@spacekeeper/contract/auth/token-routes.ts'
import { sql } from 'kysely'
import { systemCtx, type Services } from '#platform/ctx.ts'
import { recordOne, type Work } from '#platform/db/change.ts'
import { compileOnce } from '#platform/db/compile-once.ts'
import { derive, pseudonym } from '#platform/secrets/derive.ts'
import { hashToken, newToken } from '#platform/secrets/tokens.ts'
import { appSessionSeconds } from '../sessions.ts'
import { rememberedSeconds } from './rules.ts'

const accessSeconds = 15 * 60

const after = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000)

/** A refresh token, and when it was exchanged. */
type ExchangedToken = { id: number; refresh: string; usedAt: Date }

type NewPair = {
  sessionId: number
  /** Null for the first pair of a login. */
  parent: ExchangedToken | null
}

/**
 * The pair that a refresh token stands for at one exchange: asked for again, it is the same, although only hashes are kept.
 * It cannot be made without that token and the key of the portal.
 */
const pairOf = (secretKey: Buffer, { refresh, usedAt }: ExchangedToken): TokenPair => {
  const key = derive(secretKey, 'app tokens')
  const tokenOf = (kind: string) => pseudonym(key, `${kind} ${usedAt.toISOString()} ${refresh}`)
  return { access: tokenOf('access'), refresh: tokenOf('refresh') }
}

/** Makes a pair of tokens for the session of an app; both are in its answer alone. What is no longer of use goes. */
export const makeTokenPair = async ({ ctx, tx, now }: Work, { sessionId, parent }: NewPair): Promise<TokenPair> => {
  const pair = parent ? pairOf(ctx.secretKey, parent) : { access: newToken(), refresh: newToken() }
  const common = { session_id: sessionId, parent_id: parent?.id ?? null, created_at: now }
  await tx
    .deleteFrom('app_tokens')
    .where('session_id', '=', sessionId)
    .where((is) =>
      is.or([
        is('expires_at', '<=', now),
        is('used_at', '<', after(now, -rememberedSeconds)).and('kind', '=', 'refresh'),
      ]),
    )
    .execute()
  await tx
    .insertInto('app_tokens')
    .values([
      { ...common, kind: 'access', token_hash: hashToken(pair.access), expires_at: after(now, accessSeconds) },
      { ...common, kind: 'refresh', token_hash: hashToken(pair.refresh), expires_at: after(now, appSessionSeconds) },
    ])
    // It was in an answer before.
    .onConflict((same) => same.column('token_hash').doNothing())
    .execute()
  return pair
}

const noteUse = compileOnce(
  (_db, { tokenId, now }: { tokenId: number; now: Date }) =>
    sql`update app_tokens set used_at = ${now} where id = ${tokenId} and used_at is null`,
)

/** An access token that is used has arrived, so the refresh token it came for is not needed again. */
export const recordTokenUse = (services: Services, tokenId: number): Promise<unknown> =>
  recordOne(systemCtx(services), noteUse({ tokenId, now: services.now() }))
