import { permissions } from '@spacekeeper/contract/permissions.ts'
import { expect, test } from 'vitest'
import { defaultSite } from '#platform/session/site.ts'
import { decide, type Verdict, type Visitor } from './guard.ts'
import type { RouteFlags } from './route-flags.ts'

const { features } = defaultSite
const suspension = { since: '2026-01-05T10:00:00.000Z', reason: '' }
const who = {
  stranger: null,
  noob: { admin: false, staffPermissions: [], state: 'noob', suspension: null },
  inactive: { admin: false, staffPermissions: [], state: 'inactive', suspension: null },
  active: { admin: false, staffPermissions: [], state: 'active', suspension: null },
  forMembers: { admin: false, staffPermissions: ['members'], state: 'inactive', suspension: null },
  suspended: { admin: false, staffPermissions: [], state: 'active', suspension },
  admin: { admin: true, staffPermissions: [...permissions], state: 'active', suspension: null },
  inactiveAdmin: { admin: true, staffPermissions: [...permissions], state: 'inactive', suspension: null },
} as const satisfies Record<string, Visitor['profile']>

test.each<[string, RouteFlags, keyof typeof who, Verdict]>([
  ['an open page', {}, 'stranger', 'allow'],
  ['an open page', {}, 'active', 'allow'],
  ['a public page', { loggedIn: false }, 'stranger', 'allow'],
  ['a public page', { loggedIn: false }, 'active', 'dashboard'],
  ['a page with login', { loggedIn: true }, 'stranger', 'login'],
  ['a page with login', { loggedIn: true }, 'noob', 'allow'],
  ['a page for members', { loggedIn: true, memberOnly: true }, 'stranger', 'login'],
  ['a page for members', { loggedIn: true, memberOnly: true }, 'noob', 'memberOnly'],
  ['a page for members', { loggedIn: true, memberOnly: true }, 'inactive', 'memberOnly'],
  ['a page for members', { loggedIn: true, memberOnly: true }, 'suspended', 'memberOnly'],
  ['a page for members', { loggedIn: true, memberOnly: true }, 'inactiveAdmin', 'memberOnly'],
  ['a page for members', { loggedIn: true, memberOnly: true }, 'active', 'allow'],
  ['a page for administrators', { staff: 'admin' }, 'stranger', 'login'],
  ['a page for administrators', { loggedIn: true, staff: 'admin' }, 'active', 'forbidden'],
  ['a page for administrators', { loggedIn: true, staff: 'admin' }, 'forMembers', 'forbidden'],
  ['a page for administrators', { loggedIn: true, staff: 'admin' }, 'admin', 'allow'],
  ['a page for administrators', { loggedIn: true, staff: 'admin' }, 'inactiveAdmin', 'allow'],
  ['a page of the settings', { loggedIn: true, staff: 'settings' }, 'forMembers', 'forbidden'],
  ['a page of the settings', { loggedIn: true, staff: 'settings' }, 'admin', 'allow'],
  ['a page of the members', { loggedIn: true, staff: 'members' }, 'active', 'forbidden'],
  ['a page of the members', { loggedIn: true, staff: 'members' }, 'forMembers', 'allow'],
  ['a page for either', { loggedIn: true, staff: ['members', 'access'] }, 'forMembers', 'allow'],
  ['a page for either', { loggedIn: true, staff: ['access', 'devices'] }, 'forMembers', 'forbidden'],
  ['a page whose feature is off', { loggedIn: true, feature: 'enableWebcams' }, 'active', 'notFound'],
  ['a page whose feature is off', { loggedIn: true, feature: 'enableWebcams' }, 'stranger', 'login'],
  ['a page whose feature is on', { loggedIn: true, feature: 'enableSiteSignIn' }, 'active', 'allow'],
])('%s (%o) for %s: %s', (_, flags, visitor, verdict) => {
  expect(decide(flags, { profile: who[visitor], features })).toBe(verdict)
})

test.each<[string, RouteFlags, keyof typeof who, Verdict]>([
  ['a page for kiosks', { loggedIn: true, kiosk: true }, 'active', 'allow'],
  ['a page for kiosks', { loggedIn: true, kiosk: true }, 'stranger', 'login'],
  ['a page for members', { loggedIn: true, memberOnly: true, kiosk: true }, 'inactive', 'memberOnly'],
  ['any other page', { loggedIn: true }, 'active', 'dashboard'],
  ['any other page', { staff: 'devices' }, 'admin', 'dashboard'],
  ['a public page', { loggedIn: false }, 'stranger', 'dashboard'],
  ['an unknown page', {}, 'stranger', 'dashboard'],
])('at a kiosk %s (%o) for %s: %s', (_, flags, visitor, verdict) => {
  expect(decide(flags, { profile: who[visitor], features, isKiosk: true })).toBe(verdict)
})

test('a feature counts as on while the configuration has not come', () => {
  const flags = { loggedIn: true, feature: 'enableWebcams' } as const
  expect(decide(flags, { profile: who.active, features: null })).toBe('allow')
})
