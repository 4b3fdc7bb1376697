import type { Stripe } from 'stripe'

/** The body of an error as it stands on the wire. */
export type StripeErrorBody = {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error' | 'rate_limit_error'
  message: string
  code?: string
  param?: string
  decline_code?: string
  advice_code?: string
  charge?: string
  doc_url?: string
  request_log_url?: string
  payment_intent?: Stripe.PaymentIntent
  payment_method?: Stripe.PaymentMethod
  setup_intent?: Stripe.SetupIntent
}

/** What an operation throws when Stripe would answer with an error. */
export class StripeRefusal extends Error {
  readonly status: number
  readonly body: StripeErrorBody

  constructor(status: number, body: StripeErrorBody) {
    super(body.message)
    this.name = 'StripeRefusal'
    this.status = status
    this.body = body.code
      ? { ...body, doc_url: `https://docs.stripe.com/error-codes/${body.code.replaceAll('_', '-')}` }
      : body
  }
}

type RefusalDetails = Omit<StripeErrorBody, 'type' | 'message'> & { status?: number }

/** 400 unless said otherwise: what was asked makes no sense. */
export const invalidRequest = (message: string, { status = 400, ...details }: RefusalDetails = {}) =>
  new StripeRefusal(status, { type: 'invalid_request_error', message, ...details })

/** 402: the bank said no, or wants to see the payer. */
export const cardRefusal = (message: string, details: Omit<StripeErrorBody, 'type' | 'message'>) =>
  new StripeRefusal(402, { type: 'card_error', message, ...details })

/** 404 for the object of the path, 400 for one that a parameter names. */
export const noSuch = (noun: string, id: string, input: { param?: string; isLive?: boolean } = {}) =>
  invalidRequest(
    input.isLive
      ? `No such ${noun}: '${id}'; a similar object exists in live mode, but a test mode key was used to make this request.`
      : `No such ${noun}: '${id}'`,
    { status: input.param === undefined ? 404 : 400, param: input.param ?? 'id', code: 'resource_missing' },
  )
