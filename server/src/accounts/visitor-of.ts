import type { FastifyRequest } from 'fastify'
import { networkOf } from '#platform/http/network-of.ts'

/** From where and with what somebody calls. `network` is what limits count. */
export type Visitor = { address: string; network: string; userAgent: string }

const maxUserAgentLength = 300

export const visitorOf = (request: FastifyRequest): Visitor => ({
  address: request.ip,
  network: networkOf(request.ip),
  userAgent: (request.headers['user-agent'] ?? '').slice(0, maxUserAgentLength),
})
