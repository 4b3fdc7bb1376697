import { expect, test } from 'vitest'
import {
  cacheName,
  isAway,
  isHashed,
  isOpenMessage,
  kindOf,
  ownCaches,
  readPushed,
  staleCaches,
} from './worker-rules.ts'

const origin = 'https://portal.example.org'
const kind = (address: string, facts: { method?: string; isNavigation?: boolean } = {}) =>
  kindOf({ method: 'GET', isNavigation: true, ...facts, url: new URL(address, origin), origin })

test.each([
  ['/dashboard', 'page'],
  ['/account/digital-id?x=1', 'page'],
  ['/verify/abc', 'page'],
  ['/api/openid/auth?client_id=wiki', 'none'],
  ['/api/profile/', 'none'],
  ['/api', 'none'],
  ['/tools/api/x/', 'none'],
  ['/display', 'none'],
  ['/display/3', 'none'],
  ['/meetings/3/wall', 'none'],
  ['/images/a.png', 'none'],
  ['/.well-known/security.txt', 'none'],
  ['https://elsewhere.example.org/dashboard', 'none'],
] as const)('opening %s is answered as: %s', (address, expected) => {
  expect(kind(address)).toBe(expected)
})

test.each([
  ['/assets/index-abc.js', 'file'],
  ['/favicon.svg', 'file'],
  ['/assets/index-abc.js?x=1', 'none'],
  ['/api/profile/digital-id/', 'none'],
  ['/ws/door/1', 'none'],
  ['/sw.js', 'none'],
  ['https://elsewhere.example.org/assets/index-abc.js', 'none'],
] as const)('a page that asks for %s gets: %s', (address, expected) => {
  expect(kind(address, { isNavigation: false })).toBe(expected)
})

test('what is sent is never answered for', () => {
  expect(kind('/dashboard', { method: 'POST' })).toBe('none')
  expect(kind('/assets/index-abc.js', { method: 'PUT', isNavigation: false })).toBe('none')
})

test.each([
  [200, false],
  [404, false],
  [500, false],
  [502, true],
  [503, true],
  [504, true],
])('a page with status %s stands for a portal that is away: %s', (status, expected) => {
  expect(isAway(status)).toBe(expected)
})

test('caches of other versions go, those of other programs stay', () => {
  const names = ['shell-1', 'shell-2', 'other']
  expect(staleCaches(names, '2')).toEqual(['shell-1'])
  expect(ownCaches(names)).toEqual(['shell-1', 'shell-2'])
  expect(cacheName('2')).toBe('shell-2')
})

test('only files with their hash in the name may come from a cache when they are kept', () => {
  expect([isHashed('/assets/index-abc.js'), isHashed('/offline.html')]).toEqual([true, false])
})

test('a notification says what was sent and opens pages of the portal only', () => {
  const sent = { title: 'Refused', text: 'Why', path: '/dashboard', tag: 'refusedCard' }
  expect(readPushed(JSON.stringify(sent))).toEqual(sent)
  for (const path of ['https://evil.example', '//evil.example', '/\\evil.example', 3, undefined])
    expect(readPushed(JSON.stringify({ ...sent, path })).path).toBe('/dashboard')
  for (const text of ['', 'null', '[]', '{', '"x"'])
    expect(readPushed(text)).toEqual({ title: 'News from the portal', text: '', path: '/dashboard', tag: 'news' })
})

test('a page goes nowhere else because of a message', () => {
  expect(isOpenMessage({ kind: 'open', path: '/tools/votes/1' })).toBe(true)
  for (const message of [null, 'open', { kind: 'open' }, { kind: 'open', path: '//evil.example' }, { path: '/x' }])
    expect(isOpenMessage(message)).toBe(false)
})
