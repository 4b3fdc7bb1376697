import type pg from 'pg'
import type { Logger } from 'pino'
import { z } from 'zod'
import { NoticeCause, textsOf, withCause, type Channel, type Notice } from './channel.ts'
import { gatherNotices } from './gather-notices.ts'
import { listen, type ListenState } from './listen.ts'

export type Live = {
  /** Hears a channel, whichever process speaks. Returns the way to stop. */
  on: <S extends z.ZodType>(
    channel: Channel<S>,
    handler: (payload: z.infer<S>, cause?: NoticeCause) => void,
  ) => () => void
  /** After the line to the database was lost and is back: whatever was told in between is gone. */
  onReconnect: (handler: () => void) => () => void
  /** Whether the line stands, so that what was cached by hearsay may be believed. */
  isConnected: () => boolean
  state: () => ListenState
  /** Hears what this process has just committed and may not go on without. Others hear it from the database. */
  hearAtOnce: (notices: readonly Notice[]) => void
  /** Tells everyone what the commit of this process did not tell, and of which write it is. */
  tellLater: (notices: readonly Notice[], cause?: NoticeCause) => void
  /** Sends a notice that no change caused. */
  send: (notices: readonly Notice[]) => Promise<void>
  close: () => Promise<void>
}

const Envelope = z.tuple([z.string(), z.unknown(), NoticeCause.optional()])

/** Runs what hears a notice: one that fails must not keep the others from hearing. */
const logged = (log: Logger) => (work: () => void) => {
  try {
    work()
  } catch (error) {
    log.error({ err: error }, 'a notice could not be handled')
  }
}

/** Talk between processes over PostgreSQL's LISTEN and NOTIFY. */
export const openLive = async (input: { connectionString: string; pool: pg.Pool; log: Logger }): Promise<Live> => {
  const { pool, log } = input
  const handlers = new Map<string, Set<(payload: unknown, cause?: NoticeCause) => void>>()
  const reconnectHandlers = new Set<() => void>()

  const orLog = logged(log)
  const onNotice = (text: string) =>
    orLog(() => {
      const [name, payload, cause] = Envelope.parse(JSON.parse(text))
      for (const handler of handlers.get(name) ?? []) orLog(() => handler(payload, cause))
    })
  const onReturn = () => {
    for (const handler of reconnectHandlers) orLog(handler)
  }
  const sendTexts = async (texts: readonly string[]) => {
    await pool.query("select pg_notify('spacekeeper', n) from unnest($1::text[]) as n", [texts])
    listener.expectNotice()
  }
  const later = gatherNotices({ send: sendTexts, log })
  const listener = await listen({ connectionString: input.connectionString, log, onNotice, onReturn })

  return {
    on: (channel, handler) => {
      const listeners = handlers.get(channel.name) ?? new Set()
      handlers.set(channel.name, listeners)
      const heard = (payload: unknown, cause?: NoticeCause) => handler(channel.schema.parse(payload), cause)
      listeners.add(heard)
      return () => listeners.delete(heard)
    },
    onReconnect: (handler) => {
      reconnectHandlers.add(handler)
      return () => reconnectHandlers.delete(handler)
    },
    isConnected: () => listener.state() === 'listening',
    state: listener.state,
    hearAtOnce: (notices) => {
      if (notices.length > 0) listener.expectNotice()
      for (const notice of notices) if (notice.isHeardAtOnce) onNotice(notice.text)
    },
    tellLater: (notices, cause) =>
      later.add(notices.filter(({ isToldLater }) => isToldLater).map(({ text }) => withCause(text, cause))),
    send: (notices) => sendTexts(textsOf(notices)),
    close: async () => {
      await later.close()
      await listener.close()
    },
  }
}
