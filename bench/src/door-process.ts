/** Many doors in one process: they swipe, and they note when they get lists and lockouts. */
import { setTimeout as sleep } from 'node:timers/promises'
import { serveCalls } from './calls.ts'
import { openDoor, type DoorAddress, type OpenDoor } from './open-door.ts'
import { clockMs, percentile } from './stats.ts'

const lateMs = 15_000
const retryMs = 500
const doors: OpenDoor[] = []
let lists: Promise<number> = Promise.resolve(0)

/** When the last of these doors was told of a change. */
const nextChanges = (waited: readonly OpenDoor[]): Promise<number> =>
  new Promise((resolve, reject) => {
    let missing = waited.length
    const late = setTimeout(() => reject(new Error(`${missing} of ${waited.length} doors were told nothing`)), lateMs)
    for (const door of waited) {
      door.onChange((atMs) => {
        door.onChange(() => undefined)
        missing -= 1
        if (missing > 0) return
        clearTimeout(late)
        resolve(atMs)
      })
    }
  })

const swipe = async ({ inFlight, seconds }: { inFlight: number; seconds: number }) => {
  const times: number[] = []
  const startedAt = clockMs()
  const endsAt = startedAt + seconds * 1_000
  const work = async (worker: number) => {
    for (let turn = 0; clockMs() < endsAt; turn += 1) {
      const door = doors[(worker + turn * inFlight) % doors.length]
      const cards = door?.cards() ?? []
      times.push((await door?.swipe(cards[turn % cards.length] ?? '')) ?? Number.NaN)
    }
  }
  await Promise.all(Array.from({ length: inFlight }, (_, worker) => work(worker)))
  const perSecond = times.length / ((clockMs() - startedAt) / 1_000)
  return { acknowledged: times.length, perSecond, p50Ms: percentile(times, 0.5), p99Ms: percentile(times, 0.99) }
}

type PutInput = { url: string; headers: Record<string, string>; body?: unknown }

const put = async ({ url, headers, body }: PutInput) => {
  const json = body === undefined ? {} : { body: JSON.stringify(body) }
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  const answer = await fetch(url, { method: 'PUT', headers: { ...headers, ...type }, ...json })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
}

/** Tries until it is let in, as boards do that are turned away in a rush. */
const openPatiently = async (address: DoorAddress, onRetry: () => void): Promise<OpenDoor> => {
  for (;;) {
    try {
      return await openDoor(address)
    } catch {
      onRetry()
      await sleep(Math.random() * retryMs)
    }
  }
}

const calls = {
  /** Connects all of them at once; when the last one was ready, in ms from the start. */
  storm: async (input: { doors: DoorAddress[] }) => {
    let retries = 0
    const startedAt = clockMs()
    const opening = input.doors.map((door) => openPatiently(door, () => (retries += 1)))
    doors.push(...(await Promise.all(opening)))
    return { lastMs: clockMs() - startedAt, retries }
  },
  connect: async (input: { doors: DoorAddress[] }) => {
    doors.push(...(await Promise.all(input.doors.map(openDoor))))
  },
  swipe,
  put,
  /** From before a request is sent until the door named, or every door, has its new list or lockout, in ms. */
  putUntilTold: async (input: PutInput & { door?: number }): Promise<number> => {
    const { door } = input
    const heard = nextChanges(door === undefined ? doors : doors.slice(door, door + 1))
    const startedAt = clockMs()
    await put(input)
    return (await heard) - startedAt
  },
  /** From now on lists count; `lastList` says when the last door had got one. */
  watchLists: () => {
    lists = nextChanges(doors)
    lists.catch(() => undefined)
  },
  lastList: () => lists,
  hashes: () => doors.map((door) => door.hash()),
}
export type DoorCalls = typeof calls

serveCalls(calls, async () => {
  for (const door of doors) door.close()
})
