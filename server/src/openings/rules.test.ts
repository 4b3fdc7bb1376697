import { expect, test } from 'vitest'
import { joinOpenings, noteOf } from './rules.ts'

const at = (hour: number) => new Date(Date.UTC(2026, 10, 24, hour))

const opening = (from: number, until: number, note = '') => ({ startsAt: at(from), endsAt: at(until), note })

test.each<[string, [from: number, until: number][], [from: number, until: number][]]>([
  ['nothing planned is nothing', [], []],
  ['one alone stays', [[10, 12]], [[10, 12]]],
  [
    'overlaps are one',
    [
      [10, 12],
      [11, 14],
    ],
    [[10, 14]],
  ],
  [
    'one within another adds nothing',
    [
      [10, 16],
      [11, 12],
    ],
    [[10, 16]],
  ],
  [
    'one right after the other is one',
    [
      [10, 12],
      [12, 14],
    ],
    [[10, 14]],
  ],
  [
    'a gap keeps them apart',
    [
      [10, 12],
      [13, 14],
    ],
    [
      [10, 12],
      [13, 14],
    ],
  ],
  [
    'three in any order',
    [
      [13, 15],
      [10, 12],
      [11, 13],
    ],
    [[10, 15]],
  ],
])('%s', (_, openings, expected) => {
  const joined = joinOpenings(openings.map(([from, until]) => opening(from, until)))
  expect(joined.map(({ startsAt, endsAt }) => [startsAt, endsAt])).toEqual(
    expected.map(([from, until]) => [at(from), at(until)]),
  )
})

test('notes of joined openings are said once each', () => {
  const [time] = joinOpenings([
    opening(10, 12, 'Laser'),
    opening(11, 13, 'Laser'),
    opening(12, 14, 'Cake'),
    opening(13, 15),
  ])
  expect(time && noteOf(time)).toBe('Laser; Cake')
  const [plain] = joinOpenings([opening(10, 12)])
  expect(plain && noteOf(plain)).toBeNull()
})
