import { IconHome } from '@tabler/icons-react'
import { expect, test } from 'vitest'
import { defaultSite } from '#platform/session/site.ts'
import { isCurrent, menuFor } from './menu.ts'
import type { RouteFlags } from './route-flags.ts'

const { features } = defaultSite
const member = { admin: false, staffPermissions: [], state: 'active', suspension: null } as const
const route = (fullPath: string, staticData: RouteFlags) => ({ fullPath, options: { staticData } })
const inMenu = (group: 'home' | 'tools' | 'admin' | 'end', order = 0, more: RouteFlags = {}): RouteFlags => ({
  title: 'platform:menu',
  loggedIn: true,
  menu: { group, order, icon: IconHome },
  ...more,
})
const paths = (routes: ReturnType<typeof route>[], profile: Parameters<typeof menuFor>[1]['profile'] = member) =>
  menuFor(routes, { profile, features }).map(({ path }) => path)

test('the menu goes by group, and in a group by order', () => {
  const routes = [
    route('/out', inMenu('end')),
    route('/b', inMenu('tools', 2)),
    route('/a', inMenu('tools', 1)),
    route('/home', inMenu('home')),
  ]
  expect(paths(routes)).toEqual(['/home', '/a', '/b', '/out'])
})

test('hidden pages, public pages and pages without a place stand in no menu', () => {
  const routes = [
    route('/hidden', inMenu('home', 0, { hiddenMenu: true })),
    route('/public', inMenu('home', 0, { loggedIn: false })),
    route('/placeless', { title: 'platform:menu', loggedIn: true }),
  ]
  expect(paths(routes)).toEqual([])
})

test('the menu shows only what its reader may open', () => {
  const routes = [
    route('/admin', inMenu('admin', 0, { staff: 'admin' })),
    route('/money', inMenu('admin', 1, { staff: 'money' })),
    route('/members', inMenu('tools', 0, { memberOnly: true })),
    route('/webcams', inMenu('home', 0, { feature: 'enableWebcams' })),
  ]
  expect(paths(routes)).toEqual(['/members'])
  expect(paths(routes, { ...member, admin: true, state: 'inactive' })).toEqual(['/admin'])
  expect(paths(routes, { ...member, staffPermissions: ['money'] })).toEqual(['/members', '/money'])
})

test('an entry is current on its page and below it, not beside it', () => {
  const entry = { path: '/manage/members' }
  expect(isCurrent(entry, '/manage/members')).toBe(true)
  expect(isCurrent(entry, '/manage/members/7')).toBe(true)
  expect(isCurrent(entry, '/manage/membership')).toBe(false)
})
