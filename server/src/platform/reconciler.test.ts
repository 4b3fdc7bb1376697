import pino from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createReconciler } from './reconciler.ts'

const log = pino({ level: 'silent' })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** What is wanted of a, b and c, and what was delivered; deliveries fail as often as is said. */
const aReconciler = ({ fails = 0 } = {}) => {
  const wanted = new Map([
    ['a', 1],
    ['b', 1],
    ['c', 1],
  ])
  const delivered = new Map<string, number>()
  let failsLeft = fails
  const runs: string[][] = []
  const reconciler = createReconciler<string>({
    all: () => [...wanted.keys()],
    run: (keys) => {
      runs.push(keys)
      if (failsLeft > 0) {
        failsLeft -= 1
        return Promise.reject(new Error('The database did not answer.'))
      }
      for (const key of keys) delivered.set(key, wanted.get(key) ?? 0)
      return Promise.resolve()
    },
    log,
    failure: 'not delivered',
  })
  return { wanted, delivered, runs, ...reconciler }
}

test('what failed is delivered again after 1, 2 and 5 seconds until it works, whatever else is told meanwhile', async () => {
  const it = aReconciler({ fails: 4 })
  await expect(it.follow(['a'])).rejects.toThrow('did not answer')
  expect(it.behindMs()).toBe(0)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(it.runs).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(it.runs).toHaveLength(3)
  expect(it.behindMs()).toBe(3_000)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(it.runs).toHaveLength(4)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(it.runs).toHaveLength(5)
  expect(it.delivered.get('a')).toBe(1)
  expect(it.behindMs()).toBe(0)
  it.close()
})

test('a change that nothing tells of is delivered within a minute', async () => {
  const it = aReconciler()
  await it.follow(['a', 'b', 'c'])
  it.wanted.set('b', 2)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(it.delivered.get('b')).toBe(2)
  it.close()
})

test('what is told while a run is under way counts as behind until the next run has ended', async () => {
  const { promise: firstRun, resolve: endFirst } = Promise.withResolvers<undefined>()
  let count = 0
  const reconciler = createReconciler<string>({
    all: () => [],
    run: async () => {
      count += 1
      if (count === 1) await firstRun
      else throw new Error('The database did not answer.')
    },
    log,
    failure: 'not delivered',
  })
  const first = reconciler.follow(['a'])
  await vi.advanceTimersByTimeAsync(10)
  const second = reconciler.follow(['a'])
  endFirst(undefined)
  await first
  await expect(second).rejects.toThrow('did not answer')
  await vi.advanceTimersByTimeAsync(500)
  expect(reconciler.behindMs()).toBeGreaterThan(0)
  reconciler.close()
})
