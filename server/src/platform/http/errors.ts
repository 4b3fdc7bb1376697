import { errors, type ErrorCode } from '@spacekeeper/contract/error-codes.ts'
import type { ErrorBody } from '@spacekeeper/contract/errors.ts'
import { fieldMessages } from '@spacekeeper/contract/fields.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { outageOf } from '../db/outage.ts'
import { AppError, badField, type ErrorFacts, errorWords } from './app-error.ts'
import { isPlainRefusal, plainStatus } from './plain-refusals.ts'

/** What existing clients look for at the beginning of a detail. */
const legacyPrefix: Partial<Record<ErrorCode, string>> = { forged: 'CSRF Failed: ' }

/** 403: what the file server says of addresses that try to leave its folder. */
const ofStatus: Record<number, ErrorCode> = {
  403: 'notFound',
  404: 'notFound',
  405: 'wrongMethod',
  413: 'tooLarge',
  415: 'wrongType',
  503: 'shuttingDown',
}

/** Of bodies; anything else that Fastify refuses is a request it could not read. */
const bodyWords: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'Must be valid JSON.',
  FST_ERR_CTP_EMPTY_JSON_BODY: fieldMessages.empty,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'Must be as long as the request says.',
}

/** Its clients may try again after this. */
const outageSeconds = 5

/**
 * Fastify's own refusals (broken JSON, oversized bodies, odd addresses) are bad input; without the database nothing can
 * be answered; the rest are faults of ours.
 */
const asAppError = (error: FastifyError | AppError): AppError | null => {
  if (error instanceof AppError) return error
  const status = error.statusCode ?? 500
  if (status === 503) return new AppError('shuttingDown')
  if (status >= 500) {
    const outage = outageOf(error)
    return outage && new AppError(outage, { retryAfterSeconds: outageSeconds })
  }
  const code = ofStatus[status] ?? 'badInput'
  if (code !== 'badInput') return new AppError(code)
  return badField('body', bodyWords[error.code] ?? 'This could not be read.')
}

/** What the app reads to tell whether another access token is worth asking for. */
const deadToken = ({ isRefreshToken = false }: ErrorFacts) => ({
  token_class: isRefreshToken ? ('RefreshToken' as const) : ('AccessToken' as const), // the literals are wanted
  token_type: isRefreshToken ? ('refresh' as const) : ('access' as const), // the literals are wanted
  message: 'Token is invalid or expired',
})

/** Refused fields as existing clients read them: a list of sentences under the name of each. */
const fieldLists = ({ fields = [] }: ErrorFacts) =>
  Object.fromEntries(
    [...Map.groupBy(fields, ({ field }) => field)].map(([field, all]) => [field, all.map(({ message }) => message)]),
  )

const isOutage = ({ code }: AppError) => code === 'databaseAway' || code === 'diskFull'

/** What existing clients show word for word where a card is saved. */
const shownAsTheyAre: ReadonlySet<ErrorCode> = new Set(['stripeAway', 'stripeRefused', 'stripeMixed', 'cardRefused'])

export const errorBody = (code: ErrorCode, input: { requestId: string; facts?: ErrorFacts }): ErrorBody => {
  const known: { text: string; message?: string } = errors[code]
  const { detail, fields, retryAfterSeconds } = input.facts ?? {}
  return {
    code,
    message: known.message ?? (shownAsTheyAre.has(code) ? (detail ?? known.text) : code),
    detail:
      detail ??
      fields?.map(({ field, message }) => `${field}: ${message}`).join(' ') ??
      `${legacyPrefix[code] ?? ''}${known.text}`,
    text: known.text,
    ...(fields && { fields }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    requestId: input.requestId,
    ...(code === 'token_not_valid' && { messages: [deadToken(input.facts ?? {})] }),
    // Existing clients read these there.
    ...(code === 'hasPlan' && { success: false as const }), // the literal is wanted
    ...(code === 'bumpApiOff' && { success: false as const, error: known.text }), // the literal is wanted
  }
}

export const sendError = (reply: FastifyReply, error: AppError) => {
  if (isPlainRefusal(reply.request.routeOptions.config, error.code)) {
    const sentence = JSON.stringify(errorWords(error))
    return reply.code(plainStatus).header('cache-control', 'no-store').type('application/json').send(sentence)
  }
  if (error.facts.retryAfterSeconds !== undefined) reply.header('retry-after', error.facts.retryAfterSeconds)
  return reply
    .code(error.status)
    .header('cache-control', 'no-store')
    .send({
      ...(reply.request.routeOptions.config.fieldLists && fieldLists(error.facts)),
      ...errorBody(error.code, { requestId: reply.request.id, facts: error.facts }),
    })
}

/** For addresses that no route is asked for: broken escapes, parameters without end. Hooks do not run for them. */
export const refuseAddress = (_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
  // Fastify does not close the socket of a request that wanted to become a WebSocket.
  if (request.headers.upgrade !== undefined) reply.raw.once('finish', () => request.raw.socket.destroySoon())
  reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff')
  void sendError(reply, badField('address', 'This address is not valid.'))
}

/** So much of a body that is too large is taken in and thrown away. */
const drainedBytes = 100_000_000

/** A web server in front that is still sending would take a closed connection for a crash, and answer 502 for us. */
const takeRest = (request: FastifyRequest, reply: FastifyReply) => {
  if (Number(request.headers['content-length']) <= drainedBytes) reply.removeHeader('connection')
}

export const answerErrors = (app: FastifyInstance) => {
  app.setErrorHandler((thrown: FastifyError | AppError, request: FastifyRequest, reply) => {
    const error = asAppError(thrown)
    if (error?.code === 'tooLarge') takeRest(request, reply)
    // A line has a time, and a time can be held against the moment at which a member was busy.
    if (request.routeOptions.config.unlinked) return sendError(reply, error ?? new AppError('serverError'))
    if (!error) request.log.error({ err: thrown }, 'a request failed')
    else if (isOutage(error)) request.log.error({ code: error.code, reason: thrown.message }, 'the database failed')
    return sendError(reply, error ?? new AppError('serverError'))
  })
}
