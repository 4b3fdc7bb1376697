import { expect, test } from 'vitest'
import { afterLogin, loginSearchFor, readLoginSearch, safeRedirect } from './safe-redirect.ts'

const origin = 'https://portal.example.org'

test.each([
  ['/dashboard', '/dashboard'],
  ['/manage/members?text=mia#list', '/manage/members?text=mia#list'],
  [
    '/api/openid/authorize?redirect_uri=https%3A%2F%2Fwiki.example.org',
    '/api/openid/authorize?redirect_uri=https%3A%2F%2Fwiki.example.org',
  ],
  ['/a/../dashboard', '/dashboard'],
  [`${origin}/account/access`, '/account/access'],
  ['/loginhelp', '/loginhelp'],
])('%s stays on the site and is followed', (given, expected) => {
  expect(safeRedirect(given, origin)).toBe(expected)
})

test.each([
  ['another host', 'https://evil.example'],
  ['a host without a scheme', '//evil.example'],
  ['three slashes', '///evil.example'],
  ['a backslash', '/\\evil.example'],
  ['two backslashes', '\\\\evil.example'],
  ['a slash hidden by a backslash later on', '/x\\..\\..\\\\evil.example'],
  ['a scheme without slashes', 'https:evil.example'],
  ['a scheme with one slash', 'https:/evil.example'],
  ['a tab between the slashes', '/\t/evil.example'],
  ['a newline between the slashes', '/\n/evil.example'],
  ['a carriage return', '/\r/evil.example'],
  ['a leading space', ' //evil.example'],
  ['a leading control character', '\u0001//evil.example'],
  ['a NUL', '/\u0000/evil.example'],
  ['a script', 'javascript:alert(1)'],
  ['a script in capitals', 'JaVaScRiPt:alert(1)'],
  ['data', 'data:text/html,hello'],
  ['our name as the user of another host', 'https://portal.example.org@evil.example/'],
  ['our name as the start of another host', 'https://portal.example.org.evil.example/'],
  ['our host with a user', 'https://user@portal.example.org/dashboard'],
  ['our host without encryption', 'http://portal.example.org/dashboard'],
  ['our host on another port', 'https://portal.example.org:8443/dashboard'],
  ['dots that leave two slashes', '/.//evil.example'],
  ['dots that go up to two slashes', '/a/..//evil.example'],
  ['encoded dots', '/%2e//evil.example'],
  ['a relative path', 'dashboard'],
  ['nothing', ''],
  ['no text at all', 42],
  ['absence', undefined],
  ['the login itself', '/login?next=%2Flogin'],
  ['the login with a slash', '/login/'],
  ['a page within the login', '/login/provider?code=5'],
  ['the login wrapped in itself', '/login?nextUrl=%2Flogin%3FnextUrl%3D%252Faccount%252Faccess'],
  ['a new account', '/register'],
  ['a new password', '/profile/password/reset/a-token'],
  ['an address to confirm', '/profile/email/a-token/verify'],
  ['the start page', '/'],
  ['the way out', '/logout'],
  ['the way out with a slash', '/logout/'],
])('%s is not followed', (_what, given) => {
  expect(safeRedirect(given, origin)).toBeNull()
})

test.each([
  [{}, { path: '/dashboard', isFullLoad: false }],
  [{ nextUrl: '/manage/members' }, { path: '/manage/members', isFullLoad: false }],
  [{ next: '/api/docs/' }, { path: '/api/docs/', isFullLoad: true }],
  [
    { next: '/api/docs/', nextUrl: '/manage/members' },
    { path: '/api/docs/', isFullLoad: true },
  ],
  [
    { next: 'https://evil.example', nextUrl: '/manage/members' },
    { path: '/manage/members', isFullLoad: false },
  ],
  [{ next: '//evil.example' }, { path: '/dashboard', isFullLoad: false }],
  [{ nextUrl: '/logout' }, { path: '/dashboard', isFullLoad: false }],
])('after a login with %j the way is %j', (search, expected) => {
  expect(afterLogin(search, origin)).toEqual(expected)
})

test.each([
  ['/account/access?a=1', { nextUrl: '/account/access?a=1' }],
  ['/login', {}],
  ['/login?nextUrl=%2Faccount%2Faccess', {}],
  ['/', {}],
  ['//evil.example', {}],
])('a page at %s tells the login %j of the way back', (href, expected) => {
  expect(loginSearchFor(href)).toEqual(expected)
})

test('what is no text in the address of the login is passed over', () => {
  expect(readLoginSearch({ next: 5, nextUrl: ['/a'], other: 'x' })).toEqual({})
})
