import type { TokenPair } from '@spacekeeper/contract/auth/token-routes.ts'
import type { FastifyReply } from 'fastify'
import { type Services, systemCtx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import { accessHeader, refreshHeader } from '#platform/http/app-origins.ts'
import { describeAgent } from '#platform/http/user-agent.ts'
import { hashToken } from '#platform/secrets/tokens.ts'
import { sessionEnd } from '../sessions.ts'
import { makeTokenPair } from './app-tokens.ts'

type BegunSession = { services: Services; token: string; userAgent: string }

/** What is just begun goes on as a login of the app: the token a browser would keep as a cookie opens nothing any more. */
const turnIntoTokens = ({ services, token, userAgent }: BegunSession): Promise<TokenPair> =>
  record(systemCtx(services), async (work) => {
    const { id: sessionId } = await work.tx
      .updateTable('sessions')
      .set({
        token_hash: null,
        app_name: describeAgent(userAgent).system ?? 'a phone',
        expires_at: sessionEnd(work.now, { isApp: true }),
      })
      .where('token_hash', '=', hashToken(token))
      .returning('id')
      .executeTakeFirstOrThrow()
    return { result: await makeTokenPair(work, { sessionId, parent: null }) }
  })

/**
 * For a login from the app’s own page by anything but email and password, such as a link in a mail: the app keeps no
 * cookie, so the answer brings tokens in its headers, whatever route it is of.
 */
export const handTokens = async (reply: FastifyReply, begun: BegunSession): Promise<void> => {
  const { access, refresh } = await turnIntoTokens(begun)
  reply.headers({ [accessHeader]: access, [refreshHeader]: refresh, 'cache-control': 'no-store' })
}
