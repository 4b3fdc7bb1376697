import type { Route } from '@spacekeeper/contract/route.ts'
import type { FastifyReply as Reply, FastifyRequest as Request } from 'fastify'
import type { Actor } from '../ctx.ts'

/** A screen that asked to be a kiosk, found by the claim its browser holds. */
export type CallingKiosk = {
  id: number
  name: string
  screenId: string
  address: string
  /** Members may log in there. A wall display is authorised as a display and not as a kiosk. */
  isAuthorised: boolean
  isDisplay: boolean
  /** False: every card is followed by a PIN or the password. */
  isCardEnough: boolean
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of a route whose refusals are bare sentences. */
    plainRefusals?: boolean
    /** Of a route whose refusals name each field with a list of sentences. */
    fieldLists?: boolean
    /** Of a route whose callers are not to be known, not even from the log. */
    unlinked?: boolean
    /** Of a route whose answer is the same for everyone, and may be kept. */
    isShared?: boolean
  }
  interface FastifyInstance {
    /** The caller of a request; `anonymous` without valid credentials. */
    findCaller: (request: Request) => Promise<Actor>
    /** The kiosk a request comes from, authorised or not; null for ordinary browsers. */
    findKiosk: (request: Request) => Promise<CallingKiosk | null>
    /** Throws `tooManyRequests` when the caller is over the limit of the route's class. */
    limitRate: (request: Request, reply: Reply, route: Pick<Route, 'rate'>) => Promise<void>
  }
}
