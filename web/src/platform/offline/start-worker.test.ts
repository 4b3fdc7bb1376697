import { afterEach, expect, type Mock, test, vi } from 'vitest'
import { windowReload } from '../ui/reload.ts'
import { loadNewVersion, startWorker, stopWorker } from './start-worker.ts'

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

/** A new worker that waits behind the one that runs. */
const aWaitingWorker = () => {
  const waiting: { state: ServiceWorkerState; postMessage: Mock<(message: string) => void> } = {
    state: 'installed',
    postMessage: vi.fn<(message: string) => void>(),
  }
  const container = new EventTarget()
  given('serviceWorker', container)
  return { container, waiting, registration: Promise.resolve({ waiting }) }
}

test('a new version is loaded once its worker has taken over, and at once in a tab where it has done so already', async () => {
  const start = vi.spyOn(windowReload, 'start').mockReturnValue()
  const { container, waiting, registration } = aWaitingWorker()
  const first = loadNewVersion(registration)
  await expect.poll(() => waiting.postMessage.mock.calls.length).toBe(1)
  expect(start).not.toHaveBeenCalled()
  waiting.state = 'activated'
  container.dispatchEvent(new Event('controllerchange'))
  await first
  expect(start).toHaveBeenCalledOnce()
  await loadNewVersion(registration)
  expect(start).toHaveBeenCalledTimes(2)
})

test('a worker that does not take over holds no reload up', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const start = vi.spyOn(windowReload, 'start').mockReturnValue()
  const loading = loadNewVersion(aWaitingWorker().registration)
  await vi.advanceTimersByTimeAsync(3000)
  await loading
  expect(start).toHaveBeenCalledOnce()
})
