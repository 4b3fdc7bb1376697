import { expect, test } from 'vitest'
import type { Device } from '@spacekeeper/contract/devices.ts'
import { filterDevices, readFleetSearch, type FleetSearch } from './filter-devices.ts'
import { makeDevice } from './make-device.ts'

const aDevice = (name: string, more: Partial<Device> = {}): Device =>
  makeDevice({ name, serial: `serial-${name.toLowerCase()}`, ...more })
const fleet = [
  aDevice('Attic', { isOffline: true, lastSeen: '2026-01-04T10:00:00.000Z', ipAddress: '10.0.4.7' }),
  aDevice('Barn', { lockout: { since: '2026-01-05T10:00:00.000Z', reason: null } }),
  aDevice('Cellar', { isAuthorised: false, isOffline: true, lastSeen: null, description: 'Behind the kiln' }),
]

test.each<[FleetSearch, string[]]>([
  [{}, ['Attic', 'Barn', 'Cellar']],
  [{ state: 'online' }, ['Barn']],
  [{ state: 'offline' }, ['Attic', 'Cellar']],
  [{ state: 'locked' }, ['Barn']],
  [{ state: 'notAuthorised' }, ['Cellar']],
  [{ text: ' KILN ' }, ['Cellar']],
  [{ text: '10.0.4' }, ['Attic']],
  [{ text: 'serial-b' }, ['Barn']],
  [{ sort: 'lastSeen' }, ['Cellar', 'Attic', 'Barn']],
  [{ state: 'offline', text: 'attic' }, ['Attic']],
])('%j shows %j', (search, names) => {
  expect(filterDevices(fleet, search).map(({ name }) => name)).toEqual(names)
})

test('an address with nonsense in it shows everything', () => {
  expect(readFleetSearch({ kind: 'robot', state: 'all', sort: 'name', text: '', more: 1 })).toEqual({})
  expect(readFleetSearch({ kind: 'door', state: 'removed', sort: 'lastSeen', text: 12 })).toEqual({
    kind: 'door',
    state: 'removed',
    sort: 'lastSeen',
    text: '12',
  })
})
