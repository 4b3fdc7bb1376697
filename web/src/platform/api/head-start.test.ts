import { afterEach, expect, test, vi } from 'vitest'
import { headStart } from './head-start.ts'

afterEach(() => void vi.useRealTimers())

test('a page waits for data that comes quickly, even when it fails', async () => {
  vi.useFakeTimers()
  await expect(headStart([Promise.resolve(1), Promise.reject(new Error('down'))])).resolves.toBeUndefined()
  expect(vi.getTimerCount()).toBe(0)
})

test('a page does not wait for slow data', async () => {
  vi.useFakeTimers()
  const started = headStart([new Promise(() => {})])
  await vi.advanceTimersByTimeAsync(200)
  await expect(started).resolves.toBeUndefined()
})
