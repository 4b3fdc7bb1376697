import type { Ctx } from '#platform/ctx.ts'
import type { Tx } from '#platform/db/change.ts'
import type { Notice } from '#platform/live/channel.ts'
import { hashToken, newToken } from '#platform/secrets/tokens.ts'
import { AppError } from '#platform/http/app-error.ts'
import { callers } from '#platform/http/callers.ts'
import type { Visitor } from './visitor-of.ts'

const sessionDays = 14
export const sessionSeconds = sessionDays * 24 * 60 * 60

/** At a kiosk: the page ends it after seconds already, so this is for what the page misses. */
const kioskSessionSeconds = 5 * 60

/** When a session ends that is used now. */
export const sessionEnd = (now: Date, { isAtKiosk = false }: { isAtKiosk?: boolean } = {}): Date =>
  new Date(now.getTime() + (isAtKiosk ? kioskSessionSeconds : sessionSeconds) * 1000)

/** Whoever revokes or removes a kiosk waits for a session that starts there, or the other way round: none outlives it. */
const holdKiosk = async (tx: Tx, kioskId: number) => {
  const kiosk = await tx
    .selectFrom('kiosks')
    .select('authorised_at')
    .where('id', '=', kioskId)
    .forKeyShare()
    .executeTakeFirst()
  if (!kiosk?.authorised_at) throw new AppError('kioskUnknown')
}

/**
 * Starts a session in the transaction of whatever proved who somebody is; its token comes back and is stored nowhere.
 * The session he came with ends, which `tell` says to all: a token never outlives a log-in.
 */
export const startSession = async (
  tx: Tx,
  input: { ctx: Ctx; memberId: number; visitor: Visitor },
): Promise<{ token: string; tell: Notice[] }> => {
  const { ctx, memberId, visitor } = input
  if (visitor.kioskId !== undefined) await holdKiosk(tx, visitor.kioskId)
  const token = newToken()
  const now = ctx.now()
  const before = ctx.actor.kind === 'member' ? ctx.actor : null
  if (before) await tx.deleteFrom('sessions').where('id', '=', before.sessionId).execute()
  await tx
    .insertInto('sessions')
    .values({
      member_id: memberId,
      token_hash: hashToken(token),
      created_at: now,
      last_used_at: now,
      expires_at: sessionEnd(now, { isAtKiosk: visitor.kioskId !== undefined }),
      ip_address: visitor.address,
      user_agent: visitor.userAgent,
      kiosk_id: visitor.kioskId ?? null,
    })
    .execute()
  return { token, tell: before ? [callers.notice({ memberId: before.id })] : [] }
}
