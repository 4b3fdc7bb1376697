import { accessApi } from '@spacekeeper/contract/access/routes.ts'
import { authApi } from '@spacekeeper/contract/auth/routes.ts'
import { profileApi } from '@spacekeeper/contract/profile/routes.ts'
import { visitsApi } from '@spacekeeper/contract/visits/routes.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { apiKey } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { refreshTopic } from '#platform/live/topics.ts'
import { defaultSite } from '#platform/session/site.ts'
import { aProfile, renderPortal } from './portal.testing.tsx'

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  localStorage.clear()
  server = fakeServer()
  server.on(visitsApi.check, () => false as const)
  server.on(accessApi.listOwn, () => ({ doors: [], interlocks: [] }))
})

const open = (path = '/dashboard', admin = false, siteBanner = '') =>
  renderPortal({
    path,
    server,
    profile: aProfile({ admin }),
    config: { ...defaultSite, features: { ...defaultSite.features, siteBanner } },
  })
const menu = () => within(screen.getAllByRole('navigation', { name: 'Main menu' })[0] ?? document.body)

test('a member’s menu has no administration, an administrator’s has', async () => {
  await open()
  expect(menu().queryByRole('link', { name: 'Members' })).toBeNull()
  expect(menu().getByRole('link', { name: 'Home' }).getAttribute('aria-current')).toBe('page')
})

test('an administrator’s menu has the administration', async () => {
  await open('/dashboard', true)
  expect(menu().getByRole('link', { name: 'Members' })).toBeTruthy()
})

test('going to another page changes the title and moves the focus to the heading', async () => {
  const { user } = await open()
  await waitFor(() => expect(document.title).toBe('Home – MemberMatters Portal'))
  await user.click(menu().getByRole('link', { name: 'Access' }))
  await waitFor(() => expect(document.title).toBe('Access – MemberMatters Portal'))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
})

test('the rail stays hidden once it was hidden', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Hide the menu' }))
  expect(localStorage.getItem('railHidden')).toBe('1')
  screen.getByRole('button', { name: 'Show the menu' })
})

test('a closed banner stays away until its text changes', async () => {
  const { user } = await open('/dashboard', false, 'Closed on Sunday')
  await user.click(screen.getByRole('button', { name: 'Close this notice' }))
  expect(screen.queryByText('Closed on Sunday')).toBeNull()
  expect(localStorage.getItem('closedBanner')).toBe('Closed on Sunday')
})

test('an unknown address has a page that leads home', async () => {
  await open('/nowhere')
  await screen.findByRole('heading', { name: 'This page does not exist' })
  expect(screen.getByRole('link', { name: 'Go to the home page' }).getAttribute('href')).toBe('/dashboard')
  await waitFor(() => expect(document.title).toBe('Page Not Found'))
})

test('a page for administrators refuses others', async () => {
  const { router } = await open('/manage/members')
  await screen.findByRole('heading', { name: 'You do not have permission to see this page' })
  expect(router.state.location.pathname).toBe('/error/403')
})

const tools = ['/tools/issue', '/tools/proxy', '/tools/swipes/recent', '/tools/swipes/lastseen', '/tools/stats/']
const { features } = defaultSite
const withTools = { ...defaultSite, features: { ...features, enableProxyVoting: true, enableStatsPage: true } }

test.each(
  (['inactive', 'noob', 'accountonly', 'suspended'] as const).flatMap((state) =>
    tools.map((path) => ({ state, path })),
  ),
)('a member who is $state finds $path only for members, and not in the menu', async ({ state, path }) => {
  const suspension = { since: '2026-01-05T10:00:00.000Z', reason: 'Banned.' }
  const profile = aProfile(state === 'suspended' ? { suspension } : { state })
  const { router } = await renderPortal({ path, server, profile, config: withTools })
  await screen.findByRole('heading', { name: 'You must be an active member to see this page' })
  expect(router.state.location.pathname).toBe('/error/403MemberOnly')
  for (const name of ['Report a problem', 'Proxy votes', 'Recent swipes', 'Last seen', 'Statistics'])
    expect(menu().queryByRole('link', { name })).toBeNull()
})

test.each(tools)('an active member opens %s at a kiosk', async (path) => {
  const config = { ...withTools, kiosk: 'authorised' as const }
  const { router } = await renderPortal({ path, server, profile: aProfile(), config })
  expect(router.state.location.pathname.replace(/\/$/, '')).toBe(path.replace(/\/$/, ''))
})

test('a logged-out visitor is sent to the login and back here afterwards', async () => {
  const { router } = await renderPortal({ path: '/account/access', server })
  expect(router.state.location.pathname).toBe('/login')
  expect(router.state.location.search).toEqual({ nextUrl: '/account/access' })
})

test.each([
  ['passwordChanged', 'You were logged out because your password was changed.'],
  ['endedElsewhere', 'You were logged out from another device.'],
] as const)('a session that was ended elsewhere (%s) says why over the page, with the email', async (reason, text) => {
  const { router, client, user } = await open('/account/access')
  server.on(profileApi.get, () => refuse('notSignedIn'))
  server.on(authApi.getSessionEnd, () => ({ reason }))
  await act(() => refreshTopic(client, 'profile'))
  const dialog = await screen.findByRole('dialog', { name: 'Please log in again' })
  expect(within(dialog).getByText(new RegExp(text))).toBeTruthy()
  expect(await within(dialog).findByLabelText('Email')).toHaveProperty('value', 'bo@example.org')
  expect(router.state.location.pathname).toBe('/account/access')
  await user.click(within(dialog).getAllByRole('button', { name: 'Leave this page' })[0] ?? dialog)
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.getByLabelText('Email')).toHaveProperty('value', 'bo@example.org')
})

test('a session that ends while reading leads to the login', async () => {
  const { router, client } = await open('/account/access')
  server.on(accessApi.listOwn, () => refuse('notSignedIn'))
  await client.invalidateQueries({ queryKey: ['access'] })
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  expect(router.state.location.search).toEqual({ nextUrl: '/account/access' })
})

test('of many calls that fail at once the first takes the page away, and the way back is that page', async () => {
  const { router, client, user } = await open('/account/access')
  server.on(authApi.login, () => undefined)
  for (const route of [accessApi.listOwn, visitsApi.check, profileApi.get])
    server.on(route, () => refuse('notSignedIn'))
  const fail = () => Promise.allSettled(Array.from({ length: 5 }, () => api.visits.check()))
  const late: Promise<unknown>[] = []
  const stop = router.subscribe('onBeforeLoad', () => {
    if (late.length < 3) late.push(fail())
  })
  await act(() => Promise.all([client.invalidateQueries(), fail()]))
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  await act(() => Promise.all(late))
  stop()
  expect(late.length).toBe(1)
  expect(router.state.location.search).toEqual({ nextUrl: '/account/access' })
  server.on(accessApi.listOwn, () => ({ doors: [], interlocks: [] }))
  server.on(visitsApi.check, () => false as const)
  server.on(profileApi.get, () => aProfile())
  await user.type(await screen.findByLabelText('Email'), 'bo@example.org')
  await user.type(screen.getByLabelText('Password'), 'a good password')
  await user.click(screen.getByRole('button', { name: 'Log in' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/account/access'))
})

test('a session that ends while writing asks for the login over the page', async () => {
  server.on(visitsApi.signIn, () => refuse('notSignedIn'))
  const { router, user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Sign in on site' }))
  const dialog = await screen.findByRole('dialog', { name: 'Please log in again' })
  await within(dialog).findByLabelText('Email')
  expect(router.state.location.pathname).toBe('/dashboard')
  await user.click(within(dialog).getAllByRole('button', { name: 'Leave this page' })[0] ?? dialog)
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
})

test('what a page asks again behind the login dialog does not take the page away', async () => {
  const { user, router } = await open()
  const button = await screen.findByRole('button', { name: 'Sign in on site' })
  server.on(visitsApi.signIn, () => refuse('notSignedIn'))
  server.on(visitsApi.check, () => refuse('notSignedIn'))
  const before = server.sentTo(visitsApi.check).length
  await user.click(button)
  expect(await screen.findByRole('dialog')).toBeTruthy()
  await waitFor(() => expect(server.sentTo(visitsApi.check).length).toBeGreaterThan(before))
  expect(router.state.location.pathname).toBe('/dashboard')
  expect(screen.getByRole('dialog')).toBeTruthy()
})

test('a page of one member starts anew as the one that another tab has logged in, with nothing of the first', async () => {
  const { user, client } = await open('/account/profile')
  const mobile = await screen.findByRole('textbox', { name: /^Mobile number/ })
  server.on(profileApi.update, () => refuse('otherMember'))
  server.on(profileApi.get, () => aProfile({ id: 2, shownName: 'cy', firstName: 'Cy', phone: '0411111111' }))
  await user.clear(mobile)
  await user.paste('0422222222')
  await act(() => api.profile.update({ phone: '0422222222' }).catch(() => null))
  expect(await screen.findByText(/This browser is logged in as cy now/)).toBeTruthy()
  await waitFor(() =>
    expect(screen.getByRole('textbox', { name: /^Mobile number/ })).toHaveProperty('value', '0411111111'),
  )
  expect(client.getQueryData(apiKey(api.profile.get))).toMatchObject({ id: 2 })
  // Words that were being typed are sent to no account.
  expect(server.sentTo(profileApi.update)).toHaveLength(1)
})
