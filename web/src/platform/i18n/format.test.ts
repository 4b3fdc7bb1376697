import { expect, onTestFinished, test } from 'vitest'
import { formatSize } from './format-size.ts'
import {
  formatDate,
  formatDay,
  formatMoment,
  formatMoney,
  formatRelative,
  formatSince,
  formatTime,
  formatWeekday,
  formatWholeDay,
  hourAt,
  showTimesOf,
} from './format.ts'

const now = new Date('2026-11-19T18:05:00Z')
const british = { locale: 'en-GB', timeZone: 'UTC', now }

test('a moment is a weekday, a day and a time', () => {
  expect(formatMoment(now, british)).toBe('Thu 19 Nov, 18:05')
})

test('a screen that stands in the space shows the times of the space, and days of the calendar as they are', () => {
  onTestFinished(() => showTimesOf(null))
  showTimesOf('Australia/Brisbane')
  const late = '2026-11-19T18:05:00Z'
  expect(formatTime(late, { locale: 'en-GB' })).toBe('04:05')
  expect(formatWholeDay(late, { locale: 'en-US' })).toBe('Friday, November 20')
  expect([hourAt(late), hourAt('2026-11-19T14:00:00Z')]).toEqual([4, 0])
  expect(formatTime(late, { locale: 'en-GB', timeZone: 'UTC' })).toBe('18:05')
  expect(formatWeekday(1, { locale: 'en-GB' })).toBe('Monday')
})

test('the year stands there only when it is not this one', () => {
  expect(formatDay('2021-03-03T12:00:00Z', british)).toBe('Wed 3 Mar 2021')
})

test('a moment follows the locale and the zone of its reader', () => {
  const american = { locale: 'en-US', timeZone: 'America/New_York', now }
  expect(formatMoment(now, american).replace('\u202f', ' ')).toBe('Thu, Nov 19, 1:05 PM')
})

test('since is a time alone on the same day, and has the day before it otherwise', () => {
  expect(formatSince('2026-11-19T14:10:00Z', british)).toBe('14:10')
  expect(formatSince('2026-11-17T14:10:00Z', british)).toBe('Tue 17 Nov, 14:10')
})

test.each([
  [20_000, 'now'],
  [3 * 60_000, '3 min ago'],
  [2 * 3_600_000, '2 hr ago'],
  [86_400_000, 'yesterday'],
  [40 * 86_400_000, 'last month'],
  [70 * 86_400_000, '2 months ago'],
  [800 * 86_400_000, '2 years ago'],
  [-5 * 60_000, 'in 5 min'],
])('%i ms before now is %s', (differenceMs, words) => {
  expect(formatRelative(now.getTime() - differenceMs, { ...british, locale: 'en-US' })).toBe(words)
})

test.each([
  [2340, 'en-AU', '$23.40'],
  [-123456, 'en-AU', '−$1,234.56'],
  [6500, 'en-GB', '£65.00'],
  [6500, 'en-IE', '€65.00'],
  [6500, 'sv-SE', '65,00 kr'],
  [6500, 'xx-YY', '$65.00'],
])('%i cents at a site in %s are %s', (cents, locale, words) => {
  expect(formatMoney(cents, locale).replaceAll('\u00a0', ' ')).toBe(words)
})

test.each(['en-AU', 'en-US'])('a long date is day, month, year in this order in %s', (locale) => {
  expect(formatDate('2021-03-03T12:00:00.000Z', { locale, timeZone: 'UTC' })).toBe('3 March 2021')
})

test.each([
  [1, '1 kB'],
  [23_400, '24 kB'],
  [1_540_000, '1.5 MB'],
  [20_718_300_000, '20.7 GB'],
])('a file of %s bytes has %s', (bytes, words) => {
  expect(formatSize(bytes, 'en')).toBe(words)
})
