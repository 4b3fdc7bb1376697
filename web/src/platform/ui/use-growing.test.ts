import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useGrowing } from './use-growing.ts'

/** Says that the mark below the last row is near. */
let comeNear: () => void = () => {}

beforeEach(() => {
  globalThis.history.replaceState(null, '', '/tools/swipes/recent')
  const Observer = class {
    constructor(seen: (entries: { isIntersecting: boolean }[]) => void) {
      comeNear = () => seen([{ isIntersecting: true }])
    }
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Observer)
  return () => vi.unstubAllGlobals()
})

const draw = (name = 'all') => {
  const { result } = renderHook(() => useGrowing(1000, name))
  result.current.mark(document.createElement('div'))
  return result
}

test('a list grows by a hundred rows, and Back finds as many as there were', () => {
  const list = draw()
  expect(list.current.count).toBe(100)
  act(comeNear)
  act(comeNear)
  expect(list.current.count).toBe(300)
  expect(draw().current.count).toBe(300)
  expect(draw('another filter').current.count).toBe(100)
})

test('what the router keeps in the entry of the history stays there', () => {
  globalThis.history.replaceState({ __TSR_key: 'abc' }, '')
  draw()
  act(comeNear)
  expect(globalThis.history.state).toMatchObject({ __TSR_key: 'abc' })
})

test('a list whose page was left writes nothing into the entry of the next page', () => {
  draw()
  globalThis.history.pushState(null, '', '/dashboard')
  act(comeNear)
  expect(globalThis.history.state).toBeNull()
})
