import { expect, test } from 'vitest'
import { viewDoor, viewMachine, viewPlug, viewVending, type DoorFacts, type MachineFacts } from './desk-view.ts'

const line = { isConnected: true, isAuthorised: true, isLockedOut: false, events: ['one', 'two'] }
const door: DoorFacts = { ...line, isUnlocked: false, tags: ['1001'] }
const machine: MachineFacts = { ...line, isOn: false, sessionId: null, meterKwh: 5120.5 }

test.each<[string, Partial<DoorFacts>, object]>([
  ['locked', {}, { light: 'red', relay: 'Locked', display: '1 card on its list' }],
  ['open', { isUnlocked: true }, { light: 'green', relay: 'Open' }],
  ['locked out', { isLockedOut: true }, { light: 'amber', display: 'Locked out for maintenance · 1 card on its list' }],
  ['without a line', { isConnected: false, isAuthorised: false }, { light: 'off' }],
  ['not known', { isAuthorised: false }, { light: 'off', display: 'The portal does not know it · 1 card on its list' }],
])('a door that is %s', (_is, facts, expected) => {
  expect(viewDoor({ ...door, ...facts })).toMatchObject(expected)
})

test.each<[string, Partial<MachineFacts>, object]>([
  ['off', {}, { light: 'red', relay: 'Off', display: 'Meter 5120.500 kWh' }],
  ['running', { isOn: true, sessionId: 'a' }, { light: 'green', relay: 'Running' }],
  ['switched on by staff', { isOn: true }, { light: 'green', relay: 'Switched on by staff' }],
  ['locked out', { isLockedOut: true }, { light: 'amber' }],
])('a machine that is %s', (_is, facts, expected) => {
  expect(viewMachine({ ...machine, ...facts })).toMatchObject(expected)
})

test('the newest event stands first, and eight are enough', () => {
  const events = Array.from({ length: 20 }, (_, at) => `event ${at}`)
  const seen = viewDoor({ ...door, events }).events
  expect(seen).toHaveLength(8)
  expect(seen[0]).toBe('event 19')
})

test('a vending machine shows what it holds, what it says and what fell into its tray', () => {
  const slots = [
    { id: '1', name: 'Cola', priceCents: 250, left: 3 },
    { id: '2', name: 'Soap', priceCents: 300, left: 0 },
  ]
  const facts = { isConnected: true, isAuthorised: true, isLockedOut: false, events: [], slots }
  expect(viewVending({ ...facts, display: '10.00 to spend', dispensed: [] })).toMatchObject({
    light: 'green',
    relay: 'Nothing in the tray',
    display: '10.00 to spend',
    choices: [
      { id: '1', label: 'Cola 2.50', isSoldOut: false },
      { id: '2', label: 'Soap 3.00', isSoldOut: true },
    ],
  })
  const lockedOut = viewVending({ ...facts, isLockedOut: true, display: 'Out of order', dispensed: ['2', '1'] })
  expect(lockedOut).toMatchObject({ light: 'amber', relay: 'In the tray: Cola' })
})

test('a plug says whether it is on, and what its meter counts', () => {
  const plug = { isOn: true, energyKwh: 12.3456, powerWatts: 900, events: ['on: a command'] }
  expect(viewPlug(plug)).toMatchObject({ light: 'green', relay: 'On', display: 'Meter 12.346 kWh · 900 W' })
  expect(viewPlug({ ...plug, isOn: false })).toMatchObject({ light: 'red', relay: 'Off' })
})
