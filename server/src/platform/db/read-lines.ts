import type { CompiledQuery } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import { preparedClientClass } from './prepared-client.ts'

export type ReadLines = {
  /** The rows of a query that only reads, outside of any transaction. */
  ask: <R>(query: CompiledQuery<R>) => Promise<R[]>
  close: () => Promise<void>
}

type WaitingQuery = { query: CompiledQuery; resolve: (rows: unknown[]) => void; reject: (error: unknown) => void }

/** On more than one, a slow read holds up only some of the others. */
const lineCount = 2

/** One connection, opened when it is first needed and again after it was lost. */
const createLine = (connect: () => Promise<pg.Client>) => {
  let client: Promise<pg.Client> | undefined
  /** The times since which queries wait, in the order in which they are answered. */
  const waiting: number[] = []

  const opened = () => {
    if (client) return client
    const opening = connect()
    client = opening
    const drop = () => {
      if (client === opening) client = undefined
    }
    opening.then((open) => open.once('end', drop), drop)
    return opening
  }
  const answer = async (open: pg.Client, { query, resolve, reject }: WaitingQuery) => {
    try {
      const { rows } = await open.query(query.sql, [...query.parameters])
      resolve(rows)
    } catch (error) {
      reject(error)
    }
    waiting.shift()
  }
  const send = async (asked: readonly WaitingQuery[]) => {
    const now = performance.now()
    waiting.push(...asked.map(() => now))
    try {
      const open = await opened()
      for (const one of asked) void answer(open, one)
    } catch (error) {
      waiting.splice(0, asked.length)
      for (const { reject } of asked) reject(error)
    }
  }
  return {
    send,
    waitingSince: () => waiting[0] ?? Number.MAX_VALUE,
    close: async () => (await client?.catch(() => undefined))?.end(),
  }
}

/**
 * A few connections that all short reads share. What is asked in one turn of the event loop travels in one piece, and
 * nothing waits for the answer before it: a third of what a connection of its own costs for each read.
 */
export const openReadLines = (config: pg.ClientConfig, log: Logger): ReadLines => {
  const Client = preparedClientClass()
  let isClosed = false
  const connect = async () => {
    if (isClosed) throw new Error('Connection terminated: the portal is stopping')
    const client = new Client({ ...config, pipeline: true })
    // The error carries the connection and its secrets: only its message is logged.
    client.on(
      'error',
      ({ message }: Error) => isClosed || log.warn({ reason: message }, 'a connection to the database was lost'),
    )
    try {
      await client.connect()
      // What is asked here is asked again and again: planning it anew takes longer than reading.
      await client.query('set plan_cache_mode to force_generic_plan')
    } catch (error) {
      void client.end().catch(() => undefined)
      throw error
    }
    return client
  }
  const lines = Array.from({ length: lineCount }, () => createLine(connect))
  let turn: WaitingQuery[] = []

  const sendTurn = () => {
    const asked = turn
    turn = []
    // A read that takes long fails with its line, and with all that stand behind it.
    const [line] = lines.toSorted((a, b) => b.waitingSince() - a.waitingSince())
    void line?.send(asked)
  }
  const ask = <R>(query: CompiledQuery<R>) =>
    new Promise<R[]>((resolve, reject) => {
      if (turn.length === 0) setImmediate(sendTurn)
      turn.push({ query, resolve: (rows) => resolve(rows as R[]), reject }) // the rows are those of this query
    })
  return {
    ask,
    close: async () => {
      isClosed = true
      await Promise.all(lines.map((line) => line.close()))
    },
  }
}
