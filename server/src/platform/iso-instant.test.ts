import { expect, test } from 'vitest'
import { randomOf } from '../random-runs.testing.ts'
import { isoInstant } from './iso-instant.ts'

test('an instant is written as a Date writes it', () => {
  const random = randomOf('instants')
  const ends = [0, -1, 86_399_999, 86_400_000, Date.parse('2028-02-29T23:59:59.999Z'), 1_795_380_000_000.7]
  const any = Array.from({ length: 2000 }, () => random.between(-3e12, 6e12))
  for (const ms of [...ends, ...any]) expect(isoInstant(ms)).toBe(new Date(Math.trunc(ms)).toISOString())
})
