import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { windowReload } from './reload.ts'

/** It is not being left, as it was by a test before. */
beforeEach(() => void dispatchEvent(new Event('pageshow')))
afterEach(() => vi.unstubAllGlobals())

const aPage = ({ reloads, ageMs }: { reloads: number; ageMs: number }) => {
  sessionStorage.setItem('reloads', String(reloads))
  vi.spyOn(performance, 'now').mockReturnValue(ageMs)
}

test.each([
  { reloads: 0, ageMs: 100, pauseMs: 0 },
  { reloads: 1, ageMs: 100, pauseMs: 5000 },
  { reloads: 2, ageMs: 100, pauseMs: 10_000 },
  { reloads: 30, ageMs: 100, pauseMs: 60_000 },
  { reloads: 30, ageMs: 61_000, pauseMs: 0 },
])('a page of $ageMs ms after $reloads reloads in a row waits $pauseMs ms for the next', ({ pauseMs, ...page }) => {
  aPage(page)
  expect(windowReload.pauseMs()).toBe(pauseMs)
})

test('a browser that keeps nothing waits a minute for each', () => {
  vi.spyOn(performance, 'now').mockReturnValue(100)
  vi.stubGlobal('sessionStorage', {
    getItem: () => {
      throw new DOMException('denied', 'SecurityError')
    },
  })
  expect(windowReload.pauseMs()).toBe(60_000)
})

test('a page that is being left for another is not loaded anew, unless it is still there half a minute later', () => {
  aPage({ reloads: 0, ageMs: 1000 })
  dispatchEvent(new Event('beforeunload'))
  expect(windowReload.pauseMs()).toBe(30_000)
  aPage({ reloads: 0, ageMs: 32_000 })
  expect(windowReload.pauseMs()).toBe(0)
})
