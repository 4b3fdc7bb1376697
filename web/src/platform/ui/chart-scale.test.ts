import { expect, test } from 'vitest'
import { dayNumber, nearestTo, piecesOf, scaleOver, spread } from './chart-scale.ts'

test.each([
  [[3, 101], true, 0, 150, 4],
  [[0, 0], true, 0, 1, 2],
  [[1, 3], true, 0, 3, 4],
  [[-812.03, 2410], false, -1000, 3000, 5],
  [[-5], false, -6, 0, 4],
  [[0.2, 0.7], false, 0, 0.8, 5],
  [[], true, 0, 1, 2],
])('an axis over %j (whole: %s) goes from %s to %s in %s lines', (values, isWhole, from, to, lines) => {
  const scale = scaleOver(values, isWhole)
  expect([scale.from, scale.to].map((value) => Number(value.toFixed(3)))).toEqual([from, to])
  expect(scale.ticks).toHaveLength(lines)
})

test.each([
  [['2026-03-01', '2026-03-02', '2026-03-03'], [1, 2, 3], [[0, 1, 2]]],
  [
    ['2026-03-01', '2026-03-02', '2026-03-04'],
    [1, 2, 3],
    [[0, 1], [2]],
  ],
  [
    ['2026-03-01', '2026-03-02', '2026-03-03'],
    [1, null, 3],
    [[0], [2]],
  ],
  [['2026-03-01', '2026-03-02'], [null, null], []],
])('a line over %j with %j is interrupted where a day is missing', (days, values, pieces) => {
  expect(piecesOf(days.map(dayNumber), values)).toEqual(pieces)
})

test('a pointer reads what is nearest, and words are spread evenly', () => {
  expect([nearestTo(0, [0, 0.5, 1]), nearestTo(0.7, [0, 0.5, 1]), nearestTo(2, [0, 0.5, 1])]).toEqual([0, 1, 2])
  expect(spread([1, 2, 3, 4, 5, 6, 7], 3)).toEqual([1, 4, 7])
})
