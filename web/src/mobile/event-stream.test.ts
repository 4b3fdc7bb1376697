import { waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { EventHandlers } from '#platform/api/transport.ts'
import { aPromise } from '#platform/ui/promise.testing.ts'
import { openFetchEvents, readEvents } from './event-stream.ts'

test('events are read however the network cuts them', () => {
  const text = ': hello\n\nevent: beat\ndata: \n\nid: a-1\r\ndata: {"topic":"visits"}\r\n\r\ndata: a\ndata: b\n\n'
  const whole = [
    { name: 'beat', data: '', id: '' },
    { name: 'message', data: '{"topic":"visits"}', id: 'a-1' },
    { name: 'message', data: 'a\nb', id: 'a-1' },
  ]
  expect(readEvents()(text)).toEqual(whole)
  const take = readEvents()
  expect(Array.from(text, (letter) => take(letter)).flat()).toEqual(whole)
})

const heard = () => ({
  opened: vi.fn<() => void>(),
  event: vi.fn<EventHandlers['event']>(),
  failed: vi.fn<(isOver: boolean) => void>(),
})

const streamOf = () => {
  let controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (made) => {
      controller = made
    },
  })
  return {
    body,
    say: (text: string) => controller?.enqueue(new TextEncoder().encode(text)),
    end: () => controller?.close(),
  }
}

test('a line is read by fetch, and is over when the portal ends it', async () => {
  const stream = streamOf()
  const on = heard()
  openFetchEvents(async () => new Response(stream.body))('/api/events/', on)
  await waitFor(() => expect(on.opened).toHaveBeenCalledOnce())
  stream.say('event: beat\ndata: 1\n\n')
  await waitFor(() => expect(on.event).toHaveBeenCalledWith({ name: 'beat', data: '1', id: '' }))
  stream.end()
  await waitFor(() => expect(on.failed).toHaveBeenCalledWith(true))
})

test('a refused line never opens, and a closed one says nothing more', async () => {
  const refused = heard()
  openFetchEvents(async () => new Response(null, { status: 401 }))('/api/events/', refused)
  await waitFor(() => expect(refused.failed).toHaveBeenCalledWith(true))
  expect(refused.opened).not.toHaveBeenCalled()

  const closed = heard()
  const { promise, resolve } = aPromise<AbortSignal | null | undefined>()
  const close = openFetchEvents((_path, init) => {
    resolve(init?.signal)
    return new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('aborted'))))
  })('/api/events/', closed)
  const signal = await promise
  close()
  await waitFor(() => expect(signal?.aborted).toBe(true))
  expect(closed.failed).not.toHaveBeenCalled()
})
