import { openSource, ownEvents, type Transport } from '#platform/api/transport.ts'
import { holdLine, type HearNews } from './held-line.ts'

/** What a page says to the worker that holds the line. */
export type LineRequest =
  | { kind: 'join'; path: string; member: string | undefined; ageMs: number }
  | { kind: 'look'; isVisible: boolean }
  | { kind: 'again' | 'leave' }

export type JoinInput = {
  path: string
  /** The member the page is drawn for: another one gets another line. Undefined: a screen without a login. */
  member: string | undefined
  /** How long ago the page asked for what it shows. */
  ageMs: () => number
  hear: HearNews
}

export type JoinedLine = {
  look: (isVisible: boolean) => void
  /** Does not wait for the next try. */
  again: () => void
  /** The browser may have ended the worker. */
  rejoin: () => void
  leave: () => void
}

/** A page with a line of its own gives it up as soon as it is not looked at, for the sake of the others. */
const joinAlone = (
  openEvents: NonNullable<Transport['openEvents']>,
  { path, member, ageMs, hear }: JoinInput,
): JoinedLine => {
  const line = holdLine({ openEvents, path, member, ageMs: ageMs(), hiddenMs: 0 })
  line.join(hear, 0)
  return { look: line.look, again: line.again, rejoin: () => {}, leave: line.end }
}

const joinWorker = ({ path, member, ageMs, hear }: JoinInput, onError: () => void): JoinedLine => {
  const open = () => {
    const worker = new SharedWorker(new URL('line-worker.ts', import.meta.url), { type: 'module', name: 'events' })
    const { port } = worker
    const say = (request: LineRequest) => port.postMessage(request)
    let isLeft = false
    worker.addEventListener('error', () => (isLeft ? undefined : onError()))
    port.addEventListener('message', ({ data }: MessageEvent<Parameters<HearNews>[0]>) =>
      isLeft ? undefined : hear(data),
    )
    port.start()
    say({ kind: 'join', path, member, ageMs: ageMs() })
    const leave = () => {
      isLeft = true
      say({ kind: 'leave' })
    }
    return { say, leave }
  }
  let current = open()
  return {
    look: (isVisible) => current.say({ kind: 'look', isVisible }),
    again: () => current.say({ kind: 'again' }),
    rejoin: () => {
      const before = current
      current = open()
      before.leave()
    },
    leave: () => current.leave(),
  }
}

/**
 * Hears what changes on the line that all tabs of this browser share; on one of its own where that cannot be had: in the
 * phone app, in browsers without such workers, and where the file of the worker is gone.
 */
export const joinLine = (input: JoinInput): JoinedLine => {
  const own = ownEvents()
  if (own || !('SharedWorker' in globalThis)) return joinAlone(own ?? openSource, input)
  let joined: JoinedLine | null = null
  let isVisible = true
  const fallBack = () => {
    joined?.leave()
    joined = joinAlone(openSource, input)
    joined.look(isVisible)
  }
  try {
    joined = joinWorker(input, fallBack)
  } catch {
    fallBack()
  }
  return {
    look: (now) => {
      isVisible = now
      joined?.look(now)
    },
    again: () => joined?.again(),
    rejoin: () => joined?.rejoin(),
    leave: () => joined?.leave(),
  }
}
