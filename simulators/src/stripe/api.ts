import { apiVersion } from './events.ts'
import { expand } from './expansion.ts'
import type { StripeFault } from './faults.ts'
import { IdempotencyKeys, requestHash } from './idempotency.ts'
import { randomLetters } from './ids.ts'
import type { StripeOperation, StripeWorld } from './part.ts'
import { invalidRequest, StripeRefusal, type StripeErrorBody } from './refusals.ts'
import { readForm, type FormValue } from './requests/form.ts'
import { readParams } from './requests/params.ts'
import type { StripeRoutes } from './router.ts'

export type ApiRequest = { method: string; path: string; query: string; body: string; headers: Map<string, string> }
export type ApiAnswer = { status: number; body: string; headers: Record<string, string> }
/** A request as it is counted and looked at by tests. */
export type StripeRequestLog = {
  id: string
  method: string
  path: string
  body: string
  status: number | null
  idempotencyKey: string | null
  isReplayed: boolean
}
export type AcceptedKeys = {
  secretKey: string
  publishableKey: string
  /** Keys that may only ask some paths: `/v1/customers`. */
  restricted: Record<string, string[]>
}

const hiddenKey = (key: string) =>
  key.length < 12 ? key : `${key.slice(0, 8)}${'*'.repeat(Math.max(0, key.length - 12))}${key.slice(-4)}`

const unauthorised = (message: string) => invalidRequest(message, { status: 401 })

function keyOf(request: ApiRequest): string {
  const [kind = '', value = ''] = (request.headers.get('authorization') ?? '').split(' ')
  if (/^bearer$/i.test(kind)) return value
  return /^basic$/i.test(kind) ? (Buffer.from(value, 'base64').toString().split(':')[0] ?? '') : ''
}

/** Whether the key may ask it: the secret one all, the publishable one what pages in a browser need. */
function checkKey(request: ApiRequest, keys: AcceptedKeys, isPublic: boolean): { isPublic: boolean } {
  const key = keyOf(request)
  if (key === '')
    throw unauthorised(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.",
    )
  if (key === keys.secretKey) return { isPublic: false }
  if (key === keys.publishableKey) {
    if (isPublic) return { isPublic: true }
    throw invalidRequest(
      'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
      { status: 401, code: 'secret_key_required' },
    )
  }
  const paths = keys.restricted[key]
  if (!paths) throw unauthorised(`Invalid API Key provided: ${hiddenKey(key)}`)
  if (paths.some((path) => request.path === path || request.path.startsWith(`${path}/`))) return { isPublic: false }
  throw invalidRequest(
    `The provided key '${hiddenKey(key)}' does not have the required permissions for this endpoint. Change its permissions at https://dashboard.stripe.com/test/apikeys to allow this request to continue.`,
    { status: 403, code: 'more_permissions_required_for_application' },
  )
}

function checkVersion(request: ApiRequest) {
  const version = request.headers.get('stripe-version')
  if (version !== undefined && version !== apiVersion)
    throw invalidRequest(`Invalid Stripe API version: ${version}. This stand-in speaks ${apiVersion}.`)
}

const isMap = (form: FormValue): form is { [name: string]: FormValue } =>
  typeof form === 'object' && !Array.isArray(form)

const expandPaths = (form: FormValue): string[] => {
  const paths = isMap(form) ? form['expand'] : undefined
  return Array.isArray(paths) ? paths.filter((path) => typeof path === 'string') : []
}

/** Browsers name the intent by its secret in the form, which the parameter types do not know. */
const withoutSecret = (form: FormValue): FormValue => {
  if (!isMap(form)) return form
  const { client_secret: _, key: __, ...rest } = form
  return rest
}

/** The API: keys, versions, idempotency and errors around what the operations of the parts answer. */
export class StripeApi {
  readonly #keys: AcceptedKeys
  readonly #world: StripeWorld
  readonly #routes: StripeRoutes
  readonly #idempotency = new IdempotencyKeys()
  readonly log: StripeRequestLog[] = []

  constructor(input: { keys: AcceptedKeys; world: StripeWorld; routes: StripeRoutes }) {
    this.#keys = input.keys
    this.#world = input.world
    this.#routes = input.routes
  }

  /** Null if no answer is to be sent. `wait` lets a slow answer be slow. */
  async answer(
    request: ApiRequest,
    { fault, wait }: { fault: StripeFault | undefined; wait: (ms: number) => Promise<void> },
  ): Promise<ApiAnswer | null> {
    const id = `req_${randomLetters(14)}`
    const key = request.headers.get('idempotency-key')
    const entry: StripeRequestLog = {
      id,
      method: request.method,
      path: request.path,
      body: request.body || request.query,
      status: null,
      idempotencyKey: key ?? null,
      isReplayed: false,
    }
    if (this.log.push(entry) > mostLogged) this.log.shift()
    const answer = await this.#answerOrRefuse(request, { id, key, fault, wait })
    if (answer === null) return null
    entry.status = answer.status
    entry.isReplayed = answer.headers['idempotent-replayed'] === 'true'
    return answer
  }

  async #answerOrRefuse(
    request: ApiRequest,
    input: { id: string; key: string | undefined; fault: StripeFault | undefined; wait: (ms: number) => Promise<void> },
  ): Promise<ApiAnswer | null> {
    const { id, key, fault, wait } = input
    try {
      const { found, isPublic } = this.#find(request)
      if (fault?.what === 'rateLimited') return tooMany(id)
      if (fault?.what === 'errorBeforeWrite') return broken(id)
      const isKept = request.method === 'POST' && key !== undefined
      const hash = requestHash(request)
      const kept = isKept ? this.#idempotency.begin(this.#world, { key, hash, path: request.path }) : undefined
      if (kept) return replayed(kept, { id, key: kept.id })
      try {
        const body = this.#run(found, { request, id, key: key ?? null, isPublic })
        const answer = fault?.what === 'errorAfterWrite' ? broken(id) : { ...body, headers: headersOf(id, key) }
        // As at Stripe, an error of the server is kept like any other answer, and given again.
        if (isKept && !body.isBefore)
          this.#idempotency.keep(this.#world, {
            id: key,
            hash,
            path: request.path,
            request: id,
            status: answer.status,
            body: answer.body,
          })
        if (fault?.what === 'slow' || fault?.what === 'timeoutAfterWrite') await wait(fault.delayMs ?? 0)
        return fault?.what === 'timeoutAfterWrite' ? null : answer
      } finally {
        if (isKept) this.#idempotency.end(key)
      }
    } catch (error) {
      return refusalOf(error, id)
    }
  }

  #find(request: ApiRequest) {
    const found = this.#routes.operation(request.method, request.path)
    const { isPublic } = checkKey(request, this.#keys, found?.item.isPublic ?? false)
    checkVersion(request)
    if (found) return { found, isPublic }
    throw invalidRequest(
      `Unrecognized request URL (${request.method}: ${request.path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
      { status: 404 },
    )
  }

  /** `isBefore`: refused before anything was done. */
  #run(
    found: { item: StripeOperation; path: Record<string, string> },
    input: { request: ApiRequest; id: string; key: string | null; isPublic: boolean },
  ): { status: number; body: string; isBefore: boolean } {
    const { item, path } = found
    const { request, id, key, isPublic } = input
    const form = readForm(request.method === 'POST' ? request.body : request.query)
    let isBefore = true
    try {
      if (isPublic) checkClientSecret(form, path)
      const params = readParams(item.params, isPublic ? withoutSecret(form) : form)
      isBefore = false
      this.#world.request = { id, idempotency_key: key }
      // The parameters were read by the very name that the operation gives.
      const answer = item.handle({ world: this.#world, params: params as never, path, isPublic })
      return { status: 200, body: print(expand(this.#world.store, answer, expandPaths(form))), isBefore }
    } catch (error) {
      return { ...refusalOf(error, id), isBefore }
    } finally {
      this.#world.request = { id: null, idempotency_key: null }
    }
  }
}

const mostLogged = 20_000

/** The secret begins with the id of what it opens. */
function checkClientSecret(form: FormValue, path: Record<string, string>) {
  const id = path['id']
  const secret = isMap(form) ? form['client_secret'] : undefined
  if (id === undefined || (typeof secret === 'string' && secret.startsWith(`${id}_secret_`))) return
  throw invalidRequest('The client_secret provided does not match any associated object on this account.', {
    param: 'client_secret',
    code: 'resource_missing',
  })
}

const print = (answer: object) => JSON.stringify(answer, null, 2)

const headersOf = (id: string, key?: string): Record<string, string> => ({
  'content-type': 'application/json',
  'request-id': id,
  'stripe-version': apiVersion,
  ...(key !== undefined && { 'idempotency-key': key }),
})

const errorAnswer = (status: number, error: StripeErrorBody, headers: Record<string, string>): ApiAnswer => ({
  status,
  body: print({ error }),
  headers,
})

const broken = (id: string) =>
  errorAnswer(500, { type: 'api_error', message: 'An unknown error occurred' }, headersOf(id))

const tooMany = (id: string) =>
  errorAnswer(
    429,
    {
      type: 'invalid_request_error',
      code: 'rate_limit',
      message: 'Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.',
    },
    { ...headersOf(id), 'stripe-should-retry': 'true', 'stripe-rate-limited-reason': 'global-rate' },
  )

const refusalOf = (error: unknown, id: string): ApiAnswer => {
  if (error instanceof StripeRefusal) {
    const url = `https://dashboard.stripe.com/test/logs/${id}`
    return errorAnswer(error.status, { ...error.body, request_log_url: url }, headersOf(id))
  }
  console.error(error)
  return errorAnswer(500, { type: 'api_error', message: `The stand-in has a fault: ${String(error)}` }, headersOf(id))
}

const replayed = (kept: { status: number; body: string; request: string }, input: { id: string; key: string }) => ({
  status: kept.status,
  body: kept.body,
  headers: {
    ...headersOf(input.id, input.key),
    'idempotent-replayed': 'true',
    'original-request': kept.request,
  },
})
