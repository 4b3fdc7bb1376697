import { expect, test } from 'vitest'
import { aView } from './display.testing.ts'
import { nextKey, rightUntil, shiftAt, viewsOf } from './views.ts'

const keysOf = (...views: Parameters<typeof viewsOf>) => viewsOf(...views).map(({ key }) => key)

test('what has nothing to say is left out, and slides have seconds of their own', () => {
  expect(keysOf(aView({ here: null }))).toEqual(['plan'])
  const device = { name: 'Kiln', why: 'locked' as const, since: '2027-02-02T14:00:00Z' }
  const slide = { id: 7, title: 'Open day', text: '', picture: null, seconds: 40 }
  const views = viewsOf(aView({ broken: { total: 1, devices: [device] }, slides: [slide] }))
  expect(views.map(({ key, seconds }) => [key, seconds])).toEqual([
    ['plan', 15],
    ['here', 15],
    ['broken', 15],
    ['slide-7', 40],
  ])
})

test('after the last view comes the first, and after one that is gone, too', () => {
  const views = viewsOf(aView())
  expect([nextKey(views, 'plan'), nextKey(views, 'here'), nextKey(views, 'slide-9')]).toEqual(['here', 'plan', 'plan'])
})

test('nothing stays where it is for long, or moves far', () => {
  const places = Array.from({ length: 64 }, (_, minute) => shiftAt(minute * 60_000))
  expect(new Set(places.map(({ x, y }) => `${x} ${y}`)).size).toBeGreaterThan(20)
  for (const { x, y } of places) expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThanOrEqual(8)
})

test('what is shown is right while news come, and then as of the last news or answer', () => {
  expect(rightUntil({ lostAt: null, dataUpdatedAt: 5 })).toBe(Infinity)
  expect(rightUntil({ lostAt: 8, dataUpdatedAt: 5 })).toBe(8)
  expect(rightUntil({ lostAt: 8, dataUpdatedAt: 9 })).toBe(9)
})
