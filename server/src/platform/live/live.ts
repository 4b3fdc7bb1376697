import type pg from 'pg'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Channel, Notice } from './channel.ts'
import { listen } from './listen.ts'

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

/** Talk between processes over PostgreSQL's LISTEN and NOTIFY. */
export const openLive = async (input: { connectionString: string; pool: pg.Pool; log: Logger }): Promise<Live> => {
  const { pool, log } = input
  const handlers = new Map<string, Set<(payload: unknown) => void>>()
  const reconnectHandlers = new Set<() => void>()

  const onNotice = (text: string) => {
    try {
      const [name, payload] = Envelope.parse(JSON.parse(text))
      for (const handler of handlers.get(name) ?? []) handler(payload)
    } catch (error) {
      log.error({ err: error }, 'a notice could not be handled')
    }
  }
  const onReturn = () => {
    for (const handler of reconnectHandlers) handler()
  }
  const listener = await listen({ connectionString: input.connectionString, log, onNotice, onReturn })

  return {
    on: (channel, handler) => {
      const listeners = handlers.get(channel.name) ?? new Set()
      handlers.set(channel.name, listeners)
      const heard = (payload: unknown) => handler(channel.schema.parse(payload))
      listeners.add(heard)
      return () => listeners.delete(heard)
    },
    onReconnect: (handler) => {
      reconnectHandlers.add(handler)
      return () => reconnectHandlers.delete(handler)
    },
    isConnected: listener.isConnected,
    send: async (notices) => {
      const texts = notices.map((notice) => notice.text)
      await pool.query("select pg_notify('spacekeeper', n) from unnest($1::text[]) as n", [texts])
    },
    close: listener.close,
  }
}
