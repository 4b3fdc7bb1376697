import type pg from 'pg'
import { DeadlineClient } from './deadline-client.ts'
import { hasCode } from './has-code.ts'

const namedLimit = 500

/** One name per distinct text, for the first texts; lists of changing length make new texts without end. */
const createNames = () => {
  const names = new Map<string, string>()
  return (text: string): string | undefined => {
    const known = names.get(text)
    if (known !== undefined || names.size >= namedLimit) return known
    const name = `s${names.size}`
    names.set(text, name)
    return name
  }
}

type QueryAnswer = (error: unknown, result?: unknown) => void
type AnyQuery = (...args: unknown[]) => unknown

// TypeScript cannot tell the overloads of pg's query apart once their arguments are passed on.
const asAnyQuery = (query: pg.Client['query']) => query as AnyQuery // the same function
const asPgQuery = (query: AnyQuery) => query as pg.Client['query'] // answers each overload as pg does
const asPromise = (value: unknown) => value as Promise<unknown> // what pg returns when no callback is given
const isAnswer = (value: unknown): value is QueryAnswer => typeof value === 'function'

/** A migration changed what the statement returns, or the server no longer knows it. */
const isOutdated = (error: unknown): boolean =>
  hasCode(error, '26000') ||
  (hasCode(error, '0A000') && error instanceof Error && 'routine' in error && error.routine === 'RevalidateCachedQuery')

/** Replaces `query` of a connection, whose statements have the names that its pool shares. */
const prepareQueries = (client: pg.Client, nameOf: (text: string) => string | undefined) => {
  const send = asAnyQuery(client.query.bind(client))
  const renewed = new Map<string, string>()

  const renew = (text: string, name: string): void => {
    renewed.set(text, `${name}_${Number(renewed.get(text)?.split('_')[1] ?? 0) + 1}`)
  }

  const run = async (text: string, values: readonly unknown[]): Promise<unknown> => {
    const base = nameOf(text)
    const name = base && (renewed.get(text) ?? base)
    try {
      return await asPromise(send({ name, text, values }))
    } catch (error) {
      if (base === undefined || name === undefined || !isOutdated(error)) throw error
      if ((renewed.get(text) ?? base) === name) renew(text, base)
      // A transaction is lost with its first error: only its owner can run it again.
      if (client.getTransactionStatus() !== 'I') throw error
      return asPromise(send({ name: renewed.get(text), text, values }))
    }
  }

  client.query = asPgQuery((...args) => {
    const [text, values, answer] = args
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0) return send(...args)
    const result = run(text, values)
    if (!isAnswer(answer)) return result
    result.then(
      (value) => process.nextTick(answer, null, value),
      (error: unknown) => process.nextTick(answer, error),
    )
    return undefined
  })
}

/**
 * The class of a pool's connections, which sends every parameterised query as a named prepared statement: parsed and
 * planned once per connection, not per call.
 */
export const preparedClientClass = (onLate: () => void = () => undefined) => {
  const nameOf = createNames()
  return class PreparedClient extends DeadlineClient {
    constructor(config?: pg.ClientConfig) {
      super(config)
      prepareQueries(this, nameOf)
    }

    protected override onLate(): void {
      onLate()
    }
  }
}
