import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aPromise } from '#platform/ui/promise.testing.ts'
import { onArrival } from './on-arrival.ts'

let client: QueryClient
let arrived: ReturnType<typeof vi.fn<() => void>>
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame'] })
  client = new QueryClient({ defaultOptions: { queries: { retryDelay: 60_000 } } })
  arrived = vi.fn<() => void>()
})
afterEach(() => {
  vi.useRealTimers()
  client.clear()
})

/** A part of the page that asks for something. */
const aPart = (name: string, answer: () => Promise<string>) =>
  new QueryObserver(client, { queryKey: [name], queryFn: answer }).subscribe(() => {})

const someFrames = () => vi.advanceTimersByTimeAsync(100)

test('a page has arrived with the last of its first answers, and of those asked for once they are drawn', async () => {
  const first = aPromise<string>()
  const second = aPromise<string>()
  aPart('quick', () => Promise.resolve('there'))
  aPart('slow', () => first.promise)
  onArrival(client, arrived)
  await someFrames()
  expect(arrived).not.toHaveBeenCalled()
  void first.promise.then(() => aPart('inner', () => second.promise))
  first.resolve('there')
  await someFrames()
  expect(arrived).not.toHaveBeenCalled()
  second.resolve('there')
  await someFrames()
  expect(arrived).toHaveBeenCalledOnce()
})

test('a page waits neither for an answer that failed, nor for one that it has and asks for again, nor for other pages', async () => {
  client.setQueryData(['old'], 'there')
  aPart('old', () => new Promise(() => {}))
  aPart('failing', () => Promise.reject(new Error('The line is lost.')))
  void client.prefetchQuery({ queryKey: ['ahead'], queryFn: () => new Promise(() => {}) })
  onArrival(client, arrived)
  await someFrames()
  expect(arrived).toHaveBeenCalledOnce()
})

test('a page whose answer takes longer than three seconds is seen without it', async () => {
  aPart('silent', () => new Promise(() => {}))
  onArrival(client, arrived)
  await vi.advanceTimersByTimeAsync(2900)
  expect(arrived).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)
  expect(arrived).toHaveBeenCalledOnce()
})
