import { afterEach, expect, test, vi } from 'vitest'
import { startWorker, stopWorker } from './start-worker.ts'

const given = (name: string, value: unknown) => {
  Object.defineProperty(globalThis.navigator, name, { value, configurable: true })
}

afterEach(() => {
  Reflect.deleteProperty(globalThis.navigator, 'serviceWorker')
  Reflect.deleteProperty(globalThis, 'caches')
})

test('a browser without workers goes on without one', async () => {
  given('serviceWorker', undefined)
  expect(await startWorker({ open: vi.fn<() => void>(), offer: vi.fn<() => void>() })).toBeNull()
  await expect(stopWorker()).resolves.toBeUndefined()
})

test('a shared screen unregisters the worker and forgets its files, and no others', async () => {
  const unregister = vi.fn<() => Promise<boolean>>().mockResolvedValue(true)
  const forget = vi.fn<(name: string) => Promise<boolean>>().mockResolvedValue(true)
  given('serviceWorker', { getRegistrations: () => Promise.resolve([{ unregister }]) })
  Object.defineProperty(globalThis, 'caches', {
    value: { keys: () => Promise.resolve(['shell-1', 'other']), delete: forget },
    configurable: true,
  })
  await stopWorker()
  expect(unregister).toHaveBeenCalledOnce()
  expect(forget.mock.calls).toEqual([['shell-1']])
})
