import { membersApi } from '@spacekeeper/contract/members/routes.ts'
import type { MemberListRow } from '@spacekeeper/contract/members/shapes.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, test, expect } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { refreshTopic } from '#platform/live/topics.ts'
import { aProfile, renderPortal } from '../../portal.testing.tsx'
import { aMemberRow, fakeMemberList } from './member-list.testing.ts'

let server: ReturnType<typeof fakeServer>

let all: MemberListRow[]

beforeEach(() => {
  server = fakeServer()
  all = Array.from({ length: 1106 }, (_, index) => aMemberRow(index + 1))
  fakeMemberList(server, () => all)
})

const boss = aProfile({ admin: true, staffPermissions: ['members', 'access'] })

const open = (path = '/manage/members') => renderPortal({ path, server, profile: boss })

const names = () => screen.getAllByRole('link', { name: /^Member \d+$/ }).map((link) => link.textContent)

test('of many members only the rows in sight are drawn, and one window is asked for', async () => {
  await open()
  expect(await screen.findByText('1,106 members')).toBeTruthy()
  await waitFor(() => expect(names().slice(0, 2)).toEqual(['Member 1', 'Member 2']))
  expect(names().length).toBeLessThan(60)
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('1107')
  expect(server.sentTo(membersApi.list)).toHaveLength(1)
})

test('the search waits for a pause, asks the server once and stands in the address', async () => {
  const { user, router } = await open()
  await screen.findByText('1,106 members')
  const before = server.sentTo(membersApi.list).length
  await user.type(screen.getByRole('searchbox'), 'member 12')
  expect(await screen.findByText('11 match')).toBeTruthy()
  expect(server.sentTo(membersApi.list).length - before).toBe(1)
  expect(router.state.location.search).toMatchObject({ text: 'member 12' })
  expect(screen.getByRole('searchbox')).toHaveProperty('value', 'member 12')
})

test('after a pause in the search the next letter stands where it was typed', async () => {
  const { user, router } = await open()
  await screen.findByText('1,106 members')
  await user.type(screen.getByRole('searchbox'), 'ember 12')
  await waitFor(() => expect(router.state.location.search).toMatchObject({ text: 'ember 12' }))
  await user.keyboard('{Home}m')
  await waitFor(() => expect(router.state.location.search).toMatchObject({ text: 'member 12' }))
  expect(screen.getByRole('searchbox')).toBe(document.activeElement)
  await user.clear(screen.getByRole('searchbox'))
  await waitFor(() => expect(router.state.location.search).not.toHaveProperty('text'))
})

test('the search follows the address when that changes elsewhere', async () => {
  const { user, router } = await open()
  await screen.findByText('1,106 members')
  await user.type(screen.getByRole('searchbox'), 'member 12')
  await waitFor(() => expect(router.state.location.search).toMatchObject({ text: 'member 12' }))
  await act(() => router.navigate({ to: '/manage/members', search: { text: 'member 3' } }))
  expect(screen.getByRole('searchbox')).toHaveProperty('value', 'member 3')
  await act(() => router.navigate({ to: '/manage/members', search: {} }))
  expect(screen.getByRole('searchbox')).toHaveProperty('value', '')
})

test('filters stand in the address, read like a sentence, and are taken away one by one', async () => {
  const { user, router } = await open('/manage/members?seen=within&seenDays=30&card=yes&deviceId=7&access=missing')
  await user.click(await screen.findByRole('button', { name: 'Remove: Seen in the last 30 days' }))
  expect(server.sentTo(membersApi.list)[0]?.query).toMatchObject({ seen: 'within', seenDays: '30', card: 'yes' })
  await waitFor(() => expect(router.state.location.search).not.toHaveProperty('seen'))
  expect(screen.getByRole('button', { name: 'Remove: Kiln not granted' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Remove: Has an access card' }))
  await waitFor(() => expect(router.state.location.search).not.toHaveProperty('card'))
})

test('an address that makes no sense filters by nothing', async () => {
  await open('/manage/members?seen=tomorrow&deviceId=-1&standing=king&sort=password')
  expect(await screen.findByText('1,106 members')).toBeTruthy()
  expect(Object.keys(server.sentTo(membersApi.list)[0]?.query ?? {}).toSorted()).toEqual(['limit', 'offset'])
})

test('the list is narrowed to those on a plan, which a column of it names', async () => {
  all = [aMemberRow(1, { plan: 'Full, monthly' })]
  localStorage.setItem('memberColumns', JSON.stringify(['name', 'plan']))
  const { user } = await open('/manage/members?planId=31')
  expect(await screen.findByRole('button', { name: 'Remove: Plan: Full, monthly' })).toBeTruthy()
  expect((await screen.findByRole('link', { name: 'Member 1' })).closest('tr')?.textContent).toContain('Full, monthly')
  await user.click(screen.getByRole('button', { name: 'Filter' }))
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Plan' }), 'Casual, weekly')
  await waitFor(() => expect(server.sentTo(membersApi.list).at(-1)?.query).toMatchObject({ planId: '32' }))
})

test('a search without matches offers all members', async () => {
  const { user } = await open('/manage/members?text=zzz')
  expect(await screen.findByRole('heading', { name: 'No members match' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show all members' }))
  expect(await screen.findByText('1,106 members')).toBeTruthy()
  expect(screen.getByRole('searchbox')).toHaveProperty('value', '')
})

test('a column sorts one way and then the other, and says so', async () => {
  const { user, router } = await open()
  await screen.findByText('1,106 members')
  await user.click(screen.getByRole('button', { name: 'Last seen' }))
  await waitFor(() => expect(router.state.location.search).toMatchObject({ sort: 'lastSeen', order: 'asc' }))
  await user.click(screen.getByRole('button', { name: 'Last seen' }))
  await waitFor(() => expect(router.state.location.search).toMatchObject({ sort: 'lastSeen', order: 'desc' }))
  const head = screen.getByRole('columnheader', { name: 'Last seen' })
  expect(head.getAttribute('aria-sort')).toBe('descending')
})

test('the choice of columns is remembered', async () => {
  const { user } = await open()
  await screen.findByText('1,106 members')
  await user.click(screen.getByRole('button', { name: /^Columns, 6 of/ }))
  await user.click(await screen.findByRole('checkbox', { name: 'Email' }))
  expect(await screen.findByRole('columnheader', { name: 'Email' })).toBeTruthy()
  expect(JSON.parse(localStorage.getItem('memberColumns') ?? '')).toContain('email')
})

test('rows are walked through by the keyboard: arrows move, the space bar ticks, Enter opens', async () => {
  server.on(membersApi.get, () => refuse('notFound'))
  const { user, router } = await open()
  const first = await screen.findByRole('link', { name: 'Member 1' })
  first.focus()
  await user.keyboard('{ArrowDown}{ArrowDown}')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Member 3'))
  await user.keyboard(' ')
  expect(await screen.findByRole('region', { name: 'Selection' })).toBeTruthy()
  expect(screen.getByRole('checkbox', { name: 'Select Member 3' })).toHaveProperty('checked', true)
  await user.keyboard('{Enter}')
  await waitFor(() => expect(router.state.location.pathname).toBe('/manage/members/3'))
})

test('the focus stays on its row while the list is scrolled far away', async () => {
  await open()
  const first = await screen.findByRole('link', { name: 'Member 1' })
  first.focus()
  const scroller = screen.getByRole('table').parentElement
  if (!scroller) throw new Error('The table scrolls in nothing.')
  scroller.scrollTop = 22_000
  fireEvent.scroll(scroller)
  await screen.findByRole('link', { name: 'Member 501' })
  expect(screen.queryByRole('link', { name: 'Member 101' })).toBeNull()
  expect(document.activeElement?.textContent).toBe('Member 1')
})

test('another search begins without a selection', async () => {
  const { user } = await open()
  await user.click(await screen.findByRole('checkbox', { name: 'Select Member 1' }))
  await user.type(screen.getByRole('searchbox'), 'member 2')
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull())
})

test('states are words, and suspended is not the same as inactive', async () => {
  all = [
    aMemberRow(1, { standing: 'noob' }),
    aMemberRow(2, { standing: 'inactive' }),
    aMemberRow(3, { standing: 'suspended' }),
  ]
  await open()
  const row = async (name: string) => (await screen.findByRole('link', { name })).closest('tr')?.textContent
  expect(await row('Member 1')).toContain('New')
  expect(await row('Member 2')).toContain('Inactive')
  expect(await row('Member 3')).toContain('Suspended')
})

test('a new member appears without a reload', async () => {
  all = [aMemberRow(1)]
  const { client } = await open()
  expect(await screen.findByText('1 member')).toBeTruthy()
  all = [aMemberRow(1), aMemberRow(2)]
  await refreshTopic(client, 'members')
  expect(await screen.findByRole('link', { name: 'Member 2' })).toBeTruthy()
})

test('a portal without members says what this is, and a failed list can be asked for again', async () => {
  all = []
  await open()
  expect(await screen.findByRole('heading', { name: 'No members yet' })).toBeTruthy()
  server.on(membersApi.list, () => refuse('serverError'))
  await open()
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
})
