import type { FastifyRequest, FastifyInstance } from 'fastify'
import { networkOf } from '#platform/http/network-of.ts'

/** Where a request comes from, and with which browser. Rate limits count by `network`. */
export type ClientAddress = {
  address: string
  network: string
  userAgent: string
  /** The authorised kiosk it comes from: a session that starts there belongs to the kiosk. */
  kioskId?: number
}

const maxUserAgentLength = 300

export const clientAddressOf = (request: FastifyRequest): ClientAddress => ({
  address: request.ip,
  network: networkOf(request.ip),
  userAgent: (request.headers['user-agent'] ?? '').slice(0, maxUserAgentLength),
})

/** The same with the kiosk, for requests that start a session. */
export const clientAddressAtKiosk = async (app: FastifyInstance, request: FastifyRequest): Promise<ClientAddress> => {
  const kiosk = await app.findKiosk(request)
  return { ...clientAddressOf(request), ...(kiosk?.isAuthorised && { kioskId: kiosk.id }) }
}
