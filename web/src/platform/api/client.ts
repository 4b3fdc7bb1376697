import type { Contract } from '@spacekeeper/contract/index.ts'
import type { Download, Output, Route, Routes, SentInput } from '@spacekeeper/contract/route.ts'
import { apiRoutes } from 'virtual:api-routes'
import { call, type CallValues, type ReceivedFile } from './call.ts'

type Answer<R extends Route> = R['output'] extends typeof Download ? ReceivedFile : Output<R>
type Caller<R extends Route> =
  unknown extends SentInput<R>
    ? () => Promise<Answer<R>>
    : Partial<SentInput<R>> extends SentInput<R>
      ? (input?: SentInput<R>) => Promise<Answer<R>>
      : (input: SentInput<R>) => Promise<Answer<R>>
/** Domain and name of a route, from which the keys of queries are made. */
type RouteKey = { readonly routeKey: readonly [domain: string, name: string] }
type Calls<R extends Routes> = { [K in keyof R]: Caller<R[K]> & RouteKey }
/** The event stream is no call; platform/live opens it. */
export type Client = { [D in Exclude<keyof Contract, 'live'>]: Calls<Contract[D]> }

const bind = (domain: string, routes: Record<string, WireRoute>) =>
  Object.fromEntries(
    Object.entries(routes).map(([name, route]) => {
      const routeKey = [domain, name] as const
      return [name, Object.assign((input?: CallValues) => call(route, input), { routeKey })]
    }),
  )

/** Object.fromEntries forgets the names, and answers are what the contract says because the server serialises by it. */
const asClient = (calls: unknown) => calls as Client

/** All calls of the API by domain and route, typed by the contract. Throws ApiError. */
export const api = asClient(
  Object.fromEntries(Object.entries(apiRoutes).map(([domain, r]) => [domain, bind(domain, r)])),
)
