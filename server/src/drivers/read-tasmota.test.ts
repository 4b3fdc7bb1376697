import { expect, test } from 'vitest'
import { isTasmotaOn, pulseTime, readTasmota, tasmotaEnergy } from './read-tasmota.ts'

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
  expect(tasmotaEnergy({ StatusSNS: { ENERGY: { Total: 3.126, Power: 40 } } })).toEqual({
    energyKwh: 3.126,
    powerWatts: 40,
  })
  expect(tasmotaEnergy({ StatusSNS: { Time: 'x' } })).toEqual({ energyKwh: null, powerWatts: null })
  expect(tasmotaEnergy(null)).toEqual({ energyKwh: null, powerWatts: null })
})

test('seconds become the number its timer takes', () => {
  expect([1, 11, 12, 60].map(pulseTime)).toEqual([10, 110, 112, 160])
})
