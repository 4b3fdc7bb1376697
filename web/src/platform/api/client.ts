import { z } from 'zod'
import { contract } from '@spacekeeper/contract/index.ts'
import type { Contract } from '@spacekeeper/contract/index.ts'
import { ErrorBody } from '@spacekeeper/contract/errors.ts'
import type { Output, Route, Routes, SentInput } from '@spacekeeper/contract/route.ts'
import { ApiError } from './api-error.ts'

// The content security policy forbids evaluating strings, and a mere attempt is logged as an error.
z.config({ jitless: true })

type Caller<R extends Route> = unknown extends SentInput<R>
  ? () => Promise<Output<R>>
  : Record<never, never> extends SentInput<R>
    ? (input?: SentInput<R>) => Promise<Output<R>>
    : (input: SentInput<R>) => Promise<Output<R>>
type Calls<R extends Routes> = { [K in keyof R]: Caller<R[K]> }
/** The event stream is no call; platform/live opens it. */
export type Client = { [D in Exclude<keyof Contract, 'live'>]: Calls<Contract[D]> }

type Values = Record<string, unknown>
type LostSession = { isWrite: boolean }

const listeners = new Set<(lost: LostSession) => void>()
/** Hears of every answer that says the session is over; the error still reaches the caller. */
export const onSessionLost = (listener: (lost: LostSession) => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const csrfToken = () => /(?:^|; )csrftoken=([^;]*)/.exec(document.cookie)?.[1] ?? ''

const address = (route: Route, input: Values) => {
  const path = route.path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(input[key])))
  const query = new URLSearchParams()
  for (const key of Object.keys(route.query?.shape ?? {})) {
    if (input[key] !== undefined) query.set(key, String(input[key]))
  }
  return query.size > 0 ? `${path}?${query}` : path
}

const request = (route: Route, input: Values): RequestInit => {
  const headers: Record<string, string> = { accept: 'application/json' }
  if (route.method === 'GET') return { headers, credentials: 'same-origin' }
  headers['X-CSRFTOKEN'] = csrfToken()
  const elsewhere = new Set([...Object.keys(route.params?.shape ?? {}), ...Object.keys(route.query?.shape ?? {})])
  const body = Object.fromEntries(Object.entries(input).filter(([key]) => !elsewhere.has(key)))
  if (route.body !== undefined) headers['content-type'] = 'application/json'
  return {
    method: route.method,
    headers,
    credentials: 'same-origin',
    ...(route.body === undefined ? {} : { body: JSON.stringify(body) }),
  }
}

const send = async (route: Route, input: Values): Promise<Response> => {
  try {
    return await fetch(address(route, input), request(route, input))
  } catch {
    throw new ApiError({ code: 'offline', status: 0 })
  }
}

/** An answer without our error body, as a proxy gives it, counts as the server's failure. */
const readError = async (response: Response) => {
  const body = ErrorBody.safeParse(await response.json().catch(() => null))
  if (body.success) return new ApiError({ ...body.data, status: response.status })
  return new ApiError({ code: 'serverError', status: response.status })
}

const readAnswer = async (route: Route, response: Response) => {
  if (route.output instanceof z.ZodVoid) return undefined
  const parsed = route.output.safeParse(await response.json().catch(() => undefined))
  if (!parsed.success) throw new ApiError({ code: 'badAnswer', status: response.status, cause: parsed.error })
  return parsed.data
}

const call = async (route: Route, input: Values = {}) => {
  const response = await send(route, input)
  if (response.ok) return readAnswer(route, response)
  const error = await readError(response)
  const isCheck = route === contract.accounts.loggedIn
  if (error.code === 'notSignedIn' && !isCheck) for (const tell of listeners) tell({ isWrite: route.method !== 'GET' })
  throw error
}

const bind = (routes: Routes) =>
  Object.fromEntries(Object.entries(routes).map(([name, route]) => [name, (input?: Values) => call(route, input)]))

/** Object.fromEntries forgets the names; `call` gives each route's output, because it parsed it. */
const asClient = (calls: unknown) => calls as Client

const { live: _stream, ...callable } = contract
/** All calls of the API by domain and route, typed by the contract. Throws ApiError. */
export const api = asClient(Object.fromEntries(Object.entries(callable).map(([d, r]) => [d, bind(r)])))
