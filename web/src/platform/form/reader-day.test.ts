import { afterEach, expect, test, vi } from 'vitest'
import { readerDay } from './reader-day.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test.each([
  { where: 'in Brisbane it is the next day already', offset: -600, today: '2026-11-28', later: '2026-12-12' },
  { where: 'in London it is the day of UTC', offset: 0, today: '2026-11-27', later: '2026-12-11' },
  { where: 'in Honolulu it is the same day still', offset: 600, today: '2026-11-27', later: '2026-12-11' },
])('an hour before midnight UTC, $where', ({ offset, today, later }) => {
  vi.useFakeTimers({ now: new Date('2026-11-27T23:00:00Z') })
  vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(offset)
  expect(readerDay()).toBe(today)
  expect(readerDay(14)).toBe(later)
})
