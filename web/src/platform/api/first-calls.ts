import { firstRoutes } from 'virtual:first-routes'
import { call, type CallValues } from './call.ts'
import type { Client } from './client.ts'

type FirstCalls = Pick<Client['home'], 'getConfig'> & Pick<Client['auth'], 'login' | 'requestLoginLink'>

/** As in client.ts: names and types are those of the contract. */
const asCalls = (calls: unknown) => calls as FirstCalls

/** The calls of the login page, which is drawn before the client of all routes is there. */
export const { getConfig, login, requestLoginLink } = asCalls(
  Object.fromEntries(
    Object.entries(firstRoutes).map(([name, route]) => [name, (input?: CallValues) => call(route, input)]),
  ),
)
