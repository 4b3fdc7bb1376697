import { expect, test } from 'vitest'
import { isOffline } from './rules.ts'

const now = new Date('2026-03-01T12:00:00Z')

const before = (ms: number) => new Date(now.getTime() - ms)

test.each([
  ['just seen', before(0), false],
  ['seen three minutes ago', before(180_000), false],
  ['seen more than three minutes ago', before(180_001), true],
  ['seen by a clock that is half a minute ahead', before(-30_000), false],
  ['seen an hour ahead, before the clock was set back', before(-3_600_000), true],
  ['never seen', null, true],
])('a device %s: offline is %s', (_, lastSeenAt, expected) => {
  expect(isOffline(lastSeenAt, now)).toBe(expected)
})
