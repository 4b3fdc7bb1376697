import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useLostAt } from './line.ts'
import { openLive } from './live.ts'

class FakeSource {
  static readonly CLOSED = 2
  static latest: FakeSource | null = null
  static opened = 0
  readyState = 1
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onerror: (() => void) | null = null
  constructor() {
    FakeSource.latest = this
    FakeSource.opened++
  }
  private readonly listeners = new Map<string, () => void>()
  addEventListener(name: string, listener: () => void) {
    this.listeners.set(name, listener)
  }
  beat = () => this.listeners.get('beat')?.()
  full = () => this.listeners.get('full')?.()
  close() {
    this.readyState = FakeSource.CLOSED
  }
  say(data: unknown) {
    this.onmessage?.({ data: typeof data === 'string' ? data : JSON.stringify(data) })
  }
}

let client: QueryClient
const asked = { swipes: 0, access: 0, still: 0 }
let stops: (() => void)[] = []

const watch = (name: keyof typeof asked, meta: { live?: 'swipes' | 'access' | readonly ('access' | 'devices')[] }) => {
  const queryFn = () => ++asked[name]
  const observer = new QueryObserver(client, { queryKey: [name], queryFn, staleTime: Infinity, meta })
  stops.push(observer.subscribe(() => {}))
}

beforeEach(async () => {
  vi.stubGlobal('EventSource', FakeSource)
  FakeSource.opened = 0
  Object.assign(asked, { swipes: 0, access: 0, still: 0 })
  client = new QueryClient()
  watch('swipes', { live: 'swipes' })
  watch('access', { live: ['access', 'devices'] })
  watch('still', {})
  await waitFor(() => {
    if (Object.values(asked).includes(0)) throw new Error('Not all was asked for yet.')
  })
  stops.push(openLive(client))
})

afterEach(() => {
  for (const stop of stops) stop()
  stops = []
  client.clear()
})

test('an event refreshes exactly the queries that declare its topic', async () => {
  FakeSource.latest?.say({ topic: 'devices' })
  await waitFor(() => expect(asked).toEqual({ swipes: 1, access: 2, still: 1 }))
})

test('a reset refreshes everything live and nothing else', async () => {
  FakeSource.latest?.say({ topic: 'reset' })
  await waitFor(() => expect(asked).toEqual({ swipes: 2, access: 2, still: 1 }))
})

test('what is no event is ignored', () => {
  FakeSource.latest?.say('{')
  FakeSource.latest?.say({ other: 1 })
  expect(asked).toEqual({ swipes: 1, access: 1, still: 1 })
})

test('what a gap may have hidden is asked again when the stream is back', async () => {
  FakeSource.latest?.onerror?.()
  expect(asked.swipes).toBe(1)
  FakeSource.latest?.onopen?.()
  await waitFor(() => expect(asked).toEqual({ swipes: 2, access: 2, still: 1 }))
})

test('a stream that the server refused is opened anew after five seconds', () => {
  vi.useFakeTimers()
  const source = FakeSource.latest
  if (source) source.readyState = FakeSource.CLOSED
  source?.onerror?.()
  expect(FakeSource.opened).toBe(1)
  vi.advanceTimersByTime(5000)
  expect(FakeSource.opened).toBe(2)
})

test('a line that took long to open asks for everything live once, one that opened at once does not', async () => {
  const now = vi.spyOn(performance, 'now')
  FakeSource.latest?.onopen?.()
  expect(asked).toEqual({ swipes: 1, access: 1, still: 1 })
  now.mockReturnValue(performance.now() + 2000)
  FakeSource.latest?.onopen?.()
  await waitFor(() => expect(asked).toEqual({ swipes: 2, access: 2, still: 1 }))
})

const lostAt = () => renderHook(useLostAt).result.current

test('a line that is silent is said to be lost within ten seconds and opened anew; the first beat brings everything up to date', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  stops.splice(-1).forEach((stop) => stop())
  stops.push(openLive(client))
  const start = Date.now()
  FakeSource.latest?.onopen?.()
  for (const _ of [1, 2, 3]) {
    vi.advanceTimersByTime(3000)
    FakeSource.latest?.beat()
  }
  expect(lostAt()).toBeNull()
  const opened = FakeSource.opened
  vi.advanceTimersByTime(10_000)
  expect(lostAt()).toBe(start + 9000)
  expect(FakeSource.opened).toBeGreaterThan(opened)
  expect(asked.swipes).toBe(1)
  FakeSource.latest?.beat()
  expect(lostAt()).toBeNull()
  await waitFor(() => expect(asked).toEqual({ swipes: 2, access: 2, still: 1 }))
})

test.each([
  ['a clock that is set back hides no silence', { clockMs: -3_600_000, afterMs: 10_000 }],
  ['a device that slept says so as soon as it wakes', { clockMs: 3_600_000, afterMs: 1000 }],
])('%s', (_, { clockMs, afterMs }) => {
  vi.useFakeTimers()
  stops.splice(-1).forEach((stop) => stop())
  stops.push(openLive(client))
  FakeSource.latest?.onopen?.()
  vi.setSystemTime(Date.now() + clockMs)
  vi.advanceTimersByTime(afterMs)
  expect(lostAt()).not.toBeNull()
})

test('a device without a network says so at once, and listens again when it has one', () => {
  window.dispatchEvent(new Event('offline'))
  expect(lostAt()).not.toBeNull()
  const opened = FakeSource.opened
  window.dispatchEvent(new Event('online'))
  expect(FakeSource.opened).toBe(opened + 1)
  FakeSource.latest?.onopen?.()
  expect(lostAt()).toBeNull()
})

test('one page too many is quiet while it is not looked at, and up to date as soon as it is', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  FakeSource.latest?.onopen?.()
  FakeSource.latest?.full()
  vi.advanceTimersByTime(60_000)
  expect([FakeSource.opened, lostAt()]).toEqual([1, null])
  visibility.mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
  expect(FakeSource.opened).toBe(2)
  FakeSource.latest?.onopen?.()
  await waitFor(() => expect(asked).toEqual({ swipes: 2, access: 2, still: 1 }))
})

test('one page too many that is looked at comes back after five seconds', () => {
  vi.useFakeTimers()
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
  FakeSource.latest?.full()
  vi.advanceTimersByTime(4999)
  expect(FakeSource.opened).toBe(1)
  vi.advanceTimersByTime(1)
  expect(FakeSource.opened).toBe(2)
})
