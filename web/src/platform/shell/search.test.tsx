import type { Permission } from '@spacekeeper/contract/route.ts'
import { searchApi } from '@spacekeeper/contract/search/routes.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { forgetKept } from '#platform/session/kept.ts'
import { aProfile, renderPortal } from '../../portal.testing.tsx'

let server: ReturnType<typeof fakeServer>

beforeEach(() => {
  forgetKept()
  server = fakeServer()
  server.on(searchApi.find, () => ({
    members: [{ id: 7, fullName: 'Jürgen Müller', screenName: 'jm', standing: 'active' as const }],
    membersTotal: 9,
    devices: [{ id: 3, kind: 'interlock' as const, name: 'Laser cutter', description: '' }],
    devicesTotal: 1,
  }))
})

const open = async (staffPermissions: Permission[] = [], admin = false) => {
  const profile = aProfile({ admin, staffPermissions })
  const opened = await renderPortal({ path: '/account/profile', server, profile })
  await opened.user.keyboard('{Control>}k{/Control}')
  await screen.findByRole('dialog', { name: 'Search' })
  return { ...opened, box: screen.getByRole('combobox', { name: 'Search or jump to' }) }
}

const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)

const everything: Permission[] = ['members', 'access', 'devices', 'money', 'settings']

test.each([
  ['password', 'Change my password'],
  ['digital', 'Show my digital ID'],
  ['log out', 'Log out'],
  ['sign out', 'Log out'],
])('a member finds by %s: %s', async (typed, label) => {
  const { user, box } = await open()
  await user.type(box, typed)
  expect(options()).toContain(label)
})

test('a member finds no pages, actions or settings of staff, and the server is not asked', async () => {
  const { user, box } = await open()
  for (const typed of ['device', 'euro', 'audit', 'muller']) {
    await user.clear(box)
    await user.type(box, typed)
    expect(options(), typed).toEqual(typed === 'device' ? ['Log out other devices'] : [])
  }
  expect(screen.getByText('You can search for pages and actions.')).toBeTruthy()
  expect(server.sentTo(searchApi.find)).toEqual([])
})

test('staff find members and devices in groups, and open what is marked with the keyboard', async () => {
  const { user, box, router } = await open(everything, true)
  await user.type(box, 'muller')
  const members = await screen.findByRole('group', { name: 'Members' })
  expect(
    within(members)
      .getByRole('option', { name: /Jürgen Müller/ })
      .getAttribute('aria-selected'),
  ).toBe('true')
  expect(box.getAttribute('aria-activedescendant')).toBe(within(members).getAllByRole('option')[0]?.id)
  expect(screen.getByText('3 results').getAttribute('role')).toBe('status')
  await user.keyboard('{ArrowDown}{ArrowDown}')
  const device = within(screen.getByRole('group', { name: 'Devices' })).getByRole('option')
  expect(device.getAttribute('aria-selected')).toBe('true')
  await user.keyboard('{ArrowUp}{Enter}')
  await waitFor(() => expect(router.state.location.pathname).toBe('/manage/members'))
  expect(router.state.location.search).toMatchObject({ text: 'muller' })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test.each([
  ['euro', 'Currency'],
  ['smtp', 'Mail server'],
  ['time zone', 'Time zone'],
  ['language', 'Language'],
  ['logo', 'Site logo'],
  ['SITE_OWNER', 'Site owner'],
])('staff of settings find by %s: %s', async (typed, label) => {
  const { user, box } = await open(['settings'])
  await user.type(box, typed)
  const group = await screen.findByRole('group', { name: 'Settings' })
  expect(within(group).getByRole('option', { name: label })).toBeTruthy()
})

test('what is typed begins a word: parts of words find no settings', async () => {
  const { user, box } = await open(['settings'])
  await user.type(box, 'urrency')
  expect(options()).toEqual([])
  await user.clear(box)
  await user.type(box, 'site_ow')
  expect(options()).toEqual(['Site owner'])
})

test('"lock" and a name offers to lock that machine, to staff who may', async () => {
  const { user, box } = await open(everything, true)
  await user.type(box, 'lock laser')
  expect(await screen.findByRole('option', { name: /^Lock Laser cutter/ })).toBeTruthy()
  expect(server.sentTo(searchApi.find).at(-1)).toMatchObject({ query: { text: 'laser' } })
})

test('what was found for other words is gone as soon as these are typed', async () => {
  const { user, box } = await open(everything, true)
  await user.type(box, 'muller')
  await screen.findByRole('option', { name: /Jürgen Müller/ })
  server.on(searchApi.find, () => ({ members: [], membersTotal: 0, devices: [], devicesTotal: 0 }))
  await user.clear(box)
  await user.type(box, 'euro')
  expect(options()).toEqual(['Currency'])
})

test('what was opened last comes first the next time, until logout', async () => {
  const { user, box } = await open()
  await user.type(box, 'password{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.keyboard('{Control>}k{/Control}')
  const recent = within(await screen.findByRole('group', { name: 'Recent' }))
  expect(recent.getByRole('option').textContent).toBe('Change my password')
})

test('members and devices that could not be searched are said, and pages are found all the same', async () => {
  server.on(searchApi.find, () => refuse('serverError'))
  const { user, box } = await open(everything, true)
  await user.type(box, 'members')
  expect((await screen.findByText('Members and devices could not be searched.')).getAttribute('role')).toBe('alert')
  expect(options()).toContain('Members')
})
