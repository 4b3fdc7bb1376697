import { QueryClient, type QueryMeta, QueryObserver } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeEventSource, fakeEventSources } from './event-source.testing.ts'
import { useLostAt } from './line.ts'
import { openLive } from './live.ts'

let client: QueryClient
let lines: ReturnType<typeof fakeEventSources>
const asked = { swipes: 0, access: 0, still: 0 }
let isAway = false
let stops: (() => void)[] = []

const watch = (name: keyof typeof asked, meta: QueryMeta) => {
  const queryFn = () => {
    if (isAway) throw new Error('away')
    return ++asked[name]
  }
  const observer = new QueryObserver(client, { queryKey: [name], queryFn, staleTime: Infinity, retry: false, meta })
  stops.push(observer.subscribe(() => {}))
}

const listen = () => stops.push(openLive(client, { path: '/api/events/' }))
const stopListening = () => stops.splice(-1).forEach((stop) => stop())

beforeEach(async () => {
  lines = fakeEventSources()
  isAway = false
  Object.assign(asked, { swipes: 0, access: 0, still: 0 })
  client = new QueryClient()
  watch('swipes', { live: 'swipes' })
  watch('access', { live: ['access', 'devices'] })
  watch('still', {})
  await waitFor(() => {
    if (Object.values(asked).includes(0)) throw new Error('Not all was asked for yet.')
  })
  listen()
})

afterEach(() => {
  for (const stop of stops) stop()
  stops = []
  client.clear()
})

const lostAt = () => renderHook(useLostAt).result.current
const nothingAsked = { swipes: 1, access: 1, still: 1 }
const allAsked = { swipes: 2, access: 2, still: 1 }

const show = (state: DocumentVisibilityState) => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}

test('an event refreshes exactly the queries that declare its topic', async () => {
  lines.last().hear('message', { topic: 'devices' })
  await waitFor(() => expect(asked).toEqual({ swipes: 1, access: 2, still: 1 }))
})

test('a reset refreshes everything live and nothing else', async () => {
  lines.last().hear('message', { topic: 'reset' })
  await waitFor(() => expect(asked).toEqual(allAsked))
})

test('what is no event is ignored', () => {
  lines.last().hear('message', '{')
  lines.last().hear('message', { other: 1 })
  expect(asked).toEqual(nothingAsked)
})

test('a line that broke goes on from the last event, and only what the portal says was missed is asked again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  expect(lines.addresses()[0]).toMatch(/^\/api\/events\/\?ageMs=\d+$/)
  lines.last().hear('beat', '1', 'a-7')
  lines.last().onerror?.()
  vi.advanceTimersByTime(3000)
  expect(lines.addresses()[1]).toBe('/api/events/?lastEventId=a-7')
  lines.last().onopen?.()
  expect(asked).toEqual(nothingAsked)
  lines.last().hear('message', { topic: 'swipes' }, 'a-8')
  await waitFor(() => expect(asked).toEqual({ swipes: 2, access: 1, still: 1 }))
})

test('a line that never opened asks the portal for all when it does', () => {
  vi.useFakeTimers()
  lines.last().onerror?.()
  vi.advanceTimersByTime(3000)
  expect(lines.addresses()[1]).toBe('/api/events/?lastEventId=0')
})

test('a stream that the server refused is opened anew after five seconds', () => {
  vi.useFakeTimers()
  lines.last().close()
  lines.last().onerror?.()
  expect(lines.count()).toBe(1)
  vi.advanceTimersByTime(5000)
  expect(lines.count()).toBe(2)
})

test('a line that took long to open asks for everything live once, one that opened soon does not', async () => {
  const now = vi.spyOn(performance, 'now')
  lines.last().onopen?.()
  expect(asked).toEqual(nothingAsked)
  now.mockReturnValue(performance.now() + 3000)
  lines.last().onopen?.()
  await waitFor(() => expect(asked).toEqual(allAsked))
})

test('a line that is silent is said to be lost within ten seconds and opened anew; the first beat says that it is back', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  stopListening()
  listen()
  const start = Date.now()
  lines.last().onopen?.()
  for (const _ of [1, 2, 3]) {
    vi.advanceTimersByTime(3000)
    lines.last().hear('beat', '1', 'a-1')
  }
  expect(lostAt()).toBeNull()
  const opened = lines.count()
  vi.advanceTimersByTime(10_000)
  expect(lostAt()).toBe(start + 9000)
  expect(lines.addresses().slice(opened)).toEqual(['/api/events/?lastEventId=a-1'])
  lines.last().hear('beat', '1', 'a-1')
  expect(lostAt()).toBeNull()
  expect(asked).toEqual(nothingAsked)
})

test('what could not be asked while the portal was away is asked when it is back', async () => {
  isAway = true
  window.dispatchEvent(new Event('offline'))
  await client.refetchQueries({ queryKey: ['swipes'] })
  isAway = false
  lines.last().hear('beat', '1', 'a-1')
  await waitFor(() => expect(asked).toEqual({ swipes: 2, access: 1, still: 1 }))
})

test.each([
  ['a clock that is set back hides no silence', { clockMs: -3_600_000, afterMs: 10_000 }],
  ['a device that slept says so as soon as it wakes', { clockMs: 3_600_000, afterMs: 1000 }],
])('%s', (_, { clockMs, afterMs }) => {
  vi.useFakeTimers()
  stopListening()
  listen()
  lines.last().onopen?.()
  vi.setSystemTime(Date.now() + clockMs)
  vi.advanceTimersByTime(afterMs)
  expect(lostAt()).not.toBeNull()
})

test('a device without a network says so at once, and listens again when it has one', () => {
  vi.useFakeTimers()
  stopListening()
  listen()
  window.dispatchEvent(new Event('offline'))
  expect(lostAt()).not.toBeNull()
  const opened = lines.count()
  vi.advanceTimersByTime(1500)
  window.dispatchEvent(new Event('online'))
  expect(lines.count()).toBe(opened + 1)
  lines.last().onopen?.()
  expect(lostAt()).toBeNull()
})

test('where tabs cannot share a line, one that is not looked at gives its own up, and goes on from there', () => {
  vi.useFakeTimers()
  stopListening()
  listen()
  lines.last().hear('beat', '1', 'a-3')
  show('hidden')
  vi.advanceTimersByTime(60_000)
  expect(lines.areClosed()).toBe(true)
  expect(lostAt()).toBeNull()
  show('visible')
  expect(lines.addresses().at(-1)).toBe('/api/events/?lastEventId=a-3')
  vi.advanceTimersByTime(7000)
  expect(lostAt()).toBeNull()
})

test('a page that is put away gives its line up at once, and asks for what it missed when it is taken out', () => {
  vi.useFakeTimers()
  stopListening()
  listen()
  lines.last().onopen?.()
  window.dispatchEvent(new Event('pagehide'))
  expect(lines.areClosed()).toBe(true)
  vi.advanceTimersByTime(30_000)
  expect(lines.areClosed()).toBe(true)
  window.dispatchEvent(new Event('pageshow'))
  expect(lines.addresses().at(-1)).toBe('/api/events/?ageMs=30000')
  window.dispatchEvent(new Event('pagehide'))
  vi.advanceTimersByTime(60_000)
  window.dispatchEvent(new Event('pageshow'))
  expect(lines.addresses().at(-1)).toBe('/api/events/?lastEventId=0')
})

test('one page too many is quiet while it is not looked at, and up to date as soon as it is', () => {
  vi.useFakeTimers()
  stopListening()
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  listen()
  lines.last().hear('full', '1', 'a-4')
  const opened = lines.count()
  vi.advanceTimersByTime(60_000)
  expect([lines.count(), lostAt()]).toEqual([opened, null])
  show('visible')
  expect(lines.addresses().slice(opened)).toEqual(['/api/events/?lastEventId=a-4'])
})

test('one page too many that is looked at comes back after five seconds', () => {
  vi.useFakeTimers()
  show('visible')
  lines.last().hear('full', '1', 'a-4')
  vi.advanceTimersByTime(4999)
  expect(lines.count()).toBe(1)
  vi.advanceTimersByTime(1)
  expect(lines.count()).toBe(2)
  expect(lines.last()).toBeInstanceOf(FakeEventSource)
})
