import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openSocket } from './socket-reader.ts'

/** A reader as real ones are built: a client keeps its place, and only the first place hears of cards. */
const places: (FakeSocket | 'deadPeer' | undefined)[] = []

const opened: string[][] = []
const sent: string[] = []

class FakeSocket extends EventTarget {
  constructor(url: string, protocol: string) {
    super()
    opened.push([url, protocol])
    const free = places.findIndex((place) => place === undefined)
    places[free === -1 ? places.length : free] = this
    queueMicrotask(() => this.dispatchEvent(new Event('open')))
  }
  send(text: string) {
    sent.push(text)
  }
  close() {
    const place = places.indexOf(this)
    if (place === -1) return
    places[place] = undefined
    this.dispatchEvent(new Event('close'))
  }
}

const swipe = (card: string) => {
  const [first] = places
  if (first instanceof FakeSocket) first.dispatchEvent(new MessageEvent('message', { data: `c:${card}` }))
}

const closing: (() => void)[] = []

const openWindow = () => {
  const cards: string[] = []
  const states: string[] = []
  const stop = openSocket('ws://reader:81', {
    onCard: (card) => cards.push(card),
    onState: (state) => states.push(state),
  })
  closing.push(stop)
  return { cards, states, stop }
}

beforeEach(() => {
  localStorage.clear()
  places.length = 0
  opened.length = 0
  sent.length = 0
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.useFakeTimers()
})

afterEach(() => {
  for (const stop of closing.splice(0)) stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a kiosk whose old place stays taken hears of cards soon after it is free, and says no word in between', async () => {
  places[0] = 'deadPeer'
  const { cards, states } = openWindow()
  await vi.advanceTimersByTimeAsync(0)
  swipe('1002')
  places[0] = undefined
  await vi.advanceTimersByTimeAsync(30_000)
  swipe('1003')
  expect(cards).toEqual(['1003'])
  expect(new Set(states)).toEqual(new Set(['ready']))
  // It keeps its place from then on.
  await vi.advanceTimersByTimeAsync(90_000)
  swipe('1004')
  expect(cards).toEqual(['1003', '1004'])
})

test('a second window does not say that the reader is ready, and has it once the first one is gone', async () => {
  const first = openWindow()
  await vi.advanceTimersByTimeAsync(0)
  const second = openWindow()
  await vi.advanceTimersByTimeAsync(3_000)
  expect([first.states.at(-1), second.states.at(-1)]).toEqual(['ready', 'elsewhere'])
  swipe('1002')
  first.stop()
  await vi.advanceTimersByTimeAsync(3_000)
  swipe('1003')
  expect([first.cards, second.cards]).toEqual([['1002'], ['1003']])
  expect(second.states.at(-1)).toBe('ready')
})

test('a window that is looked at takes the reader from one that is not', async () => {
  const isHidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(false)
  const first = openWindow()
  await vi.advanceTimersByTimeAsync(0)
  isHidden.mockReturnValue(true)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(first.states.at(-1)).toBe('ready')
  isHidden.mockReturnValue(false)
  const second = openWindow()
  window.dispatchEvent(new StorageEvent('storage', { key: 'cardReaderHold' }))
  await vi.advanceTimersByTimeAsync(0)
  expect([first.states.at(-1), second.states.at(-1)]).toEqual(['elsewhere', 'ready'])
  isHidden.mockRestore()
})

test('it speaks the protocol of readers, greets them, and connects again five seconds after the line broke', async () => {
  const { states } = openWindow()
  await vi.advanceTimersByTimeAsync(0)
  expect([opened, sent, states]).toEqual([[['ws://reader:81', 'arduino']], ['hello'], ['ready']])
  const [line] = places
  if (line instanceof FakeSocket) line.close()
  expect(states.at(-1)).toBe('gone')
  await vi.advanceTimersByTimeAsync(4_999)
  expect(opened).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect([opened.length, states.at(-1)]).toEqual([2, 'ready'])
})

test('an empty message is warned of in the console, and the line goes on', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const { cards } = openWindow()
  await vi.advanceTimersByTimeAsync(0)
  const [line] = places
  if (line instanceof FakeSocket) line.dispatchEvent(new MessageEvent('message', { data: '' }))
  expect(warn).toHaveBeenCalledOnce()
  swipe('1005')
  expect(cards).toEqual(['1005'])
  warn.mockRestore()
})
