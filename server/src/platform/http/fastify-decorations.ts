import type { Route } from '@spacekeeper/contract/route.ts'
import type { FastifyReply as Reply, FastifyRequest as Request } from 'fastify'
import type { Actor } from '../ctx.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Who sent a request; `anonymous` when nothing in it proves anybody. */
    findActor: (request: Request) => Promise<Actor>
    /** Throws `tooManyRequests` when the caller is over the limit of the route's class. */
    limitRate: (request: Request, reply: Reply, route: Pick<Route, 'rate'>) => Promise<void>
  }
}
