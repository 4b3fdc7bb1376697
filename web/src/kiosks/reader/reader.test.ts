import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { defaultReaderUrl } from './kept-reader.ts'
import { useReader } from './reader.ts'

const sockets: EventTarget[] = []
class FakeSocket extends EventTarget {
  constructor() {
    super()
    sockets.push(this)
  }
  send() {}
  close() {}
}
const hold = (card: string) => sockets.at(-1)?.dispatchEvent(new MessageEvent('message', { data: `c:${card}` }))

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a card that lies on the reader counts once, and again a second after it was read last', () => {
  const cards: string[] = []
  const reader = { kind: 'socket', url: defaultReaderUrl, form: 'decimal' } as const
  const { unmount } = renderHook(() => useReader(reader, (card) => void cards.push(card)))
  hold('1044')
  vi.advanceTimersByTime(600)
  hold('1044')
  vi.advanceTimersByTime(999)
  hold('1044')
  expect(cards).toEqual(['1044'])
  vi.advanceTimersByTime(1000)
  hold('1044')
  expect(cards).toEqual(['1044', '1044'])
  hold('1045')
  expect(cards).toEqual(['1044', '1044', '1045'])
  unmount()
})
