import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type QueryExecutorProvider,
} from 'kysely'
import type { ReadonlyCompiledQuery, ReadonlyKysely } from 'kysely/readonly'
import type { Ctx } from '../ctx.ts'
import { readOnly } from './change.ts'
import type { Database } from './database.gen.ts'
import type { ReadLines } from './read-lines.ts'

type Compilable<R> = { compile: (executor: QueryExecutorProvider) => CompiledQuery<R> }
export type Select<R> = Compilable<R> & { readonly isSelectQueryBuilder: true }
export type Build<P, Q> = (db: ReadonlyKysely<Database>, parameters: P) => Q
/** Within a transaction there is only its own connection. */
export type RowReader = Pick<Ctx, 'db'> & { reads?: ReadLines }

/** Knows the dialect and no database: what it compiles is true of every one. */
const compiler = new Kysely<Database>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** Gives out an object for each parameter that is asked for, and remembers whose it is. */
const markParameters = () => {
  const names = new Map<unknown, string>()
  const parameters = new Proxy<Record<string, object>>(
    {},
    {
      get: (made, name) => {
        const marker = made[String(name)] ?? Object.freeze({ parameter: name })
        made[String(name)] = marker
        names.set(marker, String(name))
        return marker
      },
    },
  )
  return { names, parameters }
}

const compile = <P extends object, R>(build: Build<P, Compilable<R>>) => {
  const asParameters = (markers: object) => markers as P // stand for the values in the query, which looks at none of them
  const { names, parameters } = markParameters()
  const compiled = build(queries, asParameters(parameters)).compile(compiler)
  const slots = compiled.parameters.map((value) => ({ value, name: names.get(value) }))
  for (const name of names.values()) {
    if (!slots.some((slot) => slot.name === name)) {
      throw new Error(`"${name}" does not reach this query as a parameter: ${compiled.sql}`)
    }
  }
  return { compiled, slots }
}

/** Builds queries without a database, to look at them. */
export const queries = readOnly(compiler)

/**
 * A query that is built and compiled once a process; afterwards only its parameters are put in.
 * While it is built the parameters have no values: they can only be passed on, never calculated with or branched on.
 */
export const compileOnce = <P extends object, R>(build: Build<P, Compilable<R>>) => {
  let known: ReturnType<typeof compile<P, R>> | undefined
  return (parameters: P): CompiledQuery<R> => {
    known ??= compile(build)
    const given = new Map<string, unknown>(Object.entries(parameters))
    return {
      ...known.compiled,
      parameters: known.slots.map(({ name, value }) => (name === undefined ? value : given.get(name))),
    }
  }
}

/** The same for a query that only reads, ready to be asked. A list goes in as `= any(…)`, because its length may change. */
export const selectOnce = <P extends object, R>(build: Build<P, Select<R>>) => {
  const asSelect = (query: CompiledQuery<R>) => query as ReadonlyCompiledQuery<R> // built by a select
  const withParameters = compileOnce(build)
  const all = async ({ db, reads }: RowReader, parameters: P): Promise<R[]> => {
    const query = withParameters(parameters)
    return reads ? reads.ask(query) : (await db.executeQuery<R>(asSelect(query))).rows
  }
  const first = async (reader: RowReader, parameters: P): Promise<R | undefined> => (await all(reader, parameters))[0]
  return { all, first }
}
