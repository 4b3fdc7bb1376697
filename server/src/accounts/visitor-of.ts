import type { FastifyInstance, FastifyRequest } from 'fastify'
import { networkOf } from '#platform/http/network-of.ts'

/** From where and with what somebody calls. `network` is what limits count. */
export type Visitor = {
  address: string
  network: string
  userAgent: string
  /** The authorised kiosk he stands at: what he starts there is a session of it. */
  kioskId?: number
}

const maxUserAgentLength = 300

export const visitorOf = (request: FastifyRequest): Visitor => ({
  address: request.ip,
  network: networkOf(request.ip),
  userAgent: (request.headers['user-agent'] ?? '').slice(0, maxUserAgentLength),
})

/** The same, and whether he stands at a kiosk: for whatever starts a session. */
export const visitorAtKiosk = async (app: FastifyInstance, request: FastifyRequest): Promise<Visitor> => {
  const kiosk = await app.findKiosk(request)
  return { ...visitorOf(request), ...(kiosk?.isAuthorised && { kioskId: kiosk.id }) }
}
