import { vi, beforeEach, afterEach, test, expect } from 'vitest'
import type { ReaderState } from './card-lines.ts'
import { openNfc } from './nfc-reader.ts'

/** The tablet's reader: allowed or not, and it hears cards. */
class FakeReader extends EventTarget {
  static last: FakeReader | undefined
  static isAllowed = true
  isStopped = false
  scan({ signal }: { signal: AbortSignal }) {
    FakeReader.last = this
    signal.addEventListener('abort', () => (this.isStopped = true))
    return FakeReader.isAllowed ? Promise.resolve() : Promise.reject(new DOMException('no', 'NotAllowedError'))
  }
  hear(kind: string, serialNumber: string) {
    this.dispatchEvent(Object.assign(new Event(kind), { serialNumber }))
  }
}

const onCard = vi.fn<(number: string) => void>()

const onState = vi.fn<(state: ReaderState) => void>()

beforeEach(() => {
  FakeReader.isAllowed = true
  vi.stubGlobal('NDEFReader', FakeReader)
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  onCard.mockReset()
  onState.mockReset()
})

test('a card is read by its serial number, also where nothing else on it can be read', async () => {
  const stop = openNfc('hex', { onCard, onState })
  await vi.advanceTimersByTimeAsync(0)
  expect(onState).toHaveBeenLastCalledWith('ready')
  FakeReader.last?.hear('reading', '04:a2:2f:10')
  FakeReader.last?.hear('readingerror', '04:a2:2f:11')
  FakeReader.last?.hear('reading', '')
  expect(onCard.mock.calls).toEqual([['04A22F10'], ['04A22F11']])
  stop()
  expect(FakeReader.last?.isStopped).toBe(true)
  FakeReader.last?.hear('reading', '04:a2:2f:10')
  expect(onCard).toHaveBeenCalledTimes(2)
})

test('a reader that may not be used yet is tried again after five seconds', async () => {
  FakeReader.isAllowed = false
  const stop = openNfc('decimal', { onCard, onState })
  await vi.advanceTimersByTimeAsync(0)
  expect(onState).toHaveBeenLastCalledWith('gone')
  FakeReader.isAllowed = true
  await vi.advanceTimersByTimeAsync(5000)
  expect(onState).toHaveBeenLastCalledWith('ready')
  stop()
})
