import pg from 'pg'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Channel, Notice } from './channel.ts'

export type Live = {
  /** Hears a channel, whichever process speaks. Returns the way to stop. */
  on: <S extends z.ZodType>(channel: Channel<S>, handler: (payload: z.infer<S>) => void) => () => void
  /** After the line to the database was lost and is back: whatever was told in between is gone. */
  onReconnect: (handler: () => void) => () => void
  /** Whether the line stands, so that what was cached by hearsay may be believed. */
  isConnected: () => boolean
  /** Tells everybody something that no change caused. */
  send: (notices: readonly Notice[]) => Promise<void>
  close: () => Promise<void>
}

const Envelope = z.tuple([z.string(), z.unknown()])
const retryMs = 500

/** Talk between processes over PostgreSQL's LISTEN and NOTIFY, on a connection of its own. */
export const openLive = async (input: { connectionString: string; pool: pg.Pool; log: Logger }): Promise<Live> => {
  const { connectionString, pool, log } = input
  const handlers = new Map<string, Set<(payload: unknown) => void>>()
  const reconnectHandlers = new Set<() => void>()
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let isClosed = false

  const dispatch = (text: string) => {
    try {
      const [name, payload] = Envelope.parse(JSON.parse(text))
      for (const handler of handlers.get(name) ?? []) handler(payload)
    } catch (error) {
      log.error({ err: error }, 'a notice could not be handled')
    }
  }

  const connect = async () => {
    const next = new pg.Client({ connectionString, application_name: 'spacekeeper live', keepAlive: true })
    const lost = () => {
      if (client !== next) return
      client = undefined
      if (!isClosed) retry = setTimeout(reconnect, retryMs)
    }
    next.on('error', lost)
    next.on('end', lost)
    next.on('notification', ({ payload }) => payload && dispatch(payload))
    await next.connect()
    await next.query('listen spacekeeper')
    client = next
  }

  const reconnect = () => {
    connect().then(
      () => {
        log.info('live: listening again')
        for (const handler of reconnectHandlers) handler()
      },
      () => {
        if (!isClosed) retry = setTimeout(reconnect, retryMs)
      },
    )
  }

  await connect()
  return {
    on: (channel, handler) => {
      const listeners = handlers.get(channel.name) ?? new Set()
      handlers.set(channel.name, listeners)
      const listener = (payload: unknown) => handler(channel.schema.parse(payload))
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onReconnect: (handler) => {
      reconnectHandlers.add(handler)
      return () => reconnectHandlers.delete(handler)
    },
    isConnected: () => client !== undefined,
    send: async (notices) => {
      await pool.query("select pg_notify('spacekeeper', n) from unnest($1::text[]) as n", [notices.map((n) => n.text)])
    },
    close: async () => {
      isClosed = true
      clearTimeout(retry)
      const last = client
      client = undefined
      await last?.end()
    },
  }
}
