import { expect, test } from 'vitest'
import { problemOfAddress, problemOfHost } from './outgoing-address.ts'

const never = 'The portal never connects to this address.'
const isPrivate = 'The address is in a private network.'

test.each([
  '93.184.216.34',
  '8.8.8.8',
  '172.32.0.1',
  '192.0.1.1',
  '198.20.0.1',
  '2606:2800:220:1:248:1893:25c8:1946',
  '2001:200::1',
  '2001:4860:4860::8888',
  '2003::1',
  '64:ff9b::93.184.216.34',
  '::ffff:93.184.216.34',
])('%s is asked', (address) => {
  expect(problemOfAddress(address, { allowPrivate: false })).toBeNull()
})

test.each([
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.168.1.20',
  '198.18.0.1',
  '198.19.255.255',
  '::1',
  '0:0:0:0:0:0:0:1',
  'fc00::1',
  'fd12:3456::1',
  'FD12:3456::1',
  'fec0::1',
  '::ffff:10.0.0.1',
  '::ffff:7f00:1',
  '0:0:0:0:0:ffff:c0a8:114',
  '64:ff9b::10.0.0.1',
  '64:ff9b::7f00:1',
])('%s is asked only where the caller means the network of the space', (address) => {
  expect(problemOfAddress(address, { allowPrivate: true })).toBeNull()
  expect(problemOfAddress(address, { allowPrivate: false })).toBe(isPrivate)
})

test.each([
  ['this host', '0.0.0.0'],
  ['this network', '0.1.2.3'],
  ['metadata', '169.254.169.254'],
  ['metadata of tasks', '169.254.170.2'],
  ['metadata of Alibaba', '100.100.100.200'],
  ['metadata of Azure', '168.63.129.16'],
  ['metadata of Oracle', '192.0.0.192'],
  ['documentation', '192.0.2.1'],
  ['documentation', '198.51.100.1'],
  ['documentation', '203.0.113.1'],
  ['the old way to IPv6', '192.88.99.1'],
  ['multicast', '224.0.0.1'],
  ['multicast', '239.255.255.250'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['no address', '::'],
  ['IPv4-compatible', '::127.0.0.1'],
  ['IPv4-compatible', '::a9fe:a9fe'],
  ['IPv4-compatible', '::2'],
  ['IPv4-compatible', '::93.184.216.34'],
  ['mapped', '::ffff:169.254.169.254'],
  ['mapped', '::ffff:0.0.0.0'],
  ['translated', '::ffff:0:10.0.0.1'],
  ['NAT64', '64:ff9b::a9fe:a9fe'],
  ['NAT64', '64:ff9b::224.0.0.1'],
  ['NAT64 of a network', '64:ff9b:1::10.0.0.1'],
  ['NAT64 of a network', '64:ff9b:1:7f::1'],
  ['Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  ['benchmarks', '2001:2::1'],
  ['names of hosts', '2001:20::1'],
  ['documentation', '2001:db8::1'],
  ['documentation', '3fff::1'],
  ['6to4', '2002:7f00:1::1'],
  ['6to4', '2002:5db8:d822::1'],
  ['what is thrown away', '100::1'],
  ['segments of routes', '5f00::1'],
  ['link-local', 'fe80::1'],
  ['link-local', 'fe80::1%eth0'],
  ['metadata of Amazon', 'fd00:ec2::254'],
  ['metadata of Oracle', 'fd00:c1::a9fe:a9fe'],
  ['metadata of Scaleway', 'fd00:42::42'],
  ['metadata of Google', 'fd20:ce::254'],
  ['multicast', 'ff02::1'],
])('%s, as %s, is never asked', (_what, address) => {
  expect(problemOfAddress(address, { allowPrivate: true })).toBe(never)
  expect(problemOfAddress(address, { allowPrivate: false })).toBe(never)
})

test('what is no address is none', () => {
  expect(problemOfAddress('nonsense', { allowPrivate: true })).toBe('This name can’t be found.')
})

test.each([
  ['http://169.254.169.254/{}', never],
  ['mqtt://169.254.169.254:1883', never],
  ['https://[::ffff:a9fe:a9fe]/', never],
  ['http://0xa9fea9fe/', never],
  ['http://[fe80::1]/', never],
  ['http://10.0.0.5/play/{}', isPrivate],
  ['http://localhost:8000/', isPrivate],
  ['http://wiki.LOCALHOST./', isPrivate],
  ['https://tasks.example.org/', null],
  ['http://{}/', null],
  ['', null],
])('%s is judged when it is entered: %s', (address, problem) => {
  expect(problemOfHost(address, { allowPrivate: false })).toBe(problem)
  expect(problemOfHost(address, { allowPrivate: true })).toBe(problem === isPrivate ? null : problem)
})
