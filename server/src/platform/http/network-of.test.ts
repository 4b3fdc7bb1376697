import { expect, test } from 'vitest'
import { ipAddressOf, networkOf } from './network-of.ts'

test.each([
  ['10.0.0.1', '10.0.0.1'],
  ['::ffff:10.0.0.1', '::ffff:10.0.0.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::1', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('a client at %s is counted as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test.each([
  ['9.9.9.9', '9.9.9.9'],
  ['2001:db8::1', '2001:db8::1'],
  ['fe80::1%any-text', 'fe80::1'],
  ['<script>', '127.0.0.1'],
  ['9.9.9.9:4711', '127.0.0.1'],
  ['x'.repeat(5000), '127.0.0.1'],
])('of %j, which a proxy forwarded, %s is kept as the address', (ip, address) => {
  expect(ipAddressOf({ ip, socket: { remoteAddress: '127.0.0.1' } })).toBe(address)
})
