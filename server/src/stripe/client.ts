import { isFeatureOn } from '@spacekeeper/contract/features.ts'
import type Stripe from 'stripe'
import type { Ctx } from '#platform/ctx.ts'
import { AppError, errorWords } from '#platform/http/app-error.ts'
import { guardLibrary } from '#platform/http/guard-library.ts'

// The library prints notices of Stripe's test mode otherwise.
process.env['STRIPE_SUPPRESS_NOTICES'] ??= 'true'

type StripeCtx = Pick<Ctx, 'settings' | 'stripeUrl'>

const timeoutMs = 20_000

let last: { key: string; client: Promise<Stripe> } | undefined

const hostOf = (url: string) => {
  const { protocol, hostname: host, port } = new URL(url)
  return protocol === 'http:'
    ? { protocol: 'http' as const, host, port: port || 80 }
    : { protocol: 'https' as const, host, port: port || 443 }
}

// Loaded when it is first needed: a space without cards does without its twenty megabytes.
const open = async (secretKey: string, url: string | undefined): Promise<Stripe> => {
  const { default: Library } = await import('stripe')
  return new Library(secretKey, {
    telemetry: false,
    maxNetworkRetries: 2,
    timeout: timeoutMs,
    httpClient: Library.createFetchHttpClient(
      // A stand-in is on this machine.
      guardLibrary(() => ({ allowPrivate: url !== undefined, maxBytes: 20_000_000, timeoutMs })),
    ),
    ...(url !== undefined && hostOf(url)),
  })
}

/** The way to Stripe with the key of the settings, kept while that stays the same. Its version is the library's own. */
const clientFor = (secretKey: string, url: string | undefined): Promise<Stripe> => {
  const key = JSON.stringify([secretKey, url])
  if (last?.key !== key) last = { key, client: open(secretKey, url) }
  return last.client
}

/** Whether cards are taken at all: the switch is on and both keys are there. */
export const isStripeOn = async (ctx: StripeCtx): Promise<boolean> =>
  isFeatureOn('enableStripe', await ctx.settings.all())

/** Stripe as the settings have it; refused while card payments are off. Calls go through `stripeCall`. */
export const stripeClient = async (ctx: StripeCtx): Promise<Stripe> => {
  const settings = await ctx.settings.all()
  if (!isFeatureOn('enableStripe', settings)) throw new AppError('stripeOff')
  return clientFor(settings.STRIPE_SECRET_KEY, ctx.stripeUrl)
}

type StripeError = InstanceType<(typeof Stripe)['errors']['StripeError']>

/** Told by their names, because the library may not be loaded yet. */
const isStripeError = (error: unknown): error is StripeError =>
  error instanceof Error && 'type' in error && typeof error.type === 'string' && /^Stripe\w*Error$/.test(error.type)

/** Objects of the test mode asked for with a live key, or the other way round. */
const isMixed = (error: StripeError) => /similar object exists in (live|test) mode/i.test(error.message)

/** Whether Stripe knows nothing by this id any more. An object of its other mode is not gone. */
export const isGoneAtStripe = (error: unknown): boolean =>
  isStripeError(error) && error.code === 'resource_missing' && !isMixed(error)

/** Not reached, too busy, broken, or still at work on another request with this key or on this object. */
const isAway = ({ type, statusCode }: StripeError) =>
  ['StripeConnectionError', 'StripeRateLimitError', 'StripeAPIError'].includes(type) ||
  statusCode === 409 ||
  (statusCode !== undefined && statusCode >= 500)

/**
 * Stripe only repeats how a request by the same name failed before. Nothing will be done by that name any more: who looks,
 * and finds nothing of it, may ask by another.
 */
export class RepeatedFailure extends AppError {
  constructor() {
    super('stripeAway')
  }
}

const isRepeated = ({ statusCode, headers }: StripeError): boolean =>
  statusCode !== undefined && statusCode >= 500 && headers?.['idempotent-replayed'] === 'true'

const problemOf = (error: StripeError): AppError => {
  if (error.code === 'authentication_required') return new AppError('cardAuthentication')
  // What Stripe says of cards is written for those who pay.
  if (error.type === 'StripeCardError') return new AppError('cardRefused', { detail: error.message })
  if (isMixed(error)) return new AppError('stripeMixed')
  if (isRepeated(error)) return new RepeatedFailure()
  return new AppError(isAway(error) ? 'stripeAway' : 'stripeRefused')
}

/**
 * What an error of Stripe's is called here; anything else stays what it is. Its words, which may hold what only the
 * payer may know, are not logged: its kind, code and number are, by which it is found at Stripe.
 */
export const asStripeProblem = (ctx: Pick<Ctx, 'log'>, error: unknown): unknown => {
  if (!isStripeError(error)) return error
  const problem = problemOf(error)
  if (problem.code !== 'cardRefused' && problem.code !== 'cardAuthentication') {
    const { type, code, param, statusCode, requestId } = error
    ctx.log.warn({ stripe: { type, code, param, statusCode, requestId } }, `stripe: ${problem.code}`)
  }
  return problem
}

/** What Stripe calls its refusal, where it has understood a request and does not do it; null for anything else. */
export const stripeRefusalOf = (error: unknown): { code: string; param: string; isKey: boolean } | null => {
  if (!isStripeError(error) || isAway(error)) return null
  const { code = '', param = '', type } = error
  return { code, param, isKey: type === 'StripeAuthenticationError' || type === 'StripePermissionError' }
}

/**
 * Asks Stripe. Its errors become `stripeAway`, `stripeRefused`, `stripeMixed`, `cardRefused` or `cardAuthentication`;
 * what a caller wants to know more closely it catches inside. Never within a transaction.
 */
export const stripeCall = async <T>(
  ctx: StripeCtx & Pick<Ctx, 'log'>,
  run: (stripe: Stripe) => Promise<T>,
): Promise<T> => {
  const stripe = await stripeClient(ctx)
  try {
    return await run(stripe)
  } catch (error) {
    throw asStripeProblem(ctx, error)
  }
}

/** Why something at Stripe failed, as it is kept for staff to read. */
export const failureWords = (error: unknown): string => {
  if (error instanceof AppError) return errorWords(error).slice(0, 500)
  return error instanceof Error ? error.message.slice(0, 500) : 'unknown'
}

/** Whether money is real with a key. */
export const isLiveKey = (key: string): boolean => /^(sk|rk|pk)_live_/.test(key)

/** A page of Stripe’s dashboard, where staff of the account log in. */
export const dashboardUrl = async (ctx: Ctx, path: string): Promise<string> => {
  const isLive = isLiveKey(await ctx.settings.get('STRIPE_SECRET_KEY'))
  return `https://dashboard.stripe.com/${isLive ? '' : 'test/'}${path}`
}
