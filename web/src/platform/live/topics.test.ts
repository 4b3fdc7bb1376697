import { type QueryMeta, QueryObserver, type QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { api } from '#platform/api/client.ts'
import { createQueryClient } from '#platform/api/query-client.ts'
import { refreshTold, watchAnswers } from '#platform/api/refresh.ts'
import { aPromise } from '#platform/ui/promise.testing.ts'
import { fakeEventSources } from './event-source.testing.ts'
import { openLive } from './live.ts'
import { refreshTopic } from './topics.ts'

const asked = { here: 0, own: 0, swipes: 0, still: 0 }
let client: QueryClient
let lines: ReturnType<typeof fakeEventSources>
/** Keeps the answers waiting. */
let coming: Promise<void> | undefined

const watch = (name: keyof typeof asked, meta: QueryMeta) => {
  const queryFn = async () => {
    asked[name] += 1
    await coming
    return asked[name]
  }
  return new QueryObserver(client, { queryKey: [name], queryFn, meta }).subscribe(() => {})
}

const look = (state: DocumentVisibilityState) => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
}

beforeEach(async () => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  lines = fakeEventSources()
  coming = undefined
  Object.assign(asked, { here: 0, own: 0, swipes: 0, still: 0 })
  client = createQueryClient()
  client.mount()
  const stops = [
    watch('here', { live: 'visits' }),
    watch('own', { live: 'visits:own' }),
    watch('swipes', { live: ['swipes', 'access'] }),
    watch('still', {}),
    openLive(client, { path: '/api/events/' }),
  ]
  await vi.advanceTimersByTimeAsync(0)
  hear('beat', 100)
  return () => {
    for (const stop of stops) stop()
    client.clear()
    client.unmount()
  }
})

const hear = (name: string, data: unknown) => lines.last().hear(name, data, 'a-1')
const hearVisit = (of?: 'own' | 'others', by?: string) => hear('message', { topic: 'visits', of, by })

test('one visit of another member asks for who is here, and for nothing of the reader’s own', async () => {
  hearVisit('others')
  await vi.advanceTimersByTimeAsync(1000)
  expect(asked).toEqual({ here: 2, own: 1, swipes: 1, still: 1 })
})

test.each([['own' as const], [undefined]])(
  'what is about the reader, or may be (%s), asks for their own as well',
  async (of) => {
    hearVisit(of)
    await vi.advanceTimersByTimeAsync(1000)
    expect(asked).toEqual({ here: 2, own: 2, swipes: 1, still: 1 })
  },
)

test('ten visits within a second cost at most four requests', async () => {
  hear('beat', 1)
  for (let count = 0; count < 10; count += 1) {
    hearVisit('others')
    await vi.advanceTimersByTimeAsync(100)
  }
  await vi.advanceTimersByTimeAsync(1000)
  expect(asked.here - 1).toBeLessThanOrEqual(4)
  expect(asked.own).toBe(1)
})

test('a change that says several topics is asked about once', async () => {
  for (const topic of ['swipes', 'access', 'swipes']) hear('message', { topic })
  await vi.advanceTimersByTimeAsync(1000)
  expect(asked.swipes).toBe(2)
})

test('the more screens are open, the later some of them ask; what is about the reader alone waits for no other', async () => {
  // The random part is half of two milliseconds a screen.
  hearVisit('others')
  await vi.advanceTimersByTimeAsync(349)
  expect(asked.here).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(asked.here).toBe(2)
  hearVisit('own')
  await vi.advanceTimersByTimeAsync(250)
  expect(asked.own).toBe(2)
})

test('a write asks once for what its domain answered, and its own news only for the rest', async () => {
  watchAnswers(client)
  let checks = 0
  const queryFn = () => ++checks
  const check = new QueryObserver(client, { queryKey: ['visits', 'check'], queryFn, meta: { live: 'visits:own' } })
  onTestFinished(check.subscribe(() => {}))
  vi.stubGlobal('fetch', async () => new Response('', { headers: { 'x-request-id': 'w-1' } }))
  await api.visits.signOut()
  expect(checks).toBe(2)
  hearVisit('own', 'w-1')
  await vi.advanceTimersByTimeAsync(1000)
  expect([checks, asked.own]).toEqual([2, 2])
  for (const by of ['w-2', undefined]) hearVisit('own', by)
  await vi.advanceTimersByTimeAsync(1000)
  expect([checks, asked.own]).toEqual([3, 3])
})

test('a write whose topic is asked about by hand is not asked about again by its own news, however late that comes', async () => {
  watchAnswers(client)
  vi.stubGlobal('fetch', async () => new Response('{}', { headers: { 'x-request-id': 'w-3' } }))
  await api.profile.update({ phone: '' })
  refreshTold('visits:own')
  await vi.advanceTimersByTimeAsync(5000)
  expect(asked.own).toBe(2)
  hearVisit('own', 'w-3')
  await vi.advanceTimersByTimeAsync(1000)
  expect(asked.own).toBe(2)
  for (const by of ['w-4', undefined]) hearVisit('own', by)
  await vi.advanceTimersByTimeAsync(1000)
  expect(asked.own).toBe(3)
})

test('a query under way is asked once more when it has ended, however much is heard meanwhile, and not beside it', async () => {
  const { promise, resolve } = aPromise<void>()
  coming = promise
  void refreshTopic(client, 'visits:others')
  await vi.advanceTimersByTimeAsync(0)
  expect(asked.here).toBe(2)
  for (let count = 0; count < 3; count += 1) {
    hearVisit('others')
    await vi.advanceTimersByTimeAsync(1000)
  }
  expect(asked.here).toBe(2)
  resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(asked.here).toBe(3)
})

test('a page that is not looked at asks for nothing, and for what is stale when it is looked at again', async () => {
  hear('beat', 1)
  const keep = setInterval(() => hear('beat', 1), 3000)
  // Each page with a line of its own gives it up meanwhile.
  look('hidden')
  hearVisit('others')
  await vi.advanceTimersByTimeAsync(400)
  expect(asked.here).toBe(1)
  look('visible')
  await vi.advanceTimersByTimeAsync(400)
  expect(asked).toEqual({ here: 2, own: 1, swipes: 1, still: 1 })
  clearInterval(keep)
})

test('coming back to a page whose line stood all the time asks for nothing that is live', async () => {
  const passMinute = async () => {
    for (let count = 0; count < 20; count += 1) {
      await vi.advanceTimersByTimeAsync(3000)
      hear('beat', 1)
    }
  }
  await passMinute()
  look('hidden')
  look('visible')
  await vi.advanceTimersByTimeAsync(400)
  expect(asked).toEqual({ here: 1, own: 1, swipes: 1, still: 2 })
})

test('coming back to a page that hears nothing asks for what is old', async () => {
  await vi.advanceTimersByTimeAsync(60_000)
  look('hidden')
  look('visible')
  await vi.advanceTimersByTimeAsync(400)
  expect(asked).toEqual({ here: 2, own: 2, swipes: 2, still: 2 })
})
