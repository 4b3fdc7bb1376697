import { SessionEnd } from '@spacekeeper/contract/auth/shapes.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Work } from '#platform/db/change.ts'
import type { Credential } from '#platform/http/credential.ts'
import { hashToken } from '#platform/secrets/tokens.ts'
import { forgetBrowsers } from './known-browsers.ts'

type EndedSessions = {
  memberId: number
  /** All but this one; all without it. */
  keptSessionId?: number
  /** Only this one. */
  sessionId?: number
  reason: Exclude<SessionEnd, 'expired'>
}

/**
 * Ends sessions and remembers why, for the browsers that hold them. Those browsers are not known to the member any more;
 * with all sessions but one go all browsers but one. The addresses of the sessions come back.
 */
export const endSessions = async (
  work: Work,
  input: EndedSessions,
): Promise<{ ended: { address: string }[]; forgottenBrowsers: number }> => {
  const { memberId, keptSessionId, sessionId, reason } = input
  const forgottenBrowsers = await forgetBrowsers(work, input)
  const ended = await work.tx
    .deleteFrom('sessions')
    .where('member_id', '=', memberId)
    .$if(keptSessionId !== undefined, (query) => query.where('id', '!=', keptSessionId ?? 0))
    .$if(sessionId !== undefined, (query) => query.where('id', '=', sessionId ?? 0))
    .returning(['token_hash', 'ip_address as address'])
    .execute()
  const inBrowsers = ended.flatMap(({ token_hash }) => (token_hash === null ? [] : [{ token_hash }]))
  if (inBrowsers.length > 0)
    await work.tx
      .insertInto('ended_sessions')
      .values(inBrowsers.map(({ token_hash }) => ({ token_hash, reason, ended_at: work.now })))
      .execute()
  return { ended: ended.map(({ address }) => ({ address })), forgottenBrowsers }
}

/** Why the session of this browser ended: null where it has none, or where it goes on. Only its token tells. */
export const findSessionEnd = async (ctx: Ctx, credential: Credential): Promise<SessionEnd | null> => {
  if (credential.kind !== 'session' || ctx.actor.kind === 'member') return null
  const row = await ctx.db
    .selectFrom('ended_sessions')
    .select('reason')
    .where('token_hash', '=', hashToken(credential.token))
    .executeTakeFirst()
  return row ? SessionEnd.parse(row.reason) : 'expired'
}
