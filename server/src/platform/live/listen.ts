import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { connectionConfig, DeadlineClient } from '../db/deadline-client.ts'

/**
 * `deaf`: the database answers, but passes no notice on, as when PgBouncer in transaction mode is in between. `lost`: it
 * does not answer.
 */
export type ListenState = 'listening' | 'deaf' | 'lost'

export type Listener = {
  state: () => ListenState
  /** Something was told, so that a line which works soon hears it. */
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
const checkMs = 2_000
const answerMs = 2_500

/** The database writes a little for each notice, so one to ourselves is rare where nothing else is told. */
const pulseEvery = 100

const pulseStart = '["pulse",'

const deafMessage =
  'live: the database passes no notices on. Lists and orders reach doors late. If PgBouncer is in between, let DATABASE_URL name PostgreSQL itself'

/** One connection that listens. `onEnd` is told once, when it is lost or given up. */
const openLine = async (input: ListenInput, onEnd: (state: 'deaf' | 'lost') => void) => {
  const patienceMs = input.answerMs ?? answerMs
  const client = new DeadlineClient({
    ...connectionConfig({
      connectionString: input.connectionString,
      name: 'spacekeeper live',
      patience: { openMs: patienceMs, statementMs: patienceMs },
    }),
    query_timeout: patienceMs,
  })
  const awaited = new Map<string, () => void>()
  let isOver = false
  let timer: NodeJS.Timeout | undefined
  let heard = 0
  let expected: NodeJS.Timeout | undefined

  const end = (state: 'deaf' | 'lost' = 'lost') => {
    if (isOver) return
    isOver = true
    clearTimeout(timer)
    clearTimeout(expected)
    // What a line that was given up still delivers is not heard; the next one asks for all anew.
    client.removeAllListeners('notification')
    void client.end().catch(() => undefined)
    onEnd(state)
  }
  client.on('error', () => end())
  client.on('end', () => end())
  client.on('notification', ({ payload }) => {
    heard += 1
    if (!payload) return
    if (payload.startsWith(pulseStart)) awaited.get(payload)?.()
    else input.onNotice(payload)
  })

  /** Tells ourselves something, and waits until it is heard. */
  const pulse = async () => {
    const text = `${pulseStart}"${randomUUID()}"]`
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const late = setTimeout(() => resolve(false), patienceMs)
    awaited.set(text, () => resolve(true))
    try {
      await client.query("select pg_notify('spacekeeper', $1)", [text])
      return await promise
    } finally {
      clearTimeout(late)
      awaited.delete(text)
    }
  }
  const check = async (count: number) => {
    if (count % pulseEvery > 0) await client.query('select 1')
    else if (!(await pulse())) return end('deaf')
    if (!isOver) checkLater(count + 1)
  }
  const checkLater = (count: number) => {
    timer = setTimeout(() => void check(count).catch(() => end()), input.checkMs ?? checkMs)
  }

  try {
    await client.connect()
    await client.query('listen spacekeeper')
    if (await pulse()) checkLater(1)
    else end('deaf')
  } catch (error) {
    end()
    throw error
  }
  return {
    isOver: () => isOver,
    expectNotice: () => {
      if (isOver || expected) return
      const before = heard
      expected = setTimeout(() => {
        expected = undefined
        if (heard > before || isOver) return
        pulse().then(
          (isHeard) => isHeard || end('deaf'),
          () => end(),
        )
      }, patienceMs)
    },
    close: () => {
      isOver = true
      clearTimeout(timer)
      clearTimeout(expected)
      return client.end()
    },
  }
}

/** Keeps one connection of its own listening to what is told, and opens another when it is lost or deaf. */
export const listen = async (input: ListenInput): Promise<Listener> => {
  const { log } = input
  let line: Awaited<ReturnType<typeof openLine>> | undefined
  let state: ListenState = 'lost'
  let retry: NodeJS.Timeout | undefined
  let isClosed = false

  const lost = (why: 'deaf' | 'lost') => {
    if (why === 'deaf' && state !== 'deaf') log.error(deafMessage)
    state = why
    line = undefined
    if (!isClosed) tryAgain()
  }
  const connect = async () => {
    const next = await openLine(input, lost)
    if (isClosed) return next.close()
    if (next.isOver()) return
    line = next
    state = 'listening'
  }
  const tryAgain = () => {
    clearTimeout(retry)
    retry = setTimeout(() => {
      connect().then(
        () => {
          if (state !== 'listening') return
          log.info('live: listening again')
          input.onReturn()
        },
        // It was told already.
        () => undefined,
      )
    }, retryMs)
  }

  try {
    await connect()
  } catch (error) {
    isClosed = true
    clearTimeout(retry)
    throw error
  }
  return {
    state: () => state,
    expectNotice: () => line?.expectNotice(),
    close: async () => {
      isClosed = true
      clearTimeout(retry)
      const last = line
      line = undefined
      state = 'lost'
      await last?.close()
    },
  }
}
