import type { Contract } from '@spacekeeper/contract/index.ts'
import type { Download, Output, Route, Routes, SentInput } from '@spacekeeper/contract/route.ts'
import { memberRoutes } from 'virtual:member-routes'
import { ApiError } from './api-error.ts'
import { call, type CallValues, type ReceivedFile } from './call.ts'
import { refreshDomains } from './refresh.ts'
import type { CallContext } from './waiting.ts'

type Answer<R extends Route> = R['output'] extends typeof Download ? ReceivedFile : Output<R>
type Caller<R extends Route> =
  unknown extends SentInput<R>
    ? (input?: undefined, context?: CallContext) => Promise<Answer<R>>
    : Partial<SentInput<R>> extends SentInput<R>
      ? (input?: SentInput<R>, context?: CallContext) => Promise<Answer<R>>
      : (input: SentInput<R>, context?: CallContext) => Promise<Answer<R>>
/** Domain and name of a route, from which the keys of queries are made. */
type RouteKey<R extends Route> = {
  readonly routeKey: readonly [domain: string, name: string]
  /** Only a type, so that no query makes itself stale. */
  readonly isRead?: R extends { method: 'GET' } | { keepsAnswers: true } ? true : false
}
type Calls<R extends Routes> = { [K in keyof R]: Caller<R[K]> & RouteKey<R[K]> }
/** The event stream is no call; platform/live opens it. */
export type Client = { [D in Exclude<keyof Contract, 'live'>]: Calls<Contract[D]> }

let known = memberRoutes
let coming: Promise<void> | undefined

/** The table of all routes. The dashboard does without, so it comes with the first call that needs it, or ahead of that. */
export const loadRoutes = (): Promise<void> => {
  coming ??= import('virtual:api-routes').then(
    ({ apiRoutes }) => {
      known = apiRoutes
    },
    () => {
      coming = undefined
      throw new ApiError({ code: 'offline', status: 0 })
    },
  )
  return coming
}

const routeOf = (domain: string, name: string) => {
  const route = known[domain]?.[name]
  if (!route) throw new TypeError(`There is no call ${domain}.${name}.`)
  return route
}

/** A write that is stored is done, also where the screen cannot be drawn anew for now. */
const soon = (refreshed: Promise<void>) =>
  Promise.race([refreshed, new Promise((resolve) => setTimeout(resolve, 3000))])

const bind = (domain: string, name: string) => {
  const routeKey = [domain, name] as const
  const ask = async (input?: CallValues, context?: CallContext) => {
    if (!known[domain]?.[name]) await loadRoutes()
    const route = routeOf(domain, name)
    const answer = await call(route, input, context)
    if (route.stale && input?.['isTrial'] !== 'true') await soon(refreshDomains(...route.stale))
    return answer
  }
  return Object.assign(ask, { routeKey })
}

/** Makes what is asked for by name, once. */
const onDemand = (make: (name: string) => object): object => {
  const made = new Map<string, object>()
  return new Proxy(
    {},
    {
      get: (_, name) => {
        if (typeof name === 'symbol') return
        const one = made.get(name) ?? make(name)
        made.set(name, one)
        return one
      },
    },
  )
}

/** What is made by name forgets the names, and answers are what the contract says because the server serialises by it. */
const asClient = (calls: unknown) => calls as Client

/**
 * All calls of the API by domain and route, typed by the contract. One that writes answers once the screen shows what it
 * changed (`alsoStale` in the contract). Throws ApiError.
 */
export const api = asClient(onDemand((domain) => onDemand((name) => bind(domain, name))))
