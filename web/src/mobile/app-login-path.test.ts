import { expect, test } from 'vitest'
import { appLoginPath } from './app-login-path.ts'

const origin = 'https://portal.example.org'
const uid = 'vJ0Zq-mS8mVbV2m_kZ5mFw'

test.each([
  ['a site', { next: `/api/openid/interaction/${uid}` }, `/sso/app/${uid}`],
  ['a forum whose address here is the login', { sso: 'bm9u=', sig: 'ab' }, '/sso/forum?sso=bm9u%3D&sig=ab'],
  ['a forum with an address of its own here', { nextUrl: '/sso/forum?sso=a&sig=b' }, '/sso/forum?sso=a&sig=b'],
  ['a page of the portal', { nextUrl: '/account/profile' }, null],
  ['an address beside them', { next: '/api/openid/logout' }, null],
  ['an address on another host', { next: `https://evil.example/api/openid/interaction/${uid}` }, null],
  ['no page', {}, null],
])('a login for %s goes on in the app at the right page', (_what, search, path) => {
  expect(appLoginPath(search, origin)).toBe(path)
})
