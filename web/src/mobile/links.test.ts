import { expect, test } from 'vitest'
import { readLink } from './links.ts'

const portal = 'https://portal.example.org'

test.each([
  ['https://portal.example.org/profile/email/abc/verify', { path: '/profile/email/abc/verify' }],
  ['https://portal.example.org/sso/forum?sso=a&sig=b#x', { path: '/sso/forum?sso=a&sig=b#x' }],
  ['spacekeeper://portal.example.org/account/profile', { path: '/account/profile' }],
  ['spacekeeper://portal.example.org', { path: '/' }],
  ['spacekeeper://connect?portal=https%3A%2F%2Fother.example.org', { portal: 'https://other.example.org' }],
  ['https://other.example.org/dashboard', { foreign: 'other.example.org' }],
  ['spacekeeper://other.example.org/dashboard', { foreign: 'other.example.org' }],
])('%s opens %j', (address, wanted) => {
  expect(readLink(address, portal)).toEqual(wanted)
})

test.each([
  'https://portal.example.org/api/logout/',
  'spacekeeper://portal.example.org//evil.example',
  'spacekeeper://connect?portal=http%3A%2F%2Fportal.example.org',
  'spacekeeper:javascript:alert(1)',
  'no address',
])('%s opens nothing', (address) => {
  expect(readLink(address, portal)).toBeNull()
})

test('a portal on a port is told apart from one without', () => {
  expect(readLink('spacekeeper://10.0.0.2:8000/dashboard', 'http://10.0.0.2:8000')).toEqual({ path: '/dashboard' })
  expect(readLink('http://10.0.0.2/dashboard', 'http://10.0.0.2:8000')).toEqual({ foreign: '10.0.0.2' })
})
