import { devicesApi } from '@spacekeeper/contract/devices/routes.ts'
import type { Device } from '@spacekeeper/contract/devices/shapes.ts'
import { driversApi } from '@spacekeeper/contract/drivers/routes.ts'
import { monitoringApi } from '@spacekeeper/contract/monitoring/routes.ts'
import type { ListState } from '@spacekeeper/contract/monitoring/shapes.ts'
import { within, screen } from '@testing-library/react'
import { beforeEach, test, expect } from 'vitest'
import { fakeServer } from '#platform/api/fake-server.testing.ts'
import { aListState, makeDevice } from '../devices/device.testing.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'

const someTime = '2026-01-05T10:00:00.000Z'

const aDoor = (id: number, name: string): Device => makeDevice({ id, name, serial: `door-${id}` })

let server: ReturnType<typeof fakeServer>

let lists: ListState[]

beforeEach(() => {
  server = fakeServer()
  server.on(driversApi.get, () => ({
    settings: { driver: 'socket' as const },
    hasSecret: false,
    problem: null,
    isMeterUnreadable: false,
    sharedWith: [],
  }))
  server.on(monitoringApi.listActivity, () => ({ activity: [] }))
  server.on(monitoringApi.listLive, () => ({ entries: [] }))
  lists = []
  server.on(monitoringApi.listCardLists, () => ({ lists }))
})

const profile = aProfile({ staffPermissions: ['devices'] })

test('the list of devices says which doors have their cards, and which are behind by how many', async () => {
  server.on(devicesApi.list, () => ({
    devices: [aDoor(1, 'Front'), aDoor(2, 'Back'), aDoor(3, 'Side'), aDoor(4, 'Gate')],
  }))
  lists = [
    aListState({ deviceId: 1 }),
    aListState({ deviceId: 2, state: 'behind', missing: 2, behindSince: someTime }),
    aListState({ deviceId: 3, state: 'never', sentAt: null }),
    aListState({ deviceId: 4, state: 'sending', surplus: 1 }),
  ]
  await renderPortal({ path: '/manage/devices', server, profile })
  const row = async (name: RegExp) => within(await screen.findByRole('row', { name }))
  expect(await (await row(/Front/)).findByText('List up to date')).toBeTruthy()
  expect((await row(/Back/)).getByText('2 cards behind')).toBeTruthy()
  expect((await row(/Side/)).getByText('List never sent')).toBeTruthy()
  expect((await row(/Gate/)).getByText('One card being sent')).toBeTruthy()
})

test('the page of a door says what its list lacks and what is too much on it', async () => {
  server.on(devicesApi.get, () => aDoor(1, 'Front'))
  lists = [aListState({ deviceId: 1, state: 'behind', missing: 1, surplus: 2 })]
  await renderPortal({ path: '/manage/devices/doors/1', server, profile })
  const card = within(await screen.findByRole('region', { name: 'Card list' }))
  expect(await card.findByText('3 cards behind')).toBeTruthy()
  expect(
    card.getByText(/^12 cards open it\. One added card isn’t on it yet\. 2 removed cards still open it\. Last sent /),
  ).toBeTruthy()
})
