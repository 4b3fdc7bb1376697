import { test, expect } from 'vitest'
import { readShelly, shellyState, answerChallenge } from './shelly.ts'

const faults: [string, { status: number; body: unknown }, string][] = [
  ['a missing password', { status: 401, body: null }, 'wrongSecret'],
  ['a switch it does not have', { status: 500, body: { code: -105, message: "Argument 'id'" } }, 'wrongOutput'],
  ['a call it does not have', { status: 404, body: { code: 404, message: 'No handler' } }, 'wrongOutput'],
  ['a page of something else', { status: 404, body: null }, 'notUnderstood'],
  ['a failing server', { status: 502, body: null }, 'notUnderstood'],
]

test.each(faults)('%s is named', (_, answer, problem) => {
  expect(() => readShelly(answer)).toThrow(expect.objectContaining({ problem }))
})

test('its meter counts watt-hours, and relays without one say nothing of energy', () => {
  expect(shellyState({ id: 0, output: true, apower: 61.2, aenergy: { total: 120_500.5 } })).toEqual({
    isOn: true,
    hasMeter: true,
    energyKwh: 120.5005,
    powerWatts: 61.2,
  })
  expect(shellyState({ id: 0, output: false })).toMatchObject({ hasMeter: false, energyKwh: null })
  expect(() => shellyState({ id: 0 })).toThrow(expect.objectContaining({ problem: 'notUnderstood' }))
  expect(() => shellyState(null)).toThrow(expect.objectContaining({ problem: 'notUnderstood' }))
})

test('a challenge is answered without the password standing in it', () => {
  const header = 'Digest qop="auth", realm="shellyplus1-aabbcc", nonce="67a1", algorithm=SHA-256'
  const asked = { method: 'GET', path: '/rpc/Switch.GetStatus?id=0', password: 'sesame', clientNonce: 'c0ffee' }
  const answer = answerChallenge({ header, ...asked })
  expect(answer).toContain('realm="shellyplus1-aabbcc", nonce="67a1", uri="/rpc/Switch.GetStatus?id=0"')
  expect(answer).toMatch(/response="[0-9a-f]{64}"$/)
  expect(answer).not.toContain('sesame')
  expect(answerChallenge({ header, ...asked, password: 'other' })).not.toBe(answer)
  expect(() => answerChallenge({ header: 'Basic realm="x"', ...asked })).toThrow(
    expect.objectContaining({ problem: 'notUnderstood' }),
  )
})
