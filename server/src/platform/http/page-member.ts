import type { FastifyRequest } from 'fastify'
import type { Actor } from '../ctx.ts'
import { AppError } from './app-error.ts'

/** In which a page says for which member it is drawn (web/src/platform/api/page-member.ts). */
export const memberHeader = 'x-member'

/** An `EventSource` sends no header, so its address says it. */
const memberIn = ({ headers, query }: FastifyRequest): unknown =>
  headers[memberHeader] ??
  (typeof query === 'object' && query !== null && 'forMember' in query ? query.forMember : undefined)

/**
 * Refuses what a page of one member asks with the session of another: their browser was logged in anew in another tab. Only
 * our pages say for which member they are drawn; other clients are who their session or token says.
 */
export const refuseOtherMember = (request: FastifyRequest, actor: Actor) => {
  const named = memberIn(request)
  if (named === undefined || actor.kind !== 'member' || actor.script) return
  if (named !== String(actor.id)) throw new AppError('otherMember')
}
