import type { Logger } from 'pino'
import { type LineFailure, openListeningLine } from './listening-line.ts'

export type ListenState = 'listening' | LineFailure

export type Listener = {
  state: () => ListenState
  /** Something was told, so that a line which works hears it soon. */
  expectNotice: () => void
  close: () => Promise<void>
}

type ListenInput = {
  connectionString: string
  log: Logger
  onNotice: (text: string) => void
  /** The line was lost and is back. */
  onReturn: () => void
  /** Shorter in tests. */
  checkMs?: number
  answerMs?: number
}

const retryMs = 500

/** A line that a network swallowed says nothing: it is asked for a sign of life, and given up without one. */
const usualTimes = { checkMs: 2_000, answerMs: 2_500 }

const deafMessage =
  'live: the database passes no notices on, so lists and orders reach doors late. If PgBouncer is in between, let DATABASE_URL name PostgreSQL itself'

/** Keeps one connection of its own listening to what is told, and opens another when it is lost or deaf. */
export const listen = async ({ log, onReturn, ...given }: ListenInput): Promise<Listener> => {
  let line: Awaited<ReturnType<typeof openListeningLine>> | undefined
  let state: ListenState = 'lost'
  let retry: NodeJS.Timeout | undefined
  let isClosed = false

  const onEnd = (why: LineFailure) => {
    if (why === 'deaf' && state !== 'deaf') log.error(deafMessage)
    state = why
    line = undefined
    clearTimeout(retry)
    if (!isClosed) retry = setTimeout(() => void connectAgain(), retryMs)
  }
  const connect = async () => {
    const next = await openListeningLine({ ...usualTimes, ...given, onEnd })
    if (isClosed) return next.stop()
    if (next.isOver()) return
    line = next
    state = 'listening'
  }
  const connectAgain = async () => {
    // A failure was told to `onEnd`.
    await connect().catch(() => undefined)
    if (state !== 'listening') return
    log.info('live: listening again')
    onReturn()
  }
  const close = async () => {
    isClosed = true
    clearTimeout(retry)
    const last = line
    line = undefined
    state = 'lost'
    await last?.stop()
  }

  try {
    await connect()
  } catch (error) {
    await close()
    throw error
  }
  return { state: () => state, expectNotice: () => line?.expectNotice(), close }
}
