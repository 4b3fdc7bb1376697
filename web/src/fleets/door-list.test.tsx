import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { type Device, devices } from '@spacekeeper/contract/devices.ts'
import { drivers } from '@spacekeeper/contract/drivers.ts'
import { fleets, type ListState } from '@spacekeeper/contract/fleets.ts'
import { fakeServer } from '#platform/api/fake-server.ts'
import { aProfile, renderPortal } from '../render-portal.tsx'
import { makeDevice } from '../devices/make-device.ts'

const someTime = '2026-01-05T10:00:00.000Z'
const aDoor = (id: number, name: string): Device => makeDevice({ id, name, serial: `door-${id}` })
const aList = (deviceId: number, more: Partial<ListState> = {}): ListState => ({
  deviceId,
  state: 'current',
  cards: 12,
  missing: 0,
  surplus: 0,
  sentAt: someTime,
  behindSince: null,
  ...more,
})

let server: ReturnType<typeof fakeServer>
let lists: ListState[]
beforeEach(() => {
  server = fakeServer()
  server.on(drivers.get, () => ({ settings: { driver: 'socket' as const }, hasSecret: false, problem: null }))
  lists = []
  server.on(fleets.listStates, () => ({ lists }))
})
const profile = aProfile({ staffPermissions: ['devices'] })

test('the list of devices says which doors have their cards, and which are behind by how many since when', async () => {
  server.on(devices.list, () => ({
    devices: [aDoor(1, 'Front'), aDoor(2, 'Back'), aDoor(3, 'Side'), aDoor(4, 'Gate')],
  }))
  lists = [
    aList(1),
    aList(2, { state: 'behind', missing: 2, behindSince: someTime }),
    aList(3, { state: 'never', sentAt: null }),
    aList(4, { state: 'sending', surplus: 1 }),
  ]
  await renderPortal({ path: '/manage/devices', server, profile })
  const row = async (name: RegExp) => within(await screen.findByRole('link', { name }))
  expect(await (await row(/Front/)).findByText('Up to date')).toBeTruthy()
  expect((await row(/Back/)).getByText(/^Behind by 2 cards since /)).toBeTruthy()
  expect((await row(/Side/)).getByText('Never synced')).toBeTruthy()
  expect((await row(/Gate/)).getByText('One card on its way')).toBeTruthy()
})

test('the page of a door says what its list lacks and what is too much on it', async () => {
  server.on(devices.get, () => aDoor(1, 'Front'))
  lists = [aList(1, { state: 'behind', missing: 1, surplus: 2 })]
  await renderPortal({ path: '/manage/devices/doors/1', server, profile })
  const card = within(await screen.findByRole('region', { name: 'Card list' }))
  expect(await card.findByText('Behind by 3 cards')).toBeTruthy()
  expect(
    card.getByText(
      /^It should open for 12 cards\. One that was added is not on it yet\. It still opens for 2 that were taken away\. Sent /,
    ),
  ).toBeTruthy()
})
