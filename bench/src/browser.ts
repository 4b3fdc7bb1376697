import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { findChromium } from '../../scripts/find-chromium.ts'
import { startProcess } from './children.ts'
import { newDataDir } from './world.ts'

type BrowserAnswer = {
  id?: number
  result?: Record<string, unknown>
  error?: { message: string }
  /** Of what was not asked for. */
  method?: string
  params?: { value?: TraceEvent[] }
}

/** What one thread of the browser did; times in microseconds, `tdur` of the processor. */
type TraceEvent = { name: string; ph: string; pid: number; tid: number; tdur?: number; args: { name?: string } }

/** A page of a real browser, spoken to in the browser's own protocol. */
export type BrowserPage = {
  send: (method: string, params?: object) => Promise<Record<string, unknown>>
  /** What an expression is worth in the page, once what it promises is there. */
  evaluate: (expression: string) => Promise<unknown>
  waitFor: (expression: string) => Promise<void>
  /** Points at the element that an expression is, as a hand does, and presses it. */
  press: (expression: string) => Promise<void>
  /** How long each task of the page's main thread took while this ran, in milliseconds of the processor. */
  timeTasks: (act: () => Promise<void>) => Promise<number[]>
  close: () => Promise<void>
}

const patienceMs = 60_000
/** From pointing at something to pressing it, and from pressing to letting go. */
const hand = { pointsMs: 150, pressesMs: 60 }

const startBrowser = async () => {
  const program = await findChromium(() => undefined)
  const browser = startProcess(
    program,
    [
      '--headless',
      '--no-sandbox',
      '--remote-debugging-port=0',
      `--user-data-dir=${newDataDir()}`,
      '--window-size=1280,800',
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  for await (const line of createInterface({ input: browser.stderr ?? Readable.from([]) })) {
    const url = /DevTools listening on (ws:\S+)/.exec(line)?.[1]
    if (url !== undefined) return { browser, url }
  }
  throw new Error('The browser did not start.')
}

const openLine = async (url: string) => {
  const line = new WebSocket(url, { perMessageDeflate: false })
  await once(line, 'open')
  const waiting = new Map<number, PromiseWithResolvers<Record<string, unknown>>>()
  const traced: TraceEvent[] = []
  let endTrace = (): void => undefined
  line.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(typeof data === 'string' ? data : '{}') as BrowserAnswer // the protocol of the browser
    const { id, result = {}, error, method, params } = answer
    if (method === 'Tracing.dataCollected') traced.push(...(params?.value ?? []))
    if (method === 'Tracing.tracingComplete') endTrace()
    const asked = waiting.get(id ?? 0)
    waiting.delete(id ?? 0)
    if (error) asked?.reject(new Error(error.message))
    else asked?.resolve(result)
  })
  let lastId = 0
  const ask = (method: string, { sessionId, params = {} }: { sessionId?: string; params?: object } = {}) => {
    lastId += 1
    const answer = Promise.withResolvers<Record<string, unknown>>()
    waiting.set(lastId, answer)
    line.send(JSON.stringify({ id: lastId, method, params, ...(sessionId !== undefined && { sessionId }) }))
    return answer.promise
  }
  const trace = async (act: () => Promise<void>): Promise<TraceEvent[]> => {
    traced.length = 0
    await ask('Tracing.start', { params: { traceConfig: { includedCategories: ['toplevel'] } } })
    await act()
    const over = Promise.withResolvers<void>()
    endTrace = () => over.resolve()
    await ask('Tracing.end')
    await over.promise
    return traced
  }
  return { ask, trace }
}

const isTask = ({ name, ph }: TraceEvent) => ph === 'X' && name.endsWith('RunTask')

/** The tasks of the main thread that had the most of them: of the page, and not of one that stands ready. */
const mainTasks = (events: readonly TraceEvent[]): number[] => {
  const placeOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const mains = new Set(
    events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(placeOf),
  )
  const tasks = Map.groupBy(events.filter(isTask), placeOf)
  const [most = []] = [...tasks]
    .flatMap(([place, of]) => (mains.has(place) ? [of] : []))
    .toSorted((a, b) => b.length - a.length)
  return most.map(({ tdur = 0 }) => tdur / 1_000)
}

export const openPage = async (): Promise<BrowserPage> => {
  const { browser, url } = await startBrowser()
  const { ask, trace } = await openLine(url)
  const { targetId } = await ask('Target.createTarget', { params: { url: 'about:blank' } })
  const attached = await ask('Target.attachToTarget', { params: { targetId, flatten: true } })
  const sessionId = String(attached['sessionId'])
  const send: BrowserPage['send'] = (method, params = {}) => ask(method, { sessionId, params })
  const evaluate: BrowserPage['evaluate'] = async (expression) => {
    const answer = await send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })
    return Object(answer['result'])['value']
  }
  const press = async (expression: string) => {
    const place = Object(
      await evaluate(`(() => {
        const { x, y, width, height } = (${expression}).getBoundingClientRect()
        return { x: x + width / 2, y: y + height / 2 }
      })()`),
    )
    const pointer = (type: string) =>
      send('Input.dispatchMouseEvent', { type, x: place.x, y: place.y, button: 'left', clickCount: 1 })
    await send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: place.x, y: place.y })
    await sleep(hand.pointsMs)
    await pointer('mousePressed')
    await sleep(hand.pressesMs)
    await pointer('mouseReleased')
  }
  return {
    send,
    evaluate,
    press,
    waitFor: async (expression) => {
      const until = Date.now() + patienceMs
      while ((await evaluate(`Boolean(${expression})`)) !== true) {
        if (Date.now() > until) throw new Error(`The page never came to ${expression}`)
        await sleep(100)
      }
    },
    timeTasks: async (act) => mainTasks(await trace(act)),
    close: async () => {
      // What is found may be a script that starts the browser, so the browser itself is asked to end.
      const ended = once(browser, 'close')
      await ask('Browser.close')
      await ended
    },
  }
}
