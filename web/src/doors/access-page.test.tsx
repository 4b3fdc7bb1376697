import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { doors, refusals } from '@spacekeeper/contract/doors.ts'
import type { AccessItem, Refusal } from '@spacekeeper/contract/doors.ts'
import type { Profile } from '@spacekeeper/contract/members.ts'
import { fakeServer, refuse } from '#platform/api/fake-server.ts'
import { aProfile, renderPortal } from '../render-portal.tsx'

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
})

const item = (id: number, more: Partial<AccessItem> = {}): AccessItem => ({
  id,
  name: `Device ${id}`,
  access: true,
  locked_out: false,
  offline: false,
  granted: true,
  refusal: null,
  lastSeen: '2026-01-05T10:00:00.000Z',
  lockedOutSince: null,
  relay: null,
  ...more,
})
const open = (profile: Partial<Profile> = {}) =>
  renderPortal({ path: '/account/access', server, profile: aProfile(profile) })
const answered = (doorItems: AccessItem[], machines: AccessItem[] = []) =>
  server.on(doors.permissions, () => ({ doors: doorItems, interlocks: machines }))

test.each<[number, number, string]>([
  [3, 2, 'Your card works on 3\u00a0doors and 2\u00a0machines'],
  [1, 0, 'Your card works on 1\u00a0door'],
  [0, 1, 'Your card works on 1\u00a0machine'],
])('the first line is the answer for %i doors and %i machines', async (doorCount, machineCount, answer) => {
  const some = (count: number) => Array.from({ length: count }, (_, n) => item(n + 1))
  answered(some(doorCount), some(machineCount))
  await open()
  expect(
    await screen.findByText((_, element) => element?.tagName === 'P' && element.textContent === answer),
  ).toBeTruthy()
})

test('without any device it says what will be here', async () => {
  answered([])
  await open()
  expect(await screen.findByText('There are no doors or machines here yet')).toBeTruthy()
})

const words: Record<Refusal, [string, RegExp]> = {
  unknownCard: ['Card not known', /Ask someone on site to check which card/],
  noCard: ['No card yet', /Ask someone on site for a card/],
  suspended: ['Membership suspended', /Staff have suspended/],
  notActive: ['Membership not active', /only while the membership is active/],
  lockedOut: ['Locked for everyone', /it comes back by itself/],
  noGrant: ['Not granted', /Ask staff for an introduction/],
  balanceTooLow: ['Balance too low', /Pay something in/],
  notSignedIn: ['Not signed in on site', /Sign in on site first/],
  staleList: ['Waiting for its card list', /Try again in a minute/],
  noAnswer: ['Did not answer', /ask someone on site/],
}
test.each(refusals)('what is refused because of %s says why and what next', async (refusal) => {
  answered([item(1), item(2, { refusal })])
  await open()
  const list = within(await screen.findByRole('region', { name: 'Not right now' }))
  list.getByText(words[refusal][0])
  expect(list.getByText(words[refusal][1])).toBeTruthy()
})

test('who is not signed in on site gets the way there', async () => {
  answered([item(1, { refusal: 'notSignedIn' })])
  await open()
  expect((await screen.findByRole('link', { name: 'Sign in on site' })).getAttribute('href')).toBe('/dashboard')
})

test('an offline device stands below, with since when', async () => {
  answered([item(1), item(2, { offline: true })])
  await open()
  const list = within(await screen.findByRole('region', { name: 'Not right now' }))
  list.getByText('Device 2')
  expect(list.getByText(/^Offline since/)).toBeTruthy()
})

test('an inactive membership is said once and not repeated for every door', async () => {
  answered([1, 2, 3].map((id) => item(id, { access: false, refusal: 'notActive' })))
  await open({ state: 'inactive' })
  await screen.findByText('Your card does not work on anything right now')
  screen.getByText('Your membership is paused')
  expect(screen.queryByText('Device 1')).toBeNull()
})

test('a missing card is said once, too', async () => {
  answered([1, 2, 3].map((id) => item(id, { refusal: 'noCard' })))
  await open()
  await screen.findByText(/No card belongs to your account yet/)
  expect(screen.queryByText('Not right now')).toBeNull()
})

test('far too many devices are all there', async () => {
  answered(Array.from({ length: 200 }, (_, n) => item(n + 1, { name: `${'Very '.repeat(11)}long ${n}` })))
  await open()
  const list = await screen.findByRole('list', { name: 'What your card works on' })
  expect(within(list).getAllByRole('listitem')).toHaveLength(200)
})

test('a failed load can be repeated', async () => {
  server.on(doors.permissions, () => refuse('badInput'))
  const { user } = await open()
  await screen.findByText('This could not be loaded')
  answered([item(1)])
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Device 1')).toBeTruthy()
})
