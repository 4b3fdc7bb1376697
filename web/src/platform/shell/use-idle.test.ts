import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useIdle } from './use-idle.ts'

const hour = 3_600_000

test.each([
  ['back', -hour],
  ['forward', hour],
])('a clock that is set %s changes nothing about when a kiosk is left', (_, jumpMs) => {
  let passedMs = 0
  let setMs = 0
  const started = new Date('2026-11-28T10:00:00Z').getTime()
  vi.spyOn(performance, 'now').mockImplementation(() => passedMs)
  vi.spyOn(Date, 'now').mockImplementation(() => started + passedMs + setMs)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const onIdle = vi.fn<() => void>()
  const { result } = renderHook(() => useIdle({ seconds: 20, onIdle }))
  const pass = (seconds: number) =>
    act(() => {
      passedMs += seconds * 1000
      vi.advanceTimersByTime(seconds * 1000)
    })
  pass(5)
  setMs = jumpMs
  pass(10)
  expect(result.current).toBe(5)
  expect(onIdle).not.toHaveBeenCalled()
  pass(5)
  expect(onIdle).toHaveBeenCalledOnce()
})
