import { onTestFinished, vi } from 'vitest'

/** The browser's line of events, on which a test speaks. */
export class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2
  readyState = 1
  onopen: (() => void) | null = null
  onerror: (() => void) | null = null
  readonly address: string
  constructor(address: string) {
    super()
    this.address = address
    opened.push(this)
  }
  close() {
    this.readyState = FakeEventSource.CLOSED
  }
  hear(name: string, data: unknown = '', id = '') {
    const text = typeof data === 'string' ? data : JSON.stringify(data)
    this.dispatchEvent(new MessageEvent(name, { data: text, lastEventId: id }))
  }
}

let opened: FakeEventSource[] = []

/** All lines that are opened from now on until the test ends, in turn. */
export const fakeEventSources = () => {
  const before = globalThis.EventSource
  opened = []
  vi.stubGlobal('EventSource', FakeEventSource)
  onTestFinished(() => void vi.stubGlobal('EventSource', before))
  return {
    count: () => opened.length,
    /** Without one, the test fails. */
    last: (): FakeEventSource => {
      const line = opened.at(-1)
      if (!line) throw new Error('no line was opened')
      return line
    },
    addresses: () => opened.map(({ address }) => address),
    areClosed: () => opened.every(({ readyState }) => readyState === FakeEventSource.CLOSED),
  }
}
