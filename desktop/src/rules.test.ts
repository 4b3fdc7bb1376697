import { describe, expect, test } from 'vitest'
import {
  chooseSerialPort,
  decideIdentity,
  delayAfter,
  hardwareAddresses,
  isOfPortal,
  mayAsk,
  readAddress,
  type Identity,
} from './rules.ts'

const portal = new URL('https://portal.example.org')

describe('what may be opened', () => {
  test.each([
    ['https://portal.example.org/login', true],
    ['https://portal.example.org', true],
    ['http://portal.example.org/login', false],
    ['https://portal.example.org:8443/', false],
    ['https://portal.example.org.evil.net/', false],
    ['https://portal.example.org@evil.net/', false],
    ['https://example.org/', false],
    ['file:///etc/passwd', false],
    ['data:text/html,hello', false],
    ['blob:https://portal.example.org/1', false],
    ['javascript:alert(1)', false],
    ['about:blank', false],
    ['not an address', false],
  ])('%s: %s', (address, isAllowed) => expect(isOfPortal(address, portal)).toBe(isAllowed))
})

test.each([
  ['serial', 'https://portal.example.org', true],
  ['hid', 'https://portal.example.org/', true],
  ['local-network-access', 'https://portal.example.org', true],
  ['serial', 'https://other.example.org', false],
  ['usb', 'https://portal.example.org', false],
  ['media', 'https://portal.example.org', false],
  ['geolocation', 'https://portal.example.org', false],
  ['notifications', 'https://portal.example.org', false],
  ['openExternal', 'https://portal.example.org', false],
  ['clipboard-read', 'https://portal.example.org', false],
  ['fileSystem', 'https://portal.example.org', false],
])('%s for %s is allowed: %s', (permission, origin, isAllowed) =>
  expect(mayAsk(permission, origin, portal)).toBe(isAllowed),
)

test('a reader on USB comes before a port that is soldered on', () => {
  const ports = [{ portId: 'ttyS0' }, { portId: 'ttyUSB0', vendorId: '1a86' }]
  expect(chooseSerialPort(ports)).toBe('ttyUSB0')
  expect(chooseSerialPort([{ portId: 'ttyS0' }])).toBe('ttyS0')
  expect(chooseSerialPort([])).toBe('')
})

test('waiting doubles and is bounded', () => {
  const waits = [0, 1, 2, 3, 4, 5, 60].map((failures) => delayAfter(failures, { firstMs: 1000, mostMs: 8000 }))
  expect(waits).toEqual([1000, 1000, 2000, 4000, 8000, 8000, 8000])
})

describe('the address of a portal', () => {
  test.each([
    ['https://portal.example.org', 'https://portal.example.org'],
    ['  portal.example.org/login?x=1 ', 'https://portal.example.org'],
    ['HTTPS://Portal.Example.org:8443', 'https://portal.example.org:8443'],
    ['http://localhost:8000', 'http://localhost:8000'],
    ['http://192.168.1.10:8000/', 'http://192.168.1.10:8000'],
    ['http://172.20.0.5', 'http://172.20.0.5'],
    ['http://portal.local', 'http://portal.local'],
    ['http://spacekeeper', 'http://spacekeeper'],
    ['http://[::1]:8000', 'http://[::1]:8000'],
  ])('%s is %s', (typed, origin) => {
    const address = readAddress(typed)
    expect('portal' in address && address.portal.origin).toBe(origin)
  })

  test.each([
    ['', /expected one like/],
    ['   ', /expected one like/],
    ['ftp://portal.example.org', /expected one like/],
    ['https://', /expected one like/],
    ['https://user:word@portal.example.org', /a name or a password/],
    ['http://portal.example.org', /has to begin with https/],
    ['http://8.8.8.8', /has to begin with https/],
    ['http://172.32.0.5', /has to begin with https/],
    ['http://10.evil.net', /has to begin with https/],
  ])('%s is refused', (typed, problem) => {
    const address = readAddress(typed)
    expect('problem' in address && address.problem).toMatch(problem)
  })
})

test('an address of hardware is neither internal, empty, made up nor for groups, and its order does not change', () => {
  const card = (mac: string, internal = false) => ({ mac, internal })
  const interfaces = [
    card('00:00:00:00:00:00', true),
    card('00:00:00:00:00:00'),
    card('FF:FF:FF:FF:FF:FF'),
    card('02:42:ac:11:00:02'),
    card('01:00:5e:00:00:fb'),
    card('f0:de:f1:00:00:02'),
    card('3C:07:54:AA:BB:CC'),
    card('3c:07:54:aa:bb:cc'),
    card('3c:07:54:00:00:01', true),
    card('nonsense'),
  ]
  expect(hardwareAddresses(interfaces)).toEqual(['3c:07:54:aa:bb:cc', 'f0:de:f1:00:00:02'])
  expect(hardwareAddresses(interfaces.toReversed())).toEqual(['3c:07:54:aa:bb:cc', 'f0:de:f1:00:00:02'])
})

describe('who this computer is', () => {
  const hardware = (kioskId: string): Identity => ({ kioskId, from: 'hardware' })
  const chance: Identity = { kioskId: 'dice', from: 'chance' }
  test.each<[string, string[], Identity | undefined, Identity]>([
    ['a new one takes its first address', ['a', 'b'], undefined, hardware('a')],
    ['a new one without an address throws dice', [], undefined, chance],
    ['another card that is plugged in changes nothing', ['a', 'b'], hardware('b'), hardware('b')],
    ['a card that is off changes nothing', [], hardware('b'), hardware('b')],
    ['a disk in another computer takes that one’s', ['c'], hardware('b'), hardware('c')],
    ['what was thrown stays when an address turns up', ['a'], chance, chance],
  ])('%s', (_name, hashes, stored, expected) =>
    expect(decideIdentity({ hashes, stored, chance: () => 'dice' })).toEqual(expected),
  )
})
