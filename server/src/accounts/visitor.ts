import type { FastifyRequest } from 'fastify'

/** From where and with what somebody calls, for his list of sessions and for limits. */
export type Visitor = { address: string; userAgent: string }

const maxUserAgentLength = 300

export const visitorOf = (request: FastifyRequest): Visitor => ({
  address: request.ip,
  userAgent: (request.headers['user-agent'] ?? '').slice(0, maxUserAgentLength),
})
