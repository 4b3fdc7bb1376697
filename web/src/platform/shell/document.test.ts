import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useSplash } from './document.ts'

const hideSplash = vi.fn<() => Promise<void>>(async () => undefined)

beforeEach(() => {
  hideSplash.mockClear()
  vi.stubGlobal('mobileShell', { hideSplash })
  vi.useFakeTimers()
  const splash = document.createElement('div')
  splash.id = 'splash'
  document.body.append(splash)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  document.getElementById('splash')?.remove()
})

test('the splash of the page goes as soon as the portal is drawn, that of the app half a second later', () => {
  const { rerender } = renderHook(({ isDrawn }) => useSplash(isDrawn), { initialProps: { isDrawn: false } })
  expect(document.getElementById('splash')).not.toBeNull()
  rerender({ isDrawn: true })
  expect(document.getElementById('splash')).toBeNull()
  vi.advanceTimersByTime(499)
  expect(hideSplash).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(hideSplash).toHaveBeenCalledOnce()
})
