import { beforeEach, expect, test, vi } from 'vitest'
import { openSource } from '#platform/api/transport.ts'
import { fakeEventSources } from './event-source.testing.ts'
import { holdLine, type LineNews } from './held-line.ts'

const path = '/api/events/'
let lines: ReturnType<typeof fakeEventSources>
let line: ReturnType<typeof holdLine>

beforeEach(() => {
  vi.useFakeTimers()
  lines = fakeEventSources()
  line = holdLine({ openEvents: openSource, path, ageMs: 1000, hiddenMs: 60_000 })
  return () => line.end()
})

/** The topics that a page hears, with how long ago it asked for what it shows. */
const join = (ageMs: number) => {
  const heard: LineNews[] = []
  const leave = line.join((news) => heard.push(news), ageMs)
  return { leave, topics: () => heard.flatMap((news) => ('topic' in news ? [news.topic] : [])), heard }
}

test('pages share one line, and who joins later hears what was told since it asked', () => {
  const first = join(1000)
  lines.last().hear('message', { topic: 'visits' })
  vi.advanceTimersByTime(5000)
  lines.last().hear('message', { topic: 'swipes' })
  vi.advanceTimersByTime(1000)
  expect(join(2000).topics()).toEqual(['swipes'])
  expect(join(7000).topics()).toEqual(['visits', 'swipes'])
  // Longer ago than this line knows of.
  expect(join(8000).topics()).toEqual(['reset'])
  expect(first.topics()).toEqual(['visits', 'swipes'])
  expect(lines.count()).toBe(1)
})

test('a line of which no page is looked at rests after a minute, until one is', () => {
  const page = join(1000)
  const pass = (seconds: number) => {
    for (let at = 0; at < seconds; at += 1) {
      vi.advanceTimersByTime(1000)
      if (!lines.areClosed()) lines.last().hear('beat', '1', 'a-5')
    }
  }
  line.look(true)
  line.look(false)
  pass(59)
  expect(lines.areClosed()).toBe(false)
  pass(3)
  expect(lines.areClosed()).toBe(true)
  expect(page.heard.at(-1)).toEqual({ kind: 'paused' })
  expect(join(0).heard).toEqual([{ kind: 'paused' }])
  line.look(true)
  expect(lines.addresses()).toEqual([`${path}?ageMs=1000`, `${path}?lastEventId=a-5`])
})

test('many pages that ask for another try at once cause one', () => {
  vi.advanceTimersByTime(2000)
  line.again()
  line.again()
  expect(lines.count()).toBe(2)
})
