import type { Device } from '@spacekeeper/contract/devices/shapes.ts'
import { test, expect } from 'vitest'
import { filterDevices } from './device-filter.ts'
import { type DeviceSearch, readDeviceSearch } from './device-search.ts'
import { aListState, makeDevice } from './device.testing.ts'

const aDevice = (name: string, more: Partial<Device> = {}): Device =>
  makeDevice({ name, serial: `serial-${name.toLowerCase()}`, ...more })

const fleet = [
  aDevice('Attic', { isOffline: true, lastSeen: '2026-01-04T10:00:00.000Z', ipAddress: '10.0.4.7' }),
  aDevice('Barn', { lockout: { since: '2026-01-05T10:00:00.000Z', reason: null } }),
  aDevice('Cellar', { isAuthorised: false, isOffline: true, lastSeen: null, description: 'Behind the kiln' }),
  aDevice('Den'),
  aDevice('Shed', { id: 7 }),
]

const lists = new Map([[7, aListState({ deviceId: 7, state: 'behind', missing: 2 })]])

test.each<[DeviceSearch, string[]]>([
  [{}, ['Attic', 'Shed', 'Cellar', 'Barn', 'Den']],
  [{ sort: 'name' }, ['Attic', 'Barn', 'Cellar', 'Den', 'Shed']],
  [{ state: 'online' }, ['Shed', 'Barn', 'Den']],
  [{ state: 'offline' }, ['Attic', 'Cellar']],
  [{ state: 'locked' }, ['Barn']],
  [{ state: 'notAuthorised' }, ['Cellar']],
  [{ text: ' KILN ' }, ['Cellar']],
  [{ text: '10.0.4' }, ['Attic']],
  [{ text: 'serial-b' }, ['Barn']],
  [{ sort: 'lastSeen' }, ['Cellar', 'Attic', 'Barn', 'Den', 'Shed']],
  [{ state: 'offline', text: 'attic' }, ['Attic']],
])('%j shows %j', (search, names) => {
  expect(filterDevices(fleet, search, lists).map(({ name }) => name)).toEqual(names)
})

test('an address with nonsense in it shows everything', () => {
  expect(readDeviceSearch({ kind: 'robot', state: 'all', sort: 'trouble', text: '', more: 1 })).toEqual({})
  expect(readDeviceSearch({ kind: 'door', state: 'removed', sort: 'lastSeen', text: 12 })).toEqual({
    kind: 'door',
    state: 'removed',
    sort: 'lastSeen',
    text: '12',
  })
})
