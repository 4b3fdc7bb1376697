import type { TokenPair } from '@spacekeeper/contract/auth/token-routes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { change, record, type Work } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { callers } from '#platform/http/callers.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { screens } from '#platform/live/screens.ts'
import { hashToken } from '#platform/secrets/tokens.ts'
import { endSessions } from '../ended-sessions.ts'
import { mailTokenReusedJob } from '../jobs.ts'
import { checkLogin, enter, type Login } from '../logins.ts'
import { sessionEnd } from '../sessions.ts'
import { makeTokenPair } from './app-tokens.ts'
import { isSameMoment, mayUseAgain } from './rules.ts'

/** Logs an app in, by the same checks as a browser. */
export const obtainTokens = async (ctx: Ctx, { login, appName }: { login: Login; appName: string }) =>
  enter(ctx, {
    ...(await checkLogin(ctx, login)),
    login,
    appName,
    finish: (work, { sessionId }) => makeTokenPair(work, { sessionId, parent: null }),
  })

const notValid = () => new AppError('token_not_valid', { isRefreshToken: true })

/** The refresh token with its session, which is locked: of two exchanges at the same time, one comes first. */
const lockToken = async ({ tx, now }: Work, refresh: string) =>
  tx
    .selectFrom('app_tokens as t')
    .innerJoin('sessions as s', 's.id', 't.session_id')
    .innerJoin('members as m', 'm.id', 's.member_id')
    .select(['t.id', 's.id as sessionId', 's.member_id as memberId', 's.app_name as appName'])
    .where('t.token_hash', '=', hashToken(refresh))
    .where('t.kind', '=', 'refresh')
    .where('t.expires_at', '>', now)
    .where('s.expires_at', '>', now)
    .where('m.email_verified_at', 'is not', null)
    .forUpdate('s')
    .executeTakeFirst()

type LockedToken = NonNullable<Awaited<ReturnType<typeof lockToken>>>

/** What became of the pairs a token was exchanged for. Asked under the lock, so a token's use is read as it is now. */
const readUse = async ({ tx, now }: Work, id: number) => {
  const { usedAt, ...facts } = await tx
    .selectFrom('app_tokens as t')
    .select(['t.used_at as usedAt', 't.is_lost as isLost'])
    .select(
      sql<boolean>`exists (select from app_tokens c where c.parent_id = t.id and c.kind = 'refresh'
        and c.used_at is not null and not c.is_lost)`.as('isSuccessorExchanged'),
    )
    .select(
      sql<boolean>`exists (select from app_tokens c where c.parent_id = t.id and c.kind = 'access'
        and c.used_at is not null)`.as('isSuccessorUsed'),
    )
    .where('t.id', '=', id)
    .executeTakeFirstOrThrow()
  return usedAt && { usedAt, secondsSince: (now.getTime() - usedAt.getTime()) / 1000, ...facts }
}

/** The pairs of an answer that was lost stop working; a later use of one of them is that of a thief. */
const supersede = async ({ tx, now }: Work, id: number) => {
  await tx.deleteFrom('app_tokens').where('parent_id', '=', id).where('kind', '=', 'access').execute()
  await tx.updateTable('app_tokens').set({ used_at: now, is_lost: true }).where('parent_id', '=', id).execute()
}

/** Ends the login of an app whose token was stolen, whichever of the two came later, and tells its owner. */
const endStolen = (ctx: Ctx, { memberId, sessionId, appName }: LockedToken): Promise<void> =>
  change(ctx, 'account.tokenReused', async (work) => {
    await endSessions(work, { memberId, sessionId, reason: 'endedElsewhere' })
    await addJob(work, mailTokenReusedJob, { memberId, appName: appName ?? '' })
    return {
      result: undefined,
      subject: { kind: 'member', id: memberId },
      data: { app: appName },
      tell: [callers.notice({ memberId }), screens.notice({ topic: 'profile', audience: { memberId } })],
    }
  })

type TokenExchange = { token: LockedToken; pair: TokenPair | null }

/**
 * Exchanges a refresh token for a new pair, which is the same for all who ask at the same moment. Used a second time, it
 * ends the login, except where an answer was lost.
 */
export const refreshTokens = async (ctx: Ctx, refresh: string): Promise<TokenPair> => {
  const { token, pair } = await record<TokenExchange>(ctx, async (work) => {
    const { now } = work
    const found = await lockToken(work, refresh)
    if (!found) throw notValid()
    const { id, sessionId } = found
    const use = await readUse(work, id)
    if (use && !mayUseAgain(use)) return { result: { token: found, pair: null } }
    const isAgain = use !== null && isSameMoment(use)
    if (use && !isAgain) await supersede(work, id)
    if (!isAgain) await work.tx.updateTable('app_tokens').set({ used_at: now }).where('id', '=', id).execute()
    await work.tx
      .updateTable('sessions')
      .set({ last_used_at: now, expires_at: sessionEnd(now, { isApp: true }) })
      .where('id', '=', sessionId)
      .execute()
    const parent = { id, refresh, usedAt: isAgain ? use.usedAt : now }
    return { result: { token: found, pair: await makeTokenPair(work, { sessionId, parent }) } }
  })
  if (pair) return pair
  await endStolen(ctx, token)
  throw notValid()
}
