import { BlockList, isIP } from 'node:net'

type Range = readonly [network: string, prefix: number]

/** Where machines in a data centre are told who they are, and what is no single host. Never asked, whatever is allowed. */
const neverAsked: readonly Range[] = [
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['100.100.100.200', 32],
  ['168.63.129.16', 32],
  ['192.0.0.192', 32],
  // Documentation, and the way to networks of the sixth version that was given up.
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]
const neverAskedSix: readonly Range[] = [
  ['::', 128],
  // An address of the fourth version is in these, in a way that is not read here.
  ['::ffff:0:0:0', 96],
  ['64:ff9b:1::', 48],
  ['2002::', 16],
  // Teredo, benchmarks, names of hosts; documentation; what is thrown away; segments of routes.
  ['2001::', 23],
  ['2001:db8::', 32],
  ['3fff::', 20],
  ['100::', 64],
  ['5f00::', 16],
  ['fe80::', 10],
  ['fd00:ec2::254', 128],
  ['fd00:c1::a9fe:a9fe', 128],
  ['fd00:42::42', 128],
  ['fd20:ce::254', 128],
  ['ff00::', 8],
]

/** This machine and the network it stands in. */
const privateRanges: readonly Range[] = [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
]
const privateSix: readonly Range[] = [
  ['::1', 128],
  ['fc00::', 7],
  ['fec0::', 10],
]

/** How networks without the fourth version write its addresses (NAT64); mapped ones, the list itself understands. */
const wrapping = '64:ff9b::'

const listOf = (four: readonly Range[], six: readonly Range[]): BlockList => {
  const list = new BlockList()
  for (const [network, prefix] of four) {
    list.addSubnet(network, prefix, 'ipv4')
    list.addSubnet(`${wrapping}${network}`, 96 + prefix, 'ipv6')
  }
  for (const [network, prefix] of six) list.addSubnet(network, prefix, 'ipv6')
  return list
}

const never = listOf(neverAsked, neverAskedSix)
// The rest of ::/96, which begins with “no address” and this machine.
never.addRange('::2', '::ffff:ffff', 'ipv6')
const near = listOf(privateRanges, privateSix)

/** Whether the caller may ask the network of the space, because what it asks stands there. */
export type AddressAllowance = { allowPrivate: boolean }

/** Why the portal does not connect to an address by itself; null when it may. */
export const problemOfAddress = (address: string, { allowPrivate }: AddressAllowance): string | null => {
  const plain = address.split('%')[0] ?? ''
  const kind = isIP(plain)
  if (kind === 0) return 'This name can’t be found.'
  const family = kind === 6 ? 'ipv6' : 'ipv4'
  if (never.check(plain, family)) return 'The portal never connects to this address.'
  return !allowPrivate && near.check(plain, family) ? 'The address is in a private network.' : null
}

/**
 * The same for an address that people enter, as far as it can be said before a name in it is looked up: numbers are judged,
 * and a name that says so is this machine. Null also for what is no address of the kind.
 */
export const problemOfHost = (address: string, allowance: AddressAllowance): string | null => {
  const host = URL.parse(address)?.hostname.replace(/^\[|\]$|\.$/g, '') ?? ''
  if (isIP(host) !== 0) return problemOfAddress(host, allowance)
  return /^(?:.+\.)?localhost$/i.test(host) ? problemOfAddress('127.0.0.1', allowance) : null
}
