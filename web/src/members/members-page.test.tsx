import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { members, type MemberSummary } from '@spacekeeper/contract/members.ts'
import { fakeServer, refuse } from '#platform/api/fake-server.ts'
import { refreshTopic } from '#platform/live/live.ts'
import { aProfile, renderPortal } from '../render-portal.tsx'

const aMember = (id: number, more: Partial<MemberSummary> = {}): MemberSummary => ({
  id,
  fullName: `Member ${id}`,
  screenName: `m${id}`,
  email: `m${id}@example.org`,
  state: 'active',
  isSuspended: false,
  isAdmin: false,
  permissions: [],
  lastSeen: null,
  ...more,
})

let server: ReturnType<typeof fakeServer>
let all: MemberSummary[]
beforeEach(() => {
  server = fakeServer()
  all = Array.from({ length: 120 }, (_, index) => aMember(index + 1))
  server.on(members.search, ({ query }) => {
    const found = all.filter(({ fullName }) => fullName.toLowerCase().includes((query.text ?? '').toLowerCase()))
    const from = Number(query.offset)
    return { members: found.slice(from, from + Number(query.limit)), total: found.length }
  })
})

const open = (path = '/manage/members') => renderPortal({ path, server, profile: aProfile({ admin: true }) })
const rows = () => screen.getAllByRole('row').slice(1)

test('members come a page at a time with their number', async () => {
  const { user } = await open()
  expect(await screen.findByText('120 members')).toBeTruthy()
  expect(rows()).toHaveLength(50)
  expect(screen.getByText('50 of 120 shown')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show more' }))
  await waitFor(() => expect(rows()).toHaveLength(100))
  await user.click(screen.getByRole('button', { name: 'Show more' }))
  await waitFor(() => expect(rows()).toHaveLength(120))
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('the search waits for a pause, asks the server and stands in the address', async () => {
  const { user, router } = await open()
  expect(await screen.findByText('120 members')).toBeTruthy()
  const before = server.sentTo(members.search).length
  await user.type(screen.getByRole('searchbox'), 'member 12')
  expect(await screen.findByText('2 match')).toBeTruthy()
  expect(rows().map((row) => within(row).getByRole('link').textContent)).toEqual(['Member 12', 'Member 120'])
  expect(server.sentTo(members.search).length - before).toBe(1)
  expect(router.state.location.search).toEqual({ text: 'member 12' })
})

test('a search nobody matches offers everybody', async () => {
  const { user } = await open('/manage/members?text=zzz')
  expect(await screen.findByRole('heading', { name: 'Nobody matches “zzz”' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show all members' }))
  expect(await screen.findByText('120 members')).toBeTruthy()
  expect(screen.getByRole('searchbox')).toHaveProperty('value', '')
})

test('states are words, and suspended is not the same as inactive', async () => {
  all = [
    aMember(1, { state: 'noob' }),
    aMember(2, { state: 'inactive' }),
    aMember(3, { state: 'accountonly' }),
    aMember(4, { state: 'inactive', isSuspended: true }),
    aMember(5),
  ]
  await open()
  expect(await screen.findByText('5 members')).toBeTruthy()
  expect(rows().map((row) => within(row).getAllByRole('cell')[1]?.textContent)).toEqual([
    'New',
    'Inactive',
    'Account only',
    'Suspended',
    'Active',
  ])
})

test('a click anywhere in a row opens the member', async () => {
  server.on(members.get, () => aMember(1))
  const { user, router } = await open()
  await user.click(await screen.findByText('m1@example.org'))
  await waitFor(() => expect(router.state.location.pathname).toBe('/manage/members/1'))
})

test('a new member appears without a reload', async () => {
  all = [aMember(1)]
  const { client } = await open()
  expect(await screen.findByText('1 member')).toBeTruthy()
  all = [aMember(1), aMember(2, { fullName: 'Mia Reid' })]
  await refreshTopic(client, 'members')
  expect(await screen.findByRole('link', { name: 'Mia Reid' })).toBeTruthy()
})

test('a list that failed says so and can be tried again', async () => {
  server.on(members.search, () => refuse('serverError'))
  const { user } = await open()
  expect(await screen.findByRole('heading', { name: 'This could not be loaded' })).toBeTruthy()
  server.on(members.search, () => ({ members: [aMember(1)], total: 1 }))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('1 member')).toBeTruthy()
})

test('a member who is no administrator is sent away', async () => {
  const { router } = await renderPortal({ path: '/manage/members', server, profile: aProfile() })
  expect(router.state.location.pathname).toBe('/error/403')
  expect(server.sentTo(members.search)).toEqual([])
})
