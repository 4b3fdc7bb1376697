import { accessApi } from '@spacekeeper/contract/access/routes.ts'
import type { InterlockUse, Swipe } from '@spacekeeper/contract/access/shapes.ts'
import type { Profile } from '@spacekeeper/contract/profile/shapes.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, test, expect } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { refreshTopic } from '#platform/live/topics.ts'
import { renderPortal, aProfile } from '../portal.testing.tsx'

let server: ReturnType<typeof fakeServer>

beforeEach(() => {
  server = fakeServer()
  server.on(accessApi.listOwn, () => ({ doors: [], interlocks: [] }))
})

const swipe = (id: number, more: Partial<Swipe> = {}): Swipe => ({
  id,
  name: 'Front door',
  date: '2026-01-05T10:00:00.000Z',
  user: `Member ${id}`,
  memberId: null,
  outcome: 'granted',
  refusal: null,
  isDespiteLockout: false,
  isMine: false,
  ...more,
})

const use = (id: string, more: Partial<InterlockUse> = {}): InterlockUse => ({
  id,
  name: 'Table saw',
  sessionStart: '2026-01-05T10:00:00.000Z',
  sessionEnd: null,
  sessionComplete: false,
  userOn: 'Mia Reid',
  userOff: null,
  status: 0,
  memberId: null,
  enderId: null,
  outcome: 'granted',
  refusal: null,
  isMine: false,
  ...more,
})

const answered = (swipes: Swipe[], interlocks: InterlockUse[] = []) =>
  server.on(accessApi.listSwipes, () => ({ doors: swipes, interlocks }))

const open = (profile: Partial<Profile> = {}) =>
  renderPortal({ path: '/tools/swipes/recent', server, profile: aProfile(profile) })

const rows = () => screen.getAllByRole('row').slice(1)

test('swipes show who, where and how it ended; the reason only where it is known', async () => {
  answered([
    swipe(3, { outcome: 'refused', refusal: 'noGrant', isMine: true }),
    swipe(2, { outcome: 'refused' }),
    swipe(1, { outcome: 'lockedOut' }),
  ])
  await open()
  await screen.findByText('Refused: not granted')
  screen.getByText('(you)')
  screen.getByText('Refused')
  expect(screen.getByText('Locked')).toBeTruthy()
})

test('a new swipe appears by itself and is marked; those from before are not', async () => {
  answered([swipe(1)])
  const { client } = await open()
  await screen.findByText('Member 1')
  answered([swipe(2), swipe(1)])
  await refreshTopic(client, 'swipes')
  await screen.findByText('Member 2')
  expect(rows().map((row) => row.getAttribute('data-fresh'))).toEqual(['true', null])
})

test('a refresh that fails keeps what is there and says that it may be old', async () => {
  answered([swipe(1)])
  const { client, user } = await open()
  await screen.findByText('Member 1')
  server.on(accessApi.listSwipes, () => refuse('badInput'))
  await refreshTopic(client, 'swipes')
  await screen.findByText('There was an error fetching new data. Any data that you see may not be up to date.')
  screen.getByText('Member 1')
  answered([swipe(2), swipe(1)])
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Member 2')
  await waitFor(() => expect(screen.queryByText(/may not be up to date/)).toBeNull())
})

test('the search looks at names and doors, and says when nothing matches', async () => {
  answered([swipe(1, { user: 'Mia Reid' }), swipe(2, { user: 'Zoe', name: 'Woodshop' })])
  const { user } = await open()
  const field = await screen.findByRole('searchbox')
  await screen.findByText('Zoe')
  await user.type(field, 'wood')
  expect(rows()).toHaveLength(1)
  await user.type(field, 'x')
  await screen.findByText('Nothing matches')
  await user.click(screen.getByRole('button', { name: 'Clear the search' }))
  expect(rows()).toHaveLength(2)
})

test('of three hundred swipes a hundred are drawn at first', async () => {
  answered(Array.from({ length: 300 }, (_, n) => swipe(300 - n)))
  await open()
  await screen.findByText('Member 300')
  expect(rows()).toHaveLength(100)
})

test('without swipes it says what will be here', async () => {
  answered([])
  await open()
  await screen.findByText('No swipes yet')
  expect(screen.queryByRole('tab')).toBeNull()
})

const ended = { status: 1, sessionComplete: true, sessionEnd: '2026-01-05T11:00:00.000Z' } as const

test('machines have a tab of their own: what runs, who turned off what, and which cards were refused', async () => {
  answered(
    [swipe(1)],
    [
      use('a'),
      use('b', { ...ended, userOn: 'Zoe' }),
      use('c', { ...ended, status: -1, outcome: 'refused', refusal: 'noGrant', isMine: true }),
    ],
  )
  const { user } = await open()
  await user.click(await screen.findByRole('tab', { name: 'Machines' }))
  const cells = rows().map((row) =>
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  )
  expect(cells[0]?.[2]).toBe('In use')
  expect(cells[0]?.slice(4)).toEqual(['', ''])
  expect(cells[1]?.[2]).toBe('Finished')
  expect(cells[1]?.[4]).toBe('Automatic')
  expect(cells[2]?.[0]).toBe('Mia Reid (you)')
  expect(cells[2]?.[2]).toMatch(/^Refused: /)
  expect(cells[2]?.slice(4)).toEqual(['', ''])
})

test('only one’s own swipes can be shown, and rows ordered by member or door', async () => {
  answered([
    swipe(3, { user: 'Zoe', isMine: true }),
    swipe(2, { user: 'Ada', name: 'Woodshop' }),
    swipe(1, { user: 'Mia', name: 'Attic' }),
  ])
  const { user } = await open()
  await screen.findByText('Ada')
  const firstCells = () => rows().map((row) => within(row).getAllByRole('cell')[0]?.textContent)
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'By member')
  expect(firstCells()).toEqual(['Ada', 'Mia', 'Zoe (you)'])
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'By door')
  expect(firstCells()).toEqual(['Mia', 'Zoe (you)', 'Ada'])
  await user.click(screen.getByRole('switch', { name: 'Only mine' }))
  expect(firstCells()).toEqual(['Zoe (you)'])
  await user.click(screen.getByRole('switch', { name: 'Only mine' }))
  expect(firstCells()).toHaveLength(3)
})

test('who has no swipe among the last ones reads so', async () => {
  answered([swipe(4)])
  const { user } = await open()
  await screen.findByText('Member 4')
  await user.click(screen.getByRole('switch', { name: 'Only mine' }))
  expect(await screen.findByText('None of these are yours')).toBeTruthy()
})

test('names lead staff to the member, and are only names for everybody else', async () => {
  answered([swipe(1, { memberId: 7 })])
  await open({ staffPermissions: ['members'] })
  const link = await screen.findByRole('link', { name: 'Member 1' })
  expect(link.getAttribute('href')).toBe('/manage/members/7')
  cleanup()
  await open()
  await screen.findByText('Member 1')
  expect(screen.queryByRole('link', { name: 'Member 1' })).toBeNull()
})

test('who is no active member is told so and led home', async () => {
  await open({ state: 'inactive' })
  await screen.findByRole('heading', { name: 'You must be an active member to see this page' })
  expect(screen.getByRole('link', { name: 'Go to the home page' })).toBeTruthy()
})

test('a door that opened although it was locked says so', async () => {
  answered([swipe(1, { isDespiteLockout: true })])
  await open()
  expect(await screen.findByText('Opened, although it was locked')).toBeTruthy()
})
