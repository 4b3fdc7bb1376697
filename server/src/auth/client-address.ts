import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#platform/http/app-error.ts'
import { readCookie } from '#platform/http/credential.ts'
import { ipAddressOf, networkOf } from '#platform/http/network-of.ts'
import { newToken } from '#platform/secrets/tokens.ts'

/** Where a request comes from, and with which browser. Rate limits count by `network`. */
export type ClientAddress = {
  address: string
  network: string
  userAgent: string
  /** What the browser was given when a member logged in there. */
  browserToken?: string | undefined
  /** The authorised kiosk it comes from: a session that starts there belongs to the kiosk. */
  kioskId?: number
  /** What the browser is given if this request logs a member in; kiosks are given nothing. */
  newBrowserToken?: string | undefined
}

const maxUserAgentLength = 300

/** Tells browsers in which a member logged in before from all others. */
export const browserCookie = 'browser'

export const clientAddressOf = (request: FastifyRequest): ClientAddress => {
  const address = ipAddressOf(request)
  return {
    address,
    network: networkOf(address),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, maxUserAgentLength),
    browserToken: readCookie(request, browserCookie) || undefined,
  }
}

/** The same with the kiosk and what the browser is known by next, for requests that start a session. */
export const clientAddressAtKiosk = async (app: FastifyInstance, request: FastifyRequest): Promise<ClientAddress> => {
  const kiosk = await app.findKiosk(request)
  // A wall display hangs where all can reach it, and has no clock that logs out.
  if (kiosk?.isDisplay) throw new AppError('notOnKiosk')
  const client = clientAddressOf(request)
  return kiosk?.isAuthorised ? { ...client, kioskId: kiosk.id } : { ...client, newBrowserToken: newToken() }
}
