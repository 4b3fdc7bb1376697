import pg from 'pg'
import type { Logger } from 'pino'

export type Listener = { isConnected: () => boolean; close: () => Promise<void> }

type ListenInput = {
  connectionString: string
  log: Logger
  onNotice: (text: string) => void
  /** The line was lost and is back. */
  onReturn: () => void
}

const retryMs = 500

/** Keeps one connection of its own listening to what is told, and opens another when it is lost. */
export const listen = async ({ connectionString, log, onNotice, onReturn }: ListenInput): Promise<Listener> => {
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let isClosed = false

  const connect = async () => {
    const next = new pg.Client({ connectionString, application_name: 'spacekeeper live', keepAlive: true })
    const lost = () => {
      if (client !== next) return
      client = undefined
      if (!isClosed) tryAgain()
    }
    next.on('error', lost)
    next.on('end', lost)
    next.on('notification', ({ payload }) => payload && onNotice(payload))
    await next.connect()
    await next.query('listen spacekeeper')
    client = next
  }

  const tryAgain = () => {
    retry = setTimeout(() => {
      connect().then(
        () => {
          log.info('live: listening again')
          onReturn()
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
      const last = client
      client = undefined
      await last?.end()
    },
  }
}
