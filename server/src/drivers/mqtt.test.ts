import { test, expect } from 'vitest'
import { readMqttValue, isMessageOn, numberIn, saysOffline } from './mqtt.ts'

test.each<[string, string, string | undefined]>([
  ['ON', '', 'ON'],
  [' off ', '', 'off'],
  ['{"state":"ON","energy":1.5}', 'state', 'ON'],
  ['{"state":"ON","energy":1.5}', 'energy', '1.5'],
  ['{"ENERGY":{"Total":120.5}}', 'ENERGY.Total', '120.5'],
  ['{"on":true}', 'on', 'true'],
  ['{"ENERGY":{"Total":[1.5,2.5]}}', 'ENERGY.Total.1', '2.5'],
  ['{"ENERGY":{"Total":[1.5,2.5]}}', 'ENERGY.Total', undefined],
  ['{"state":null}', 'state', undefined],
  ['not JSON', 'state', undefined],
  ['[1]', 'state', undefined],
])('in %s, what stands under "%s" is %s', (message, key, value) => {
  expect(readMqttValue(message, key)).toBe(value)
})

test('a message says on, off or neither, in whatever capitals', () => {
  const words = { on: 'ON', off: 'OFF' }
  expect(isMessageOn('on', words)).toBe(true)
  expect(isMessageOn('OFF', words)).toBe(false)
  expect(isMessageOn('perhaps', words)).toBeNull()
  expect(isMessageOn(undefined, words)).toBeNull()
})

test('a number is a number', () => {
  expect(numberIn('120.5')).toBe(120.5)
  expect(numberIn('')).toBeNull()
  expect(numberIn('much')).toBeNull()
})

test.each<[string, boolean]>([
  ['offline', true],
  ['Offline', true],
  ['{"state":"offline"}', true],
  ['online', false],
  ['{"state":"online"}', false],
])('%s means offline: %s', (message, isOffline) => {
  expect(saysOffline(message)).toBe(isOffline)
})
