import { errors, type ErrorBody, type ErrorCode } from '@spacekeeper/contract/errors.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, badField, type ErrorFacts } from './app-error.ts'

/** For people who read the answer itself; our own screens have words of their own for each code. */
const details: Record<ErrorCode, string> = {
  badInput: 'Something in the request is missing or not as expected.',
  notSignedIn: 'You need to be logged in.',
  wrongLogin: 'Your username or password was incorrect.',
  kioskUnknown: 'This screen is not known as a kiosk.',
  cardUnknown: 'This card is not known here.',
  invalidLink: 'This link is not valid, or it was used already.',
  notAllowed: 'You have no permission to do that.',
  wrongPassword: 'That is not your password.',
  memberOnly: 'You must be an active member to do that.',
  outranked: 'This member does more here than you may. Only an administrator can change that account.',
  notYourself: 'You cannot do this to yourself. Another administrator can.',
  ownBalance: 'You cannot book on your own balance. Somebody else who looks after money can.',
  bumpApiOff: 'Other systems may not command devices at the moment. Staff switched it off in the settings.',
  forged: 'CSRF Failed: the X-CSRFTOKEN header is missing or wrong, or the request came from another site.',
  notOnKiosk: 'This cannot be done at a kiosk. Log in on a device of your own.',
  kioskPending: 'This kiosk waits to be authorised by staff.',
  cardEnded: 'This card was replaced or reported lost. Use your other one, or ask staff.',
  pinNeeded: 'Enter your PIN to log in with this card.',
  passwordNeeded: 'Enter your password to log in with this card. You have no PIN yet.',
  wrongPin: 'The card or what you entered is not right.',
  keptOut: 'Staff suspended your membership, so you cannot log in at a kiosk. Please talk to them.',
  emailNotVerified: 'Your email address is not verified. We just sent you another link so please try again.',
  linkExpired: 'This link has expired. We sent you another one.',
  notFound: 'There is nothing here.',
  wrongMethod: 'This address does not take that method.',
  emailTaken: 'That email address is already used.',
  screenNameTaken: 'That screen name is already used.',
  alreadySetUp: 'This portal has its first administrator already.',
  deviceOffline: 'The device is offline, so it did not hear of it.',
  machineInUse: 'Somebody uses this machine right now.',
  memberSuspended: 'Staff suspended this member. Lift the suspension first.',
  lastAdministrator: 'This is the last administrator. Make somebody else one first.',
  cardTaken: 'This card belongs to somebody else.',
  balanceTooLow: 'The balance is too low for that.',
  keyReused: 'This idempotency key was used for another movement.',
  alreadyReversed: 'This entry was reversed already, or reverses another one.',
  cardLost: 'This card is lost. Give the member another one.',
  swipeTooOld: 'That swipe is too long ago to claim its card. Swipe it again.',
  previewOutdated: 'Who is concerned has changed meanwhile. Look at the preview again.',
  noPhoneNumber: 'There is no phone number that text messages can go to.',
  smsNotSetUp: 'Text messages are not set up.',
  messageSettled: 'This message cannot be sent again, or not be stopped any more.',
  memberClosed: 'This account is closed.',
  tooLarge: 'The request is too large.',
  wrongType: 'The body must be JSON.',
  tooManyRequests: 'Too many requests. Please wait a little.',
  serverError: 'Server error.',
  shuttingDown: 'The portal is restarting. Please try again in a moment.',
}

export const detailOf = (code: ErrorCode) => details[code]

// 403: what the file server says of addresses that try to leave its folder.
const ofStatus: Record<number, ErrorCode> = {
  403: 'notFound',
  404: 'notFound',
  405: 'wrongMethod',
  413: 'tooLarge',
  415: 'wrongType',
  503: 'shuttingDown',
}

/** Fastify's own refusals (broken JSON, oversized bodies, odd addresses) are bad input; the rest are faults of ours. */
const asAppError = (error: FastifyError | AppError): AppError | null => {
  if (error instanceof AppError) return error
  const status = error.statusCode ?? 500
  if (status === 503) return new AppError('shuttingDown')
  if (status >= 500) return null
  const code = ofStatus[status] ?? 'badInput'
  return new AppError(code, code === 'badInput' ? { fields: [{ field: 'body', message: error.message }] } : {})
}

export const errorBody = (code: ErrorCode, input: { requestId: string; facts?: ErrorFacts }): ErrorBody => {
  const known: { status: number; message?: string } = errors[code]
  const { detail, fields, retryAfterSeconds } = input.facts ?? {}
  return {
    code,
    message: known.message ?? code,
    detail: detail ?? fields?.map(({ field, message }) => `${field}: ${message}`).join(' ') ?? details[code],
    ...(fields && { fields }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    requestId: input.requestId,
    // Clients of other makers read these there.
    ...(code === 'bumpApiOff' && { success: false as const, error: details[code] }), // the literal is wanted
  }
}

export const sendError = (reply: FastifyReply, error: AppError) => {
  if (error.facts.retryAfterSeconds !== undefined) reply.header('retry-after', error.facts.retryAfterSeconds)
  return reply
    .code(error.status)
    .header('cache-control', 'no-store')
    .send(errorBody(error.code, { requestId: reply.request.id, facts: error.facts }))
}

/** For addresses that no route is asked for: broken escapes, parameters without end. Hooks do not run for them. */
export const refuseAddress = (_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
  // Nobody else would ever close the socket of a request that wanted to become a WebSocket.
  if (request.headers.upgrade !== undefined) reply.raw.once('finish', () => request.raw.socket.destroySoon())
  reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff')
  void sendError(reply, badField('address', 'This address is not valid.'))
}

export const answerErrors = (app: FastifyInstance) => {
  app.setErrorHandler((thrown: FastifyError | AppError, request: FastifyRequest, reply) => {
    const error = asAppError(thrown)
    if (!error) request.log.error({ err: thrown }, 'a request failed')
    return sendError(reply, error ?? new AppError('serverError'))
  })
}
