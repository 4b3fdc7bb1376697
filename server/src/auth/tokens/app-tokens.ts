import type { TokenPair } from '@spacekeeper/contract/auth/token-routes.ts'
import { sql } from 'kysely'
import { systemCtx, type Services } from '#platform/ctx.ts'
import { recordOne, type Work } from '#platform/db/change.ts'
import { compileOnce } from '#platform/db/compile-once.ts'
import { hashToken, newToken } from '#platform/secrets/tokens.ts'
import { appSessionSeconds } from '../sessions.ts'
import { rememberedSeconds } from './rules.ts'

const accessSeconds = 15 * 60

const after = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000)

type NewPair = {
  sessionId: number
  /** The refresh token it was exchanged for. */
  parentId: number | null
}

/** Makes a pair of tokens for the session of an app; both are in this answer alone. What is no longer of use goes. */
export const makeTokenPair = async ({ tx, now }: Work, { sessionId, parentId }: NewPair): Promise<TokenPair> => {
  const pair = { access: newToken(), refresh: newToken() }
  const common = { session_id: sessionId, parent_id: parentId, created_at: now }
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
