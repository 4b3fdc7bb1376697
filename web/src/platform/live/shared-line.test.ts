import { expect, onTestFinished, test, vi } from 'vitest'
import { fakeEventSources } from './event-source.testing.ts'
import { joinLine, type LineRequest } from './shared-line.ts'

class FakePort extends EventTarget {
  said: LineRequest[] = []
  start() {}
  postMessage(request: LineRequest) {
    this.said.push(request)
  }
}

let workers: FakeWorker[] = []
class FakeWorker extends EventTarget {
  port = new FakePort()
  constructor() {
    super()
    workers.push(this)
  }
}

const join = () => {
  workers = []
  vi.stubGlobal('SharedWorker', FakeWorker)
  onTestFinished(() => void Reflect.deleteProperty(globalThis, 'SharedWorker'))
  const lines = fakeEventSources()
  const hear = vi.fn<() => void>()
  const joined = joinLine({ path: '/api/events/', member: '1', ageMs: () => 500, hear })
  onTestFinished(joined.leave)
  return { joined, lines, hear }
}

test('a page hears from the worker, joins anew before it leaves a worker that says nothing, and opens no line itself', () => {
  const { joined, lines, hear } = join()
  joined.look(true)
  workers[0]?.port.dispatchEvent(new MessageEvent('message', { data: { kind: 'heard' } }))
  expect(hear).toHaveBeenCalledWith({ kind: 'heard' })
  joined.rejoin()
  expect(workers.map(({ port }) => port.said.map(({ kind }) => kind))).toEqual([['join', 'look', 'leave'], ['join']])
  expect(lines.count()).toBe(0)
})

test('a page that cannot have the worker, as when its file is gone, has a line of its own', () => {
  const { joined, lines } = join()
  joined.look(true)
  workers[0]?.dispatchEvent(new Event('error'))
  expect(lines.addresses()).toEqual(['/api/events/?ageMs=500&forMember=1'])
  joined.leave()
  expect(lines.areClosed()).toBe(true)
})
