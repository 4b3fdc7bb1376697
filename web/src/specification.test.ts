import { createMemoryHistory, createRouter } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { createQueryClient } from '#platform/api/query-client.ts'
import { defaultSite } from '#platform/session/site.ts'
import { routeTree } from './routeTree.gen.ts'

/** What docs/specification.md lists of screens and their flags. */
const router = createRouter({
  routeTree,
  context: { queryClient: createQueryClient() },
  history: createMemoryHistory(),
})
/** What a page is that does not say otherwise. */
const unsaid = { loggedIn: 'either', memberOnly: false, kiosk: false }
const pages = new Map(
  Object.values(router.routesById).map(({ fullPath, options: { staticData } }) => [
    fullPath,
    { ...unsaid, ...staticData, isForStaff: staticData?.staff !== undefined },
  ]),
)

const publicPage = { loggedIn: false }
const linked = { loggedIn: 'either', isForStaff: false, memberOnly: false }
const own = { loggedIn: true, isForStaff: false }
const kiosk = { ...own, kiosk: true }
const tool = { ...kiosk, memberOnly: true }
const staff = { loggedIn: true, isForStaff: true, kiosk: false }

test.each<[path: string, flags: object]>([
  ['/', publicPage],
  ['/login', publicPage],
  ['/register', publicPage],
  ['/registersuccess', publicPage],
  ['/profile/password/reset/$resetToken', linked],
  ['/profile/email/$verifyToken/verify', linked],
  ['/error/403', linked],
  ['/error/403MemberOnly', linked],
  ['/error/404', linked],
  ['/dashboard', kiosk],
  ['/webcams', { ...kiosk, feature: 'enableWebcams' }],
  ['/logout', kiosk],
  ['/manage/members', staff],
  ['/manage/members/$memberId', { ...staff, backButton: '/manage/members', hiddenMenu: true }],
  ['/manage/meetings', staff],
  ['/manage/tiers', staff],
  ['/manage/tiers/$planId', { ...staff, backButton: '/manage/tiers' }],
  ['/manage/plans/$planId', { ...staff, backButton: true }],
  ['/manage/devices', staff],
  ['/manage/kiosks', staff],
  ['/tools/issue', tool],
  ['/tools/proxy', { ...tool, feature: 'enableProxyVoting' }],
  ['/tools/swipes/recent', tool],
  ['/tools/swipes/lastseen', tool],
  ['/tools/stats', { ...tool, feature: 'enableStatsPage' }],
  ['/account/profile', own],
  ['/account/access', kiosk],
  ['/account/memberbucks/$dialog', { ...own, feature: 'enableMemberBucks' }],
  ['/account/billing', { ...own, feature: 'enableStripe' }],
  ['/account/membership-plan', { ...own, feature: 'enableMembershipPayments' }],
])('%s is there with the flags of the specification', (path, flags) => {
  expect(pages.get(path)).toMatchObject(flags)
})

test('every page has a title, and no page that needs a permission is usable at a kiosk', () => {
  const wrong = [...pages].filter(
    ([path, page]) => path !== '' && (page.title === undefined || (page.isForStaff && page.kiosk === true)),
  )
  expect(wrong.map(([path]) => path)).toEqual([])
})

test.each([
  '/dashboard',
  '/webcams',
  '/manage/settings',
  '/manage/members',
  '/manage/meetings',
  '/manage/tiers',
  '/manage/devices',
  '/manage/kiosks',
  '/tools/issue',
  '/tools/proxy',
  '/tools/swipes/recent',
  '/tools/swipes/lastseen',
  '/tools/stats',
  '/account/membership-plan',
  '/account/profile',
  '/account/access',
  '/account/memberbucks',
  '/account/billing',
  '/logout',
])('%s stands in the menu with an icon', (path) => {
  expect(pages.get(path)?.menu?.icon).toBeDefined()
})

test('until its configuration has come a site has the names, the locale and the colours of the specification', () => {
  expect(defaultSite).toMatchObject({
    general: { siteName: 'MemberMatters Portal', siteOwner: 'MemberMatters', siteLocaleCurrency: 'en-AU' },
    theme: { themePrimary: '#278ab0', themeToolbar: '#0461b1', themeAccent: '#189ab4', themeDark: '#313131' },
  })
})
