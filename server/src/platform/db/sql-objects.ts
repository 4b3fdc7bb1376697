import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { hasCode } from './has-code.ts'

export type SqlFile = { name: string; sql: string; checksum: string }
/** A function or a view, with the names of those that its text uses. */
type SqlObject = SqlFile & { uses: readonly string[] }

/** The files of a folder by their names. A checkout on Windows, with its line ends, has the same checksums. */
export const readSqlFiles = (folder: string): SqlFile[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .map((file) => {
      const sql = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n')
      return { name: file.slice(0, -'.sql'.length), sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })

const creation = /^create or replace (?:function|view) (\w+)/gm

const checkName = ({ name, sql }: SqlFile): void => {
  const created = [...sql.matchAll(creation)].map(([, one]) => one)
  if (created.length !== 1 || created[0] !== name)
    throw new Error(`The file ${name}.sql must hold one "create or replace function ${name}" or "… view ${name}".`)
}

/** Sorts what uses others after them, and otherwise by name. */
const inOrder = (objects: readonly SqlObject[]): SqlObject[] => {
  const sorted = new Set<SqlObject>()
  const add = (object: SqlObject, users: readonly string[]): void => {
    if (sorted.has(object)) return
    const path = [...users, object.name]
    if (users.includes(object.name)) throw new Error(`These files of SQL use each other: ${path.join(', ')}`)
    for (const used of objects) if (object.uses.includes(used.name)) add(used, path)
    sorted.add(object)
  }
  for (const object of objects) add(object, [])
  return [...sorted]
}

/** The functions and views of a folder, those that others use first. */
export const readSqlObjects = (folder: string): SqlObject[] => {
  const files = readSqlFiles(folder)
  for (const file of files) checkName(file)
  const names = new Set(files.map(({ name }) => name))
  return inOrder(
    files.map((file) => {
      const words = new Set(file.sql.replaceAll(/--.*/g, '').match(/\w+/g))
      return { ...file, uses: [...words].filter((word) => word !== file.name && names.has(word)) }
    }),
  )
}

/** Finds those named, and all that use one of them, be it through others. */
const withUsers = (objects: readonly SqlObject[], names: Iterable<string>): SqlObject[] => {
  const found = new Set(names)
  for (const { name, uses } of objects) if (uses.some((used) => found.has(used))) found.add(name)
  return objects.filter(({ name }) => found.has(name))
}

/** Finds those named, and all that they use, be it through others. */
export const withUsed = (objects: readonly SqlObject[], names: Iterable<string>): SqlObject[] => {
  const found = new Set(names)
  for (const { name, uses } of objects.toReversed()) if (found.has(name)) for (const used of uses) found.add(used)
  return objects.filter(({ name }) => found.has(name))
}

const createRegister =
  'create table if not exists schema_objects (name text primary key, checksum text not null, applied_at timestamptz not null)'

/** Finds what to apply: new texts, what a migration dropped to change a table beneath it, and what uses either. */
export const findStale = async (client: pg.Client, objects: readonly SqlObject[]): Promise<SqlObject[]> => {
  await client.query(createRegister)
  const { rows } = await client.query<{ name: string; checksum: string }>(
    `select name, checksum from schema_objects
     where exists (select from pg_proc where proname = name and pronamespace = current_schema()::regnamespace)
       or exists (select from pg_views where viewname = name and schemaname = current_schema())`,
  )
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]))
  const changed = objects.filter(({ name, checksum }) => applied.get(name) !== checksum)
  return withUsers(
    objects,
    changed.map(({ name }) => name),
  )
}

/** Lists what the database has under a name, as `drop` wants it: overloads of a function, or a view beside it. */
const listObjects = async (client: pg.Client, name: string): Promise<string[]> => {
  const { rows } = await client.query<{ object: string }>(
    `select format('function %s', oid::regprocedure) as object from pg_proc
       where proname = $1 and pronamespace = current_schema()::regnamespace
     union all select format('view %I', viewname) from pg_views where viewname = $1 and schemaname = current_schema()`,
    [name],
  )
  return rows.map(({ object }) => object)
}

const dropObject = async (client: pg.Client, { name }: SqlObject): Promise<void> => {
  for (const object of await listObjects(client, name)) await client.query(`drop ${object}`)
}

/** Runs in a savepoint, and goes back to it after an expected error or a false; whether what was done is kept. */
const attempt = async (client: pg.Client, run: () => Promise<boolean>, isExpected: (error: unknown) => boolean) => {
  await client.query('savepoint attempt')
  let isDone = false
  try {
    isDone = await run()
  } catch (error) {
    if (!isExpected(error)) throw error
  }
  await client.query(isDone ? 'release savepoint attempt' : 'rollback to savepoint attempt')
  return isDone
}

// PostgreSQL's codes for a function with another result, and for a view with other columns.
const irreplaceable = ['42P13', '42P16']

/** Puts the text in the place of the old one; false if PostgreSQL wants that dropped, or keeps both. */
const replaceObject = (client: pg.Client, { name, sql }: SqlObject): Promise<boolean> =>
  attempt(
    client,
    async () => {
      await client.query(sql)
      return (await listObjects(client, name)).length === 1
    },
    (error) => irreplaceable.some((code) => hasCode(error, code)),
  )

const isStillUsed = (error: unknown): boolean => hasCode(error, '2BP01')

const applyObject = async (client: pg.Client, object: SqlObject, stale: readonly SqlObject[]): Promise<void> => {
  if (await replaceObject(client, object)) return
  const users = withUsers(stale, [object.name]).filter((user) => user !== object)
  // They are applied again after this one. Those that triggers hold are left: they find the new one by its name.
  for (const user of users.toReversed())
    await attempt(client, () => dropObject(client, user).then(() => true), isStillUsed)
  await dropObject(client, object)
  await client.query(object.sql)
}

/**
 * Applies all that is stale, and returns its names. The caller holds the lock of the migrations, and has begun the
 * transaction that an error undoes.
 */
export const applySqlObjects = async (client: pg.Client, objects: readonly SqlObject[]): Promise<string[]> => {
  const stale = await findStale(client, objects)
  for (const object of stale) {
    try {
      await applyObject(client, object, stale)
      await client.query(
        `insert into schema_objects (name, checksum, applied_at) values ($1, $2, now())
         on conflict (name) do update set checksum = excluded.checksum, applied_at = excluded.applied_at`,
        [object.name, object.checksum],
      )
    } catch (error) {
      const detail = error instanceof pg.DatabaseError && error.detail ? ` (${error.detail})` : ''
      const reason = error instanceof Error ? error.message : String(error)
      throw new Error(`${object.name}.sql failed, so every function and view stays as it was: ${reason}${detail}`, {
        cause: error,
      })
    }
  }
  return stale.map(({ name }) => name)
}
