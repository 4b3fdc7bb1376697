import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** From where and with what somebody calls. `network` is what limits count: see networkOf. */
export type Visitor = { address: string; network: string; userAgent: string }

const maxUserAgentLength = 300

/** An address as limits count it: whoever has one IPv6 address has all of its network, so that counts as one. */
export const networkOf = (address: string): string => {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  const rest = tail?.split(':').filter(Boolean) ?? []
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => '0')
  return [...groups, ...zeros, ...rest].slice(0, 4).join(':')
}

export const visitorOf = (request: FastifyRequest): Visitor => ({
  address: request.ip,
  network: networkOf(request.ip),
  userAgent: (request.headers['user-agent'] ?? '').slice(0, maxUserAgentLength),
})
