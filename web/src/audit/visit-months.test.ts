import { test, expect } from 'vitest'
import { countVisits, busiestDays } from './visit-months.ts'

const now = new Date(2026, 10, 20)

const at = (year: number, month: number, day: number) => new Date(year, month, day, 12).toISOString()

test('a visit counts in its month and on its weekday, and an older one nowhere', () => {
  const months = countVisits([at(2025, 10, 30), at(2025, 11, 1), at(2026, 10, 17), at(2026, 10, 17)], now)
  expect(months).toHaveLength(12)
  expect(months[0]?.start).toEqual(new Date(2025, 11, 1))
  expect(months[0]?.counts).toEqual([1, 0, 0, 0, 0, 0, 0])
  expect(months[11]?.counts).toEqual([0, 2, 0, 0, 0, 0, 0])
})

test('what a member mostly does is at most two days, and nothing where that says nothing', () => {
  const tuesdays = [3, 10, 17].map((day) => at(2026, 10, day))
  expect(busiestDays(countVisits([...tuesdays, at(2026, 10, 14)], now))).toEqual([1, 5])
  expect(busiestDays(countVisits([at(2026, 10, 14)], now))).toEqual([])
})
