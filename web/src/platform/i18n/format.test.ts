import { expect, onTestFinished, test, vi } from 'vitest'
import { formatSize } from './format-size.ts'
import {
  formatDate,
  formatDay,
  formatIdDate,
  formatList,
  formatMoment,
  formatMoney,
  formatMonth,
  formatNumber,
  formatRelative,
  formatSince,
  formatTime,
  formatWeekday,
  formatWholeDay,
  hourAt,
  showRegionOf,
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

test.each([
  ['en-AU', '3 March 2021'],
  ['en-US', 'March 3, 2021'],
])('a long date is written as in %s, and on the digital ID as day, month and year', (locale, words) => {
  const reader = { locale, timeZone: 'UTC' }
  expect(formatDate('2021-03-03T12:00:00.000Z', reader)).toBe(words)
  expect(formatIdDate('2021-03-03T12:00:00.000Z', reader)).toBe('3 March 2021')
})

test.each(['de-DE', 'fr-FR', 'sv-SE', 'ja-JP', ''])(
  'a browser in "%s" shows English dates, numbers and lists, as the region of the space writes them',
  (language) => {
    vi.spyOn(navigator, 'language', 'get').mockReturnValue(language)
    onTestFinished(() => showRegionOf('en'))
    showRegionOf('en-GB')
    const reader = { timeZone: 'UTC', now }
    expect(formatMoment('2026-11-17T18:05:00Z', reader)).toBe('Tue 17 Nov, 18:05')
    expect(formatDate(now, reader)).toBe('19 November 2026')
    expect(formatRelative(now.getTime() - 3 * 60_000, reader)).toBe('3 min ago')
    expect(formatMonth('2026-03')).toBe('March 2026')
    expect(formatNumber(1_234_567)).toBe('1,234,567')
    expect(formatSize(1_540_000)).toBe('1.5 MB')
    expect(formatList(['Anna', 'Bo', 'Cleo'])).toBe('Anna, Bo and Cleo')
    showRegionOf('sv-SE')
    expect(formatMoment('2026-11-17T18:05:00Z', reader)).toBe('Tue 17 Nov, 18:05')
    showRegionOf('en-US')
    expect(formatDate(now, reader)).toBe('November 19, 2026')
  },
)

test('a browser in English keeps the region of its reader', () => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('en-US')
  onTestFinished(() => showRegionOf('en'))
  showRegionOf('en-GB')
  expect(formatDate(now, { timeZone: 'UTC' })).toBe('November 19, 2026')
})

test.each([
  [1, '1 kB'],
  [23_400, '24 kB'],
  [1_540_000, '1.5 MB'],
  [20_718_300_000, '20.7 GB'],
])('a file of %s bytes has %s', (bytes, words) => {
  expect(formatSize(bytes, { locale: 'en' })).toBe(words)
})
