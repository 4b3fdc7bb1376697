import { expect, test } from 'vitest'
import { keepsSecret, stepOf, type RelayFacts, type RelayStep } from './rules.ts'

const now = new Date('2026-03-01T10:00:00Z')
const earlier = new Date(now.getTime() - 1_000)
const later = new Date(now.getTime() + 1_000)

const facts = (more: Partial<RelayFacts>): RelayFacts => ({
  kind: 'interlock',
  isOn: false,
  isLockedOut: false,
  isHeldOn: false,
  useId: null,
  seenOnFor: null,
  closeAt: null,
  now,
  ...more,
})

const machines: [string, Partial<RelayFacts>, RelayStep][] = [
  ['one that stands still is left alone', {}, 'nothing'],
  ['one that is used is reported', { isOn: true, useId: 'a', seenOnFor: 'a' }, 'report'],
  ['one whose use was begun by another process is reported', { isOn: true, useId: 'a' }, 'report'],
  ['one that is just about to be switched on is given time', { useId: 'a' }, 'nothing'],
  ['one that was switched on for the last use is given time, too', { useId: 'b', seenOnFor: 'a' }, 'nothing'],
  ['one that was switched off by hand ends its use', { useId: 'a', seenOnFor: 'a' }, 'end'],
  ['one that runs without being paid for is switched off', { isOn: true }, 'switchOff'],
  ['one whose use is over is switched off', { isOn: true, seenOnFor: 'a' }, 'switchOff'],
  ['one that staff switched on stays on', { isOn: true, isHeldOn: true }, 'nothing'],
  ['a lockout switches off what staff switched on', { isOn: true, isHeldOn: true, isLockedOut: true }, 'switchOff'],
  ['a lockout ends a use', { isOn: true, useId: 'a', seenOnFor: 'a', isLockedOut: true }, 'endAndSwitchOff'],
  ['a lockout asks nothing of what stands still', { isLockedOut: true }, 'nothing'],
]
test.each(machines)('of machines, %s', (_, more, step) => {
  expect(stepOf(facts(more))).toBe(step)
})

const doors: [string, Partial<RelayFacts>, RelayStep][] = [
  ['a closed one stays so', { closeAt: earlier }, 'nothing'],
  ['one opened for a moment stays open for it', { isOn: true, closeAt: later }, 'nothing'],
  ['one opened for a moment is closed after it', { isOn: true, closeAt: earlier }, 'switchOff'],
  [
    'one opened before the clock was set back is closed',
    { isOn: true, closeAt: new Date(now.getTime() + 3_600_000) },
    'switchOff',
  ],
  ['one that staff opened stays open', { isOn: true, isHeldOn: true }, 'nothing'],
  ['one that was opened elsewhere is not the portal’s business', { isOn: true }, 'nothing'],
  ['a lockout closes it', { isOn: true, isHeldOn: true, isLockedOut: true }, 'switchOff'],
]
test.each(doors)('of doors, %s', (_, more, step) => {
  expect(stepOf(facts({ kind: 'door', ...more }))).toBe(step)
})

test('a secret is kept for the place it was entered for and for no other', () => {
  const plug = { driver: 'tasmota', address: 'http://10.0.0.5' }
  expect(keepsSecret(plug, { ...plug })).toBe(true)
  expect(keepsSecret(plug, { ...plug, address: 'http://10.0.0.6' })).toBe(false)
  expect(keepsSecret(plug, { ...plug, driver: 'shelly' })).toBe(false)
})
