import type { Route } from '@spacekeeper/contract/route.ts'
import type {} from 'fastify'
import type { Actor } from '../ctx.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Who sent a request; `anonymous` when nothing in it proves anybody. */
    findActor: (request: FastifyRequest) => Promise<Actor>
    /** Throws `tooManyRequests` when the caller is over the limit of the route's class. */
    limitRate: (request: FastifyRequest, reply: FastifyReply, route: Pick<Route, 'rate'>) => Promise<void>
  }
}
