import type { ErrorBody } from '@spacekeeper/contract/errors.ts'
import { ownWrites } from '#platform/live/own-writes.ts'
import { askForProof, isProofWanted } from '#platform/session/proof-request.ts'
import { ApiError } from './api-error.ts'
import { memberHeaders, pageMember } from './page-member.ts'
import { isPutAway } from './put-away.ts'
import { sendToPortal } from './transport.ts'
import { type CallContext, deadlineOf, fileDeadline, startWaiting } from './waiting.ts'

/** A file as it arrived, for keeping. */
export type ReceivedFile = { name: string; content: Blob }

export type CallValues = Record<string, unknown>
type LostSession = { isWrite: boolean }

const listeners = new Set<(lost: LostSession) => void>()
/** Hears of every answer that says the session is over; the error still reaches the caller. */
export const onSessionLost = (listener: (lost: LostSession) => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

let sessionNumber = 0
/** After a login: what was sent before it says nothing about the session there is now. */
export const countSession = () => {
  sessionNumber += 1
}

/** Browsers keep no more than 64 kB alive, and characters may take several bytes. */
const mostKeptAlive = 16_000

const csrfToken = () => /(?:^|; )csrftoken=([^;]*)/.exec(document.cookie)?.[1] ?? ''

const pathNames = (path: string) => Array.from(path.matchAll(/:(\w+)/g), ([, name = '']) => name)

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

const address = (route: WireRoute, input: CallValues) => {
  const path = route.path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(asText(input[key])))
  const query = new URLSearchParams()
  for (const key of route.query ?? []) if (input[key] !== undefined) query.set(key, asText(input[key]))
  return query.size > 0 ? `${path}?${query}` : path
}

const request = (route: WireRoute, input: CallValues, { forMember }: CallContext): RequestInit => {
  const headers: Record<string, string> = {
    accept: 'application/json',
    ...(route.isUnlinked ? {} : memberHeaders(route.path, forMember)),
  }
  if (route.method === undefined) return { headers, credentials: 'same-origin' }
  // Without a cookie nothing in the request says who sends it.
  const credentials = route.isUnlinked ? 'omit' : 'same-origin'
  const init: RequestInit = { method: route.method, headers, credentials }
  if (!route.isUnlinked) headers['X-CSRFTOKEN'] = csrfToken()
  if (route.isUpload) {
    const file = input['file']
    if (!(file instanceof Blob)) throw new TypeError('An upload needs a file.')
    headers['content-type'] = file.type
    init.body = file
  }
  if (!route.hasBody) return init
  headers['content-type'] = 'application/json'
  const elsewhere = new Set([...pathNames(route.path), ...(route.query ?? [])])
  const body = JSON.stringify(Object.fromEntries(Object.entries(input).filter(([key]) => !elsewhere.has(key))))
  // Arrives also when the page is gone before its answer comes.
  return { ...init, body, keepalive: isPutAway() && body.length < mostKeptAlive }
}

const isErrorBody = (body: unknown): body is ErrorBody =>
  typeof body === 'object' && body !== null && 'code' in body && 'text' in body && typeof body.text === 'string'

/** An answer without our error body, as a proxy gives it, counts as the server's failure unless its status says more. */
const readError = async (response: Response): Promise<ApiError> => {
  const body: unknown = await response.json().catch(() => null)
  const { status } = response
  return new ApiError(
    isErrorBody(body) ? { ...body, status } : { code: status === 501 ? 'notImplemented' : 'serverError', status },
  )
}

const readFile = async (response: Response): Promise<ReceivedFile> => {
  const [, name = 'download'] = /filename="?([^";]+)/.exec(response.headers.get('content-disposition') ?? '') ?? []
  return { name, content: await response.blob() }
}

/** The server has checked its answer against the contract; here it only has to be JSON at all. */
const readAnswer = async (route: WireRoute, response: Response): Promise<unknown> => {
  if (route.isEmpty) return undefined
  try {
    if (route.mayBeEmpty) {
      const text = await response.text()
      return text === '' ? undefined : JSON.parse(text)
    }
    return await (route.isFile ? readFile(response) : response.json())
  } catch (cause) {
    // Anything else is a line that was cut within it.
    if (!(cause instanceof SyntaxError)) throw cause
    throw new ApiError({ code: 'badAnswer', status: response.status, cause })
  }
}

/** A POST that makes nothing stale, such as a login, is simply sent again. */
const isStored = ({ method, stale }: WireRoute) => stale !== undefined || (method !== undefined && method !== 'POST')

const codes = { late: 'noAnswer', givenUp: 'givenUp', cut: 'offline' } as const

type MissingAnswer = { why: keyof typeof codes; hasLeft: boolean }

/**
 * Whether a request that was cut off has arrived no browser says, only that none can leave without a network. A write that
 * may be stored has an outcome of its own; one with a key can be sent again: the portal does it once.
 */
const codeWithout = (route: WireRoute, input: CallValues, { why, hasLeft }: MissingAnswer) => {
  if (!hasLeft || !isStored(route)) return codes[why]
  return 'idempotencyKey' in input ? 'unknownRepeatable' : 'unknownOutcome'
}

/** Its answer or its refusal, before its deadline. */
const ask = async (route: WireRoute, input: CallValues, context: CallContext) => {
  const waiting = startWaiting(deadlineOf(route, input['file']), context)
  const hasLeft = navigator.onLine
  try {
    const init = { ...request(route, input, context), signal: waiting.signal }
    const response = await sendToPortal(address(route, input), init)
    if (!response.ok) return { error: await readError(response) }
    if (route.method !== undefined) ownWrites.add(response.headers.get('x-request-id'), route.stale ?? [])
    if (route.isFile) waiting.extend(fileDeadline(response))
    return { answer: await readAnswer(route, response) }
  } catch (error) {
    const why = waiting.ended() ?? 'cut'
    if (why === 'cancelled' || error instanceof ApiError) throw error
    throw new ApiError({ code: codeWithout(route, input, { why, hasLeft }), status: 0 })
  } finally {
    waiting.stop()
  }
}

/** Throws ApiError. What wants a fresh proof of the member asks for it and is then tried again. */
export const call = async (route: WireRoute, input: CallValues = {}, context: CallContext = {}): Promise<unknown> => {
  const sentIn = sessionNumber
  const { answer, error } = await ask(route, input, context)
  if (!error) return answer
  if (isProofWanted(error.code) && (await askForProof(error.code))) return call(route, input, context)
  const isOther = error.code === 'otherMember' && context.forMember === undefined && sentIn === sessionNumber
  if (isOther) pageMember.isOther()
  const isCheck = route.path === '/api/loggedin/'
  const isLost = error.code === 'notSignedIn' && !isCheck && sentIn === sessionNumber
  if (isLost) for (const tell of listeners) tell({ isWrite: route.method !== undefined })
  throw error
}
