import type { Duplex } from 'node:stream'
import pg from 'pg'

/** How long a connection waits, in milliseconds: for being opened, and for a statement. */
export type ConnectionPatience = { openMs: number; statementMs: number }

export const patienceOfPages: ConnectionPatience = { openMs: 10_000, statementMs: 30_000 }

/** Doors wait for these, and whatever failed is done again. */
export const patienceOfDevices: ConnectionPatience = { openMs: 5_000, statementMs: 3_000 }

/** So much later than the server gives a statement up, its answer must have been lost on the way. */
const lostMs = 1_500

/** A network that goes away says nothing; the system asks after an idle connection from then on. */
const keepAliveMs = 10_000

export type ConnectionInput = { connectionString: string; name: string; patience: ConnectionPatience }

/** The settings of every connection of a running portal. */
export const connectionConfig = ({ connectionString, name, patience }: ConnectionInput): pg.ClientConfig => ({
  connectionString,
  application_name: name,
  connectionTimeoutMillis: patience.openMs,
  statement_timeout: patience.statementMs,
  query_timeout: patience.statementMs + lostMs,
  idle_in_transaction_session_timeout: 60_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: keepAliveMs,
})

/** A function of pg whose overloads do not matter. */
export type AnyCall = (...args: unknown[]) => unknown
type CallAnswer = (error: unknown, result?: unknown) => void

// TypeScript cannot tell the overloads of pg's query apart once their arguments are passed on.
const asAnyCall = (query: pg.Client['query']) => query as AnyCall // the same function
const asQuery = (query: AnyCall) => query as pg.Client['query'] // answers each overload as pg does
const isAnswer = (value: unknown): value is CallAnswer => typeof value === 'function'

const isLate = (error: unknown) => error instanceof Error && error.message === 'Query read timeout'

/**
 * A connection that is thrown away once an answer does not come in time. Given back to a pool it would hold up the
 * next who gets it, for the quarter of an hour that a system takes to notice.
 */
export class DeadlineClient extends pg.Client {
  /** After an answer did not come. */
  protected onLate(): void {}

  constructor(config?: pg.ClientConfig) {
    super(config)
    const send = asAnyCall(this.query.bind(this))
    const endIfLate = (error: unknown) => {
      if (!isLate(error)) return
      this.end(() => undefined)
      this.onLate()
    }
    this.query = asQuery((...args) => {
      const answer = args.at(-1)
      if (isAnswer(answer)) {
        return send(...args.slice(0, -1), (error: unknown, result: unknown) => {
          endIfLate(error)
          answer(error, result)
        })
      }
      const result = send(...args)
      if (result instanceof Promise) result.catch(endIfLate)
      return result
    })
  }
}

type ConnectedClient = { connection: { stream: Duplex } }

const isConnected = (client: object): client is ConnectedClient => 'connection' in client

/** Ends a connection of a pool that no one uses now, as if the network had. */
export const dropConnection = (client: pg.ClientBase): void => {
  if (isConnected(client))
    client.connection.stream.destroy(new Error('Connection terminated: another one did not answer'))
}
