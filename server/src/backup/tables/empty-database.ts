import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { isUnfinished } from '#platform/db/unfinished-restore.ts'
import { ArchiveProblem } from '../archive-file.ts'
import { quoted } from './table-set.ts'

/** The oldest that the portal runs on. */
const oldestVersion = 15

const readServer = `select current_setting('server_version') as version,
  current_setting('server_version_num')::int / 10000 as major,
  (select pg_encoding_to_char(encoding) from pg_database where datname = current_database()) as encoding,
  (select count(*)::int from pg_stat_activity where datname = current_database() and application_name like 'spacekeeper%'
    and usename = current_user and pid <> pg_backend_pid() and application_name <> 'spacekeeper backup') as portals`

type ServerFacts = { version: string; major: number; encoding: string; portals: number }

const ofNoExtension = (catalog: string) =>
  `not exists (select from pg_depend where classid = '${catalog}'::regclass and objid = one.oid and deptype in ('e', 'i'))`

const listTables = `select relname as name from pg_class as one
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'f') and ${ofNoExtension('pg_class')}`

/** Made by people, where there are no tables that could be a portal's. */
const listOthers = `select relname as name from pg_class as one
    where relnamespace = 'public'::regnamespace and relkind in ('v', 'm', 'S') and ${ofNoExtension('pg_class')}
  union all select proname from pg_proc as one where pronamespace = 'public'::regnamespace and ${ofNoExtension('pg_proc')}
  union all select typname from pg_type as one
    where typnamespace = 'public'::regnamespace and typtype in ('e', 'd') and ${ofNoExtension('pg_type')}`

const namesOf = async (client: pg.Client, query: string): Promise<string[]> =>
  (await client.query<{ name: string }>(query)).rows.map(({ name }) => name)

const one = async <R extends pg.QueryResultRow>(client: pg.Client, text: string): Promise<R> => {
  const [row] = (await client.query<R>(text)).rows
  if (!row) throw new Error('PostgreSQL answered nothing.')
  return row
}

/** An empty portal fills them by itself: with what migrations put there, and with what it notes when it starts and waits. */
const filledByItself = [
  'books_closed',
  'daily_jobs',
  'fleet_watch',
  'installation',
  'installed_versions',
  'leases',
  'reminder_steps',
  'retention_runs',
  'schema_migrations',
  'schema_objects',
]

/** The key of secret settings is noted at the first start. */
const setByPeople = "settings where key <> 'SECRET_KEY_FINGERPRINT'"

/** Finds rows that people have brought; null where a portal has none but its own. */
const findUsed = async (client: pg.Client, tables: readonly string[]): Promise<string | null> => {
  const { count } = await one<{ count: number }>(client, 'select count(*)::int as count from members')
  if (count > 0) return `${count} members`
  const asked = tables.filter((name) => !filledByItself.includes(name))
  const places = asked.map((name) => (name === 'settings' ? setByPeople : quoted(name)))
  const { rows } = await client.query<{ name: string }>(
    asked
      .map((name, index) => `select '${name}' as name where exists (select from ${places[index]})`)
      .join(' union all '),
  )
  return rows.length === 0 ? null : `rows in ${rows.map(({ name }) => name).join(', ')}`
}

const lookMs = 100

/** The connections of a portal that has just stopped go a moment later. */
const readSettled = async (client: pg.Client, looks = 30): Promise<ServerFacts> => {
  const facts = await one<ServerFacts>(client, readServer)
  if (facts.portals === 0 || looks === 0) return facts
  await sleep(lookMs)
  return readSettled(client, looks - 1)
}

/** Throws where nothing may be put into a database: because of what it is, what is in it, or who works with it. */
export const checkEmpty = async (client: pg.Client): Promise<void> => {
  const { version, major, encoding, portals } = await readSettled(client)
  if (!(major >= oldestVersion))
    throw new ArchiveProblem(`The database is PostgreSQL ${version}; the portal needs ${oldestVersion} or newer.`)
  if (encoding !== 'UTF8')
    throw new ArchiveProblem(
      `The database keeps its texts in ${encoding}, which lacks letters that names have. Create one with: create database NAME encoding 'UTF8' template template0`,
    )
  if (portals > 0) throw new ArchiveProblem('A portal works with this database. Stop it first.')
  await checkUnused(client)
}

/** Throws where there is what people have brought. */
export const checkUnused = async (client: pg.Client): Promise<void> => {
  if (await isUnfinished(client)) return
  const tables = await namesOf(client, listTables)
  const [strange] = tables.length === 0 ? await namesOf(client, listOthers) : tables
  if (strange === undefined) return
  if (!tables.includes('schema_migrations') || !tables.includes('members'))
    throw new ArchiveProblem(
      `The database is not empty: it has ${strange}, which is none of a portal's. Take another database, or drop what is in this one.`,
    )
  const used = await findUsed(client, tables)
  if (used !== null)
    throw new ArchiveProblem(
      `The database is not empty: it has ${used}. Nothing was changed. Take another database, or drop what is in this one.`,
    )
}

/** Everything in the schema but for what an extension brought along. */
const dropAll = `
do $$
declare one text;
begin
  for one in
    select format('drop %s if exists public.%I cascade',
      case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end, relname)
    from pg_class as one where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')
      and ${ofNoExtension('pg_class')}
    order by relkind = 'S'
  loop
    execute one;
  end loop;
  for one in
    select format('drop routine if exists %s cascade', oid::regprocedure) from pg_proc as one
    where pronamespace = 'public'::regnamespace and ${ofNoExtension('pg_proc')}
  loop
    execute one;
  end loop;
  for one in
    select format('drop type if exists public.%I cascade', typname) from pg_type as one
    where typnamespace = 'public'::regnamespace and typtype in ('e', 'd', 'c') and ${ofNoExtension('pg_type')}
      and not exists (select from pg_class where pg_class.oid = typrelid and relkind <> 'c')
  loop
    execute one;
  end loop;
end $$`

/** Takes out what an empty portal has made for itself, within the transaction that puts other tables there. */
export const emptyDatabase = async (client: pg.Client): Promise<void> => {
  await client.query(dropAll)
}
