import { expect, test } from 'vitest'
import { isLocal, judgeSiteAddress } from './site-address.ts'

test('an address that works on one machine only is known, by all its names', () => {
  const local = ['http://localhost:8000', 'http://127.0.0.1', 'http://[::1]:8000', 'http://demo.localhost']
  expect(local.map((address) => isLocal(new URL(address)))).toEqual([true, true, true, true])
  expect(['http://10.0.0.2', 'https://localhost.example.org'].map((address) => isLocal(new URL(address)))).toEqual([
    false,
    false,
  ])
})

test.each([
  ['https://portal.example.org', 'https://portal.example.org', null],
  ['http://localhost:8000', 'http://localhost:8000', 'local'],
  ['https://old.example.org', 'https://portal.example.org', 'other'],
  ['http://portal.example.org', 'https://portal.example.org', 'other'],
  ['', 'https://portal.example.org', null],
])('a portal that calls itself %s and is opened at %s: %s', (siteUrl, here, problem) => {
  expect(judgeSiteAddress(siteUrl, new URL(here))).toBe(problem)
})
