import { isIP, isIPv6 } from 'node:net'

type Sender = { ip: string; socket: { remoteAddress?: string | undefined } }

/**
 * Where a request comes from. What a trusted proxy says counts only if it is an address; its zone, which may be any text,
 * is left out.
 */
export const ipAddressOf = ({ ip, socket }: Sender): string => {
  const told = isIP(ip) === 0 ? (socket.remoteAddress ?? '') : ip
  const [address = ''] = told.split('%')
  return address
}

/** An address as rate limits count it: an IPv6 client has a whole network of addresses, so the network counts as one. */
export const networkOf = (address: string): string => {
  // Looking for a colon first spares nearly all addresses the long pattern behind isIPv6.
  if (!address.includes(':') || address.startsWith('::ffff:') || !isIPv6(address)) return address
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  const rest = tail?.split(':').filter(Boolean) ?? []
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => '0')
  return [...groups, ...zeros, ...rest].slice(0, 4).join(':')
}
