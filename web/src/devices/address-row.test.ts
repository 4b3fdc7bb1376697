import { expect, test } from 'vitest'
import { portalAddress, socketAddress } from './address-row.tsx'

test.each([
  ['https://portal.example.org', 'http://10.0.0.2:8000/manage', 'https://portal.example.org/'],
  ['http://localhost:8000', 'http://10.0.0.2:8000/manage', 'http://10.0.0.2:8000/manage'],
  ['http://127.0.0.1:8000', 'http://localhost:8000/', 'http://localhost:8000/'],
  [undefined, 'https://portal.example.org/manage', 'https://portal.example.org/manage'],
])('of %s and %s, devices are given %s', (siteUrl, here, given) => {
  expect(portalAddress(siteUrl, new URL(here)).href).toBe(given)
})

test('a controller speaks in the clear where the portal does', () => {
  expect(socketAddress(new URL('https://portal.example.org/x'))).toBe('wss://portal.example.org/ws/access/door/')
  expect(socketAddress(new URL('http://10.0.0.2:8000'))).toBe('ws://10.0.0.2:8000/ws/access/door/')
})
