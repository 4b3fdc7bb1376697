import { test, expect } from 'vitest'
import { readHomeAssistant, isEntityOn, entityEnergy, switchServiceOf } from './home-assistant.ts'

const faults: [string, { status: number; body: unknown }, string][] = [
  ['a wrong token', { status: 401, body: null }, 'wrongSecret'],
  ['an entity it does not have', { status: 404, body: { message: 'Entity not found.' } }, 'wrongOutput'],
  ['a page of something else', { status: 404, body: null }, 'notUnderstood'],
  ['text', { status: 200, body: null }, 'notUnderstood'],
  ['a service that failed', { status: 500, body: null }, 'unavailable'],
]

test.each(faults)('%s is named', (_, answer, problem) => {
  expect(() => readHomeAssistant(answer)).toThrow(expect.objectContaining({ problem }))
})

const entity = (state: string, unit?: string) => ({
  state,
  attributes: unit === undefined ? {} : { unit_of_measurement: unit },
})

test.each<[string, boolean]>([
  ['on', true],
  ['unlocked', true],
  ['unlocking', true],
  ['open', true],
  ['off', false],
  ['locked', false],
  ['locking', false],
])('%s is %s', (state, isOn) => {
  expect(isEntityOn(entity(state))).toBe(isOn)
})

test.each(['unavailable', 'unknown', 'jammed'])('what is %s is not available', (state) => {
  expect(() => isEntityOn(entity(state))).toThrow(expect.objectContaining({ problem: 'unavailable' }))
})

test('a sensor is read in its unit, and not while it shows nothing', () => {
  expect(entityEnergy(entity('120.5', 'kWh'))).toBe(120.5)
  expect(entityEnergy(entity('120500', 'Wh'))).toBe(120.5)
  expect(entityEnergy(entity('12', 'm³'))).toBeNull()
  expect(entityEnergy(entity('unavailable', 'kWh'))).toBeNull()
})

test('locks are unlocked, everything else is turned on', () => {
  expect(switchServiceOf('lock.front', true)).toBe('lock/unlock')
  expect(switchServiceOf('lock.front', false)).toBe('lock/lock')
  expect(switchServiceOf('switch.saw', true)).toBe('switch/turn_on')
  expect(switchServiceOf('light.sign', false)).toBe('light/turn_off')
})
