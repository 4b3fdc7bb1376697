import { BlockList, isIP } from 'node:net'

type Range = readonly [network: string, prefix: number]

/** Where machines in a data centre are told who they are, and what is no single host. Never asked, whatever is allowed. */
const neverAsked: readonly Range[] = [
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['100.100.100.200', 32],
  ['168.63.129.16', 32],
  ['192.0.0.192', 32],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]
const neverAskedSix: readonly Range[] = [
  ['::', 128],
  ['fe80::', 10],
  ['fd00:ec2::254', 128],
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

/** Ways to write an address of the fourth version as one of the sixth; mapped ones, the list itself understands. */
const wrappings = ['64:ff9b::', '64:ff9b:1::']

const listOf = (four: readonly Range[], six: readonly Range[]): BlockList => {
  const list = new BlockList()
  for (const [network, prefix] of four) {
    list.addSubnet(network, prefix, 'ipv4')
    for (const wrapping of wrappings) list.addSubnet(`${wrapping}${network}`, 96 + prefix, 'ipv6')
  }
  for (const [network, prefix] of six) list.addSubnet(network, prefix, 'ipv6')
  return list
}

const never = listOf(neverAsked, neverAskedSix)
const near = listOf(privateRanges, privateSix)

/** Why the portal does not connect to an address by itself; null when it may. */
export const problemOfAddress = (address: string, { allowPrivate }: { allowPrivate: boolean }): string | null => {
  const kind = isIP(address.split('%')[0] ?? '')
  if (kind === 0) return 'The name does not lead to an address.'
  const family = kind === 6 ? 'ipv6' : 'ipv4'
  const plain = address.split('%')[0] ?? ''
  if (never.check(plain, family)) return 'The portal never connects to this address.'
  return !allowPrivate && near.check(plain, family) ? 'The address is in a private network.' : null
}
