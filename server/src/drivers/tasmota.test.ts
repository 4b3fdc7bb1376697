import { test, expect } from 'vitest'
import { readTasmota, isTasmotaOn, tasmotaEnergy, pulseTime } from './tasmota.ts'

const faults: [string, { status: number; body: unknown }, string][] = [
  ['a missing password', { status: 401, body: { WARNING: 'Need user=<username>&password=<password>' } }, 'wrongSecret'],
  ['a missing password on old firmware', { status: 200, body: { WARNING: 'Need user' } }, 'wrongSecret'],
  ['an output it does not have', { status: 200, body: { Command: 'Unknown' } }, 'wrongOutput'],
  ['a page of something else', { status: 200, body: null }, 'notUnderstood'],
  ['a list', { status: 200, body: [] }, 'notUnderstood'],
  ['an address that is not there', { status: 404, body: { error: 'no' } }, 'notUnderstood'],
  ['a redirection', { status: 302, body: null }, 'notUnderstood'],
]

test.each(faults)('%s is named', (_, answer, problem) => {
  expect(() => readTasmota(answer)).toThrow(expect.objectContaining({ problem }))
})

test('one relay is called POWER, several are numbered', () => {
  expect(isTasmotaOn({ POWER: 'ON' }, 1)).toBe(true)
  expect(isTasmotaOn({ POWER1: 'OFF', POWER2: 'ON' }, 1)).toBe(false)
  expect(isTasmotaOn({ POWER1: 'OFF', POWER2: 'ON' }, 2)).toBe(true)
  expect(() => isTasmotaOn({ POWER: 'ON' }, 2)).toThrow(expect.objectContaining({ problem: 'wrongOutput' }))
  expect(() => isTasmotaOn({ POWER: 'perhaps' }, 1)).toThrow(expect.objectContaining({ problem: 'notUnderstood' }))
  expect(() => isTasmotaOn({ Uptime: 1 }, 1)).toThrow(expect.objectContaining({ problem: 'notUnderstood' }))
})

test('a plug without a meter has no energy', () => {
  const energy = (ENERGY: object, output = 1) => tasmotaEnergy({ StatusSNS: { ENERGY } }, output)
  expect(energy({ Total: 3.126, Power: 40 })).toEqual({ hasMeter: true, energyKwh: 3.126, powerWatts: 40 })
  const none = { hasMeter: false, energyKwh: null, powerWatts: null }
  expect(tasmotaEnergy({ StatusSNS: { Time: 'x' } }, 1)).toEqual(none)
  expect(tasmotaEnergy(null, 1)).toEqual(none)
  // As two channels say it, with one total and with one each; and a meter that cannot be read is not none.
  expect(energy({ Total: 3.262, Power: [23.63, 67.17] }, 2)).toMatchObject({ energyKwh: 3.262, powerWatts: 67.17 })
  expect(energy({ Total: [1.5, 1.762], Power: [23.63, 67.17] }, 2)).toMatchObject({ energyKwh: 1.762 })
  expect(energy({ Total: 'nan', Power: 40 })).toEqual({ hasMeter: true, energyKwh: null, powerWatts: 40 })
  expect(energy({ Total: [1.5], Power: [1] }, 2)).toMatchObject({ hasMeter: true, energyKwh: null })
})

test('seconds become the number its timer takes', () => {
  expect([1, 11, 12, 60].map(pulseTime)).toEqual([10, 110, 112, 160])
})
