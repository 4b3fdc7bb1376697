import type { Stripe } from 'stripe'
import type { StripeClock, DueWork } from './clock.ts'
import type { StripeParams } from './requests/param-types.ts'
import type { AnyStripeTable, StripeStore } from './store.ts'

/*
 * To add a resource: a file of its own with its table (`table<Stripe.Coupon>({ name: 'coupon', prefix: '' })`), its
 * operations (`operation('POST', '/v1/coupons', 'CouponCreateParams', ({ world, params }) => …)`) and a `StripePart`
 * that lists them, which stands in `parts.ts`. Answers are objects of the library's own types with ids where they may be
 * expanded: expanding, lists' pages, checks of parameters, idempotency and errors happen around it. What happens later
 * by itself is scheduled on `world.clock` with a `kind`, which the part says how to do (`works`). What follows from
 * something elsewhere (an invoice from its payment) is a `listener` of an event's type.
 */

/** What every operation is given. Handlers are plain functions: nothing else happens while one runs. */
export type StripeWorld = {
  store: StripeStore
  clock: StripeClock
  /** Where the stand-in listens, for addresses of its pages. */
  url: string
  account: { id: string; country: string; currency: string; name: string }
  /** The request that is being answered, as events say it. */
  request: { id: string | null; idempotency_key: string | null }
  /** Records an event, queues its deliveries, and tells the listeners of the parts. Gives its id. */
  record: (type: Stripe.Event['type'], object: object, options?: RecordedEvent) => string
}
/** `previous`: of an update, what it was before. */
export type RecordedEvent = { previous?: object }

export type StripeCall<Params> = {
  world: StripeWorld
  params: Params
  /** What the path says: `:id` is `path['id']`. */
  path: Record<string, string>
  /** Asked with the publishable key, by a page in a browser. */
  isPublic: boolean
}

export type StripeOperation = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  params: keyof StripeParams
  /** May be asked with the publishable key and a client secret. */
  isPublic: boolean
  handle: (call: StripeCall<never>) => object
}

/** A method, its path, the library's type of its parameters, and what answers. */
export const operation = <Name extends keyof StripeParams>(
  method: StripeOperation['method'],
  path: string,
  params: Name,
  handle: (call: StripeCall<StripeParams[Name]>) => object,
  options: { isPublic?: boolean } = {},
): StripeOperation => ({ method, path, params, isPublic: options.isPublic ?? false, handle })

export type PageCall = {
  world: StripeWorld
  path: Record<string, string>
  query: URLSearchParams
  /** What the form of the page was sent with; empty when it is only looked at. */
  form: URLSearchParams
}
/** What a page answers: HTML, or another address. */
export type PageAnswer = { html: string; status?: number } | { to: string }
/** A page for people, under the stand-in's own address. */
export type StripePage = { method: 'GET' | 'POST'; path: string; show: (call: PageCall) => PageAnswer }

/** What another process may ask over `POST /_control/NAME` with JSON. */
export type ControlHandler = (world: StripeWorld, body: Record<string, unknown>) => unknown

export type StripePart = {
  tables?: AnyStripeTable[]
  operations?: StripeOperation[]
  pages?: StripePage[]
  works?: Record<string, (world: StripeWorld, data: DueWork['data']) => void>
  /** By an event's type: what else follows from it, before it is delivered. */
  listeners?: Record<string, (world: StripeWorld, object: object) => void>
  controls?: Record<string, ControlHandler>
}
