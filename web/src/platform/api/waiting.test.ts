import { memberbucksApi } from '@spacekeeper/contract/memberbucks/routes.ts'
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { apiQuery } from './api-query.ts'
import { api } from './client.ts'
import { errorText } from './error-text.ts'
import { createQueryClient } from './query-client.ts'
import { watchAnswers } from './refresh.ts'
import { slow } from './waiting.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** A portal that takes what it is sent and says nothing, as behind Wi-Fi that swallows packets. */
const silentPortal = () => {
  const signals: AbortSignal[] = []
  vi.stubGlobal(
    'fetch',
    (_address: string, { signal }: RequestInit) =>
      new Promise((_, reject) => {
        if (!signal) return
        signals.push(signal)
        signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
      }),
  )
  return signals
}

const outcomeOf = (call: Promise<unknown>) => {
  const outcome: { error?: unknown } = {}
  call.then(
    () => expect.unreachable(),
    (error: unknown) => {
      outcome.error = error
    },
  )
  return outcome
}

const pay = () =>
  api.memberbucks.spend({ purpose: 'payment', amountCents: 100, description: 'Wood', idempotencyKey: 'k' })

test.each([
  ['what is read', 15_000, 'noAnswer', () => api.visits.check()],
  ['what is written', 30_000, 'unknownOutcome', () => api.visits.signOut()],
  ['what is written with a key', 30_000, 'unknownRepeatable', pay],
  [
    'a picture of 160 kB',
    40_000,
    'unknownOutcome',
    () => api.training.uploadPicture({ certificateId: 1, file: new File([new Uint8Array(160_000)], 'a.png') }),
  ],
  ['a file', 60_000, 'noAnswer', () => api.profile.downloadData()],
])('%s is waited for %i ms', async (_what, ms, code, run) => {
  silentPortal()
  await import('virtual:api-routes')
  const outcome = outcomeOf(run())
  await vi.advanceTimersByTimeAsync(ms - 1)
  expect(outcome.error).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  expect(outcome.error).toMatchObject({ code })
})

test('of a write without an answer it is said that it may be stored, and whether it can be sent again', async () => {
  silentPortal()
  const [once, twice] = [outcomeOf(api.visits.signOut()), outcomeOf(pay())]
  await vi.advanceTimersByTimeAsync(30_000)
  expect(errorText(once.error)).toMatch(/we don’t know whether this was saved. Look at it again/)
  expect(errorText(twice.error)).toMatch(/we don’t know whether this was saved. You can try again/)
  expect(memberbucksApi.spend.body.shape).toHaveProperty('idempotencyKey')
})

test('an answer that begins and does not end is waited for no longer than any other', async () => {
  vi.stubGlobal('fetch', async (_address: string, { signal }: RequestInit) => {
    const body = new ReadableStream({
      start: (stream) => {
        stream.enqueue(new TextEncoder().encode('{"a":'))
        signal?.addEventListener('abort', () => stream.error(new DOMException('aborted', 'AbortError')))
      },
    })
    return new Response(body, { status: 200 })
  })
  const outcome = outcomeOf(api.visits.check())
  await vi.advanceTimersByTimeAsync(15_000)
  expect(outcome.error).toMatchObject({ code: 'noAnswer' })
})

test('after four seconds it is said that the screen waits, and the reader can give it up', async () => {
  silentPortal()
  const outcome = outcomeOf(api.visits.check())
  await vi.advanceTimersByTimeAsync(3999)
  expect(slow.isAny()).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(slow.isAny()).toBe(true)
  slow.giveUp()
  await vi.advanceTimersByTimeAsync(0)
  expect(slow.isAny()).toBe(false)
  expect(outcome.error).toMatchObject({ code: 'givenUp' })
})

test('nothing is said of what is asked again behind a screen that is drawn', async () => {
  silentPortal()
  const client = createQueryClient()
  const query = apiQuery(api.visits.check)
  client.setQueryData(query.queryKey, false, { updatedAt: 1 })
  void client.fetchQuery(query).catch(() => null)
  await vi.advanceTimersByTimeAsync(5000)
  expect(slow.isAny()).toBe(false)
})

test('a read that no screen wants any more is taken off the line', async () => {
  const signals = silentPortal()
  const client = createQueryClient()
  const query = apiQuery(api.visits.check)
  void client.fetchQuery(query).catch(() => null)
  await vi.advanceTimersByTimeAsync(0)
  expect(signals.map(({ aborted }) => aborted)).toEqual([false])
  await client.cancelQueries({ queryKey: query.queryKey })
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
})

test('what missed its deadline is read once more, and what was given up is not', async () => {
  const signals = silentPortal()
  const client = createQueryClient()
  const late = outcomeOf(client.fetchQuery(apiQuery(api.visits.check)))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(late.error).toMatchObject({ code: 'noAnswer' })
  expect(signals).toHaveLength(2)
  const given = outcomeOf(client.fetchQuery(apiQuery(api.visits.listOnSite)))
  await vi.advanceTimersByTimeAsync(4000)
  slow.giveUp()
  await vi.advanceTimersByTimeAsync(5000)
  expect(given.error).toMatchObject({ code: 'givenUp' })
  expect(signals).toHaveLength(3)
})

test('what is stored counts as stored while the screen cannot be drawn anew', async () => {
  const client = createQueryClient()
  watchAnswers(client)
  vi.stubGlobal('fetch', (_address: string, { method }: RequestInit) =>
    method === undefined ? new Promise(() => {}) : Promise.resolve(new Response('')),
  )
  const stopLooking = new QueryObserver(client, apiQuery(api.visits.check)).subscribe(() => {})
  onTestFinished(stopLooking)
  let isSaved = false
  void api.visits.signOut().then(() => {
    isSaved = true
  })
  await vi.advanceTimersByTimeAsync(3000)
  expect(isSaved).toBe(true)
})
