import pg from 'pg'
import type { Logger } from 'pino'

export type Listener = { isConnected: () => boolean; close: () => Promise<void> }

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
const checkMs = 10_000
const answerMs = 5_000

const clientFor = (input: ListenInput) => {
  const ms = input.answerMs ?? answerMs
  const client = new pg.Client({
    connectionString: input.connectionString,
    application_name: 'spacekeeper live',
    keepAlive: true,
    connectionTimeoutMillis: ms,
    query_timeout: ms,
  })
  client.on('notification', ({ payload }) => payload && input.onNotice(payload))
  return client
}

/** Asks until no answer comes, or until what it returns is called. */
const watch = (client: pg.Client, input: { everyMs: number; onSilence: () => void }) => {
  let timer: NodeJS.Timeout
  let isOver = false
  const checkLater = () => {
    timer = setTimeout(() => {
      client.query('select 1').then(
        () => isOver || checkLater(),
        () => isOver || input.onSilence(),
      )
    }, input.everyMs)
  }
  checkLater()
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}

/** Keeps one connection of its own listening to what is told, and opens another when it is lost. */
export const listen = async (input: ListenInput): Promise<Listener> => {
  let client: pg.Client | undefined
  let unwatch = () => {}
  let retry: NodeJS.Timeout | undefined
  let isClosed = false

  const connect = async () => {
    const next = clientFor(input)
    const lost = () => {
      if (client !== next) return
      client = undefined
      unwatch()
      if (!isClosed) tryAgain()
    }
    const giveUp = () => {
      lost()
      next.end().catch(() => undefined)
    }
    next.on('error', lost)
    next.on('end', lost)
    await next.connect()
    await next.query('listen spacekeeper')
    client = next
    unwatch = watch(next, { everyMs: input.checkMs ?? checkMs, onSilence: giveUp })
  }

  const tryAgain = () => {
    retry = setTimeout(() => {
      connect().then(
        () => {
          input.log.info('live: listening again')
          input.onReturn()
        },
        () => !isClosed && tryAgain(),
      )
    }, retryMs)
  }

  await connect()
  return {
    isConnected: () => client !== undefined,
    close: async () => {
      isClosed = true
      clearTimeout(retry)
      unwatch()
      const last = client
      client = undefined
      await last?.end()
    },
  }
}
