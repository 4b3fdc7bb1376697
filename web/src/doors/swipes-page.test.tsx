import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { doors } from '@spacekeeper/contract/doors.ts'
import type { Swipe } from '@spacekeeper/contract/doors.ts'
import type { Profile } from '@spacekeeper/contract/members.ts'
import { fakeServer, refuse } from '#platform/api/fake-server.ts'
import { refreshTopic } from '#platform/live/live.ts'
import { aProfile, renderPortal } from '../render-portal.tsx'
import type { InterlockUse } from './api.ts'

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
  server.on(doors.permissions, () => ({ doors: [], interlocks: [] }))
})

const swipe = (id: number, more: Partial<Swipe> = {}): Swipe => ({
  id,
  name: 'Front door',
  date: '2026-01-05T10:00:00.000Z',
  user: `Member ${id}`,
  outcome: 'granted',
  refusal: null,
  isMine: false,
  ...more,
})
const use = (more: Partial<InterlockUse> = {}): InterlockUse => ({
  name: 'Table saw',
  sessionStart: '2026-01-05T10:00:00.000Z',
  sessionEnd: null,
  sessionComplete: false,
  userOn: 'Mia Reid',
  userOff: null,
  ...more,
})
const answered = (swipes: Swipe[], interlocks: InterlockUse[] = []) =>
  server.on(doors.listSwipes, () => ({ doors: swipes, interlocks }))
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
  await screen.findByText('Refused: Not granted')
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
  server.on(doors.listSwipes, () => refuse('badInput'))
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

test('machines have a tab of their own, with who turned them on and off', async () => {
  answered([swipe(1)], [use(), use({ userOn: 'Zoe', sessionComplete: true, sessionEnd: '2026-01-05T11:00:00.000Z' })])
  const { user } = await open()
  await user.click(await screen.findByRole('tab', { name: 'Machines' }))
  within(rows()[0] ?? document.body).getByText('In use')
  expect(within(rows()[1] ?? document.body).getByText('The system')).toBeTruthy()
})

test('who is no active member is told why and whom to ask', async () => {
  await open({ state: 'inactive' })
  await screen.findByRole('heading', { name: 'You must be an active member to see this page' })
  expect(screen.getByText(/Your payment is missing/)).toBeTruthy()
})
