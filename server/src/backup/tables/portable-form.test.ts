import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createFormerDatabase } from '#platform/db/former-database.testing.ts'
import { migrationNames } from '#platform/db/migrate.ts'
import { createEmptyTestDatabase, runAsAdmin } from '#platform/db/test-database.ts'
import { databaseImportOf } from '../../cli/portable.ts'
import { readConfig } from '../../config.ts'
import { anEntry } from '../../memberbucks/factory.ts'
import { aMember } from '../../members/factory.ts'
import { openServices } from '../../services.ts'
import { anEmptyFolder } from '../backup-scene.testing.ts'
import { importDatabase } from './database-import.ts'
import { aPortal, exported, importInto, log, query, SECRET_KEY } from './portable-scene.testing.ts'
import { exportToFolder, openExport } from './table-folder.ts'
import { importTables } from './table-import.ts'
import type { TableSet } from './table-set.ts'

/** Everything that makes up the tables, as PostgreSQL says it. */
const structure = `
  select 'column' as kind, table_schema || '.' || table_name || '.' || column_name as name,
    concat_ws(' ', data_type, column_default, is_nullable, is_identity, generation_expression) as text
  from information_schema.columns where table_schema in ('public', 'graphile_worker')
  union all
  select 'constraint', conrelid::regclass || '.' || conname, pg_get_constraintdef(oid) || convalidated
  from pg_constraint where connamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace) and contype <> 'n'
  union all
  select 'index', indexrelid::regclass::text, pg_get_indexdef(indexrelid) from pg_index
  where indrelid in (select oid from pg_class where relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace))
  union all
  select 'trigger', tgrelid::regclass || '.' || tgname, pg_get_triggerdef(oid) || tgenabled::text from pg_trigger where not tgisinternal
  union all
  select 'function', oid::regprocedure::text, pg_get_functiondef(oid) from pg_proc
  where pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')
  union all
  select 'view', viewname, definition from pg_views where schemaname = 'public'
  union all
  select 'sequence', sequencename, concat_ws(' ', start_value, increment_by, cache_size) from pg_sequences
  order by 1, 2`

const contentsOf = async (url: string, { tables }: TableSet) => {
  const contents: Record<string, unknown> = {}
  for (const { schema, name, sorted } of tables) {
    const order = sorted.length === 0 ? 'one::text' : sorted.map((column) => `one."${column}"`).join(', ')
    contents[name] = await query(url, `select one::text as row from "${schema}"."${name}" as one order by ${order}`)
  }
  return contents
}

/** Tables in which the portal that opens a copy notes that it does. */
const noted = new Set(['installed_versions', 'settings'])

test('a database is put into another one with every row, and its tables, numbers and rules are as before', async () => {
  const portal = await aPortal()
  const { id } = await aMember(portal.db, { firstName: 'Ada "Löwe"\t\\N', cards: ['4711'] })
  await anEntry(portal.db, { memberId: id, amountCents: 1250 })
  const { folder, set } = await exported(portal)
  const before = await contentsOf(portal.ownerUrl, set)
  const { connectionString: url } = await createEmptyTestDatabase()
  const report = await importInto(url, folder)
  expect(report).toMatchObject({ faults: [], entries: 1, sumCents: 1250 })
  const after = await contentsOf(url, set)
  const copied = set.tables.filter(({ name }) => !noted.has(name))
  for (const { name } of copied) expect(after[name], name).toEqual(before[name])
  expect(await query(url, structure)).toEqual(await query(portal.ownerUrl, structure))
  // Numbers go on where they were.
  expect(await query(url, "select nextval('members_id_seq') > (select max(id) from members) as is")).toEqual([
    { is: true },
  ])
  // Rows that rules of the tables refuse are refused again.
  await expect(query(url, 'delete from ledger_entries')).rejects.toThrow('ledger_entries')
  await expect(query(url, `insert into ballot_keys (motion_id, public_key) values (999999, '{}')`)).rejects.toThrow(
    'foreign key',
  )
})

test('the copy of a database that members go on using is of one moment', async () => {
  const portal = await aPortal()
  let isWriting = true
  const writing = (async () => {
    while (isWriting) {
      const { id } = await aMember(portal.db, { cards: [String(Math.random()).slice(2, 12)] })
      await anEntry(portal.db, { memberId: id, amountCents: 100 })
    }
  })()
  const { folder, set } = await exported(portal)
  isWriting = false
  await writing
  const { connectionString: url } = await createEmptyTestDatabase()
  const { entries } = await importInto(url, folder)
  expect(set.tables.find(({ name }) => name === 'ledger_entries')?.rows).toBe(entries)
})

test('a database that is not empty, or has tables of another program, is refused and stays as it is', async () => {
  const portal = await aPortal()
  const { folder } = await exported(portal)
  await aMember(portal.db)
  const { folder: used } = await exported(portal)
  const { connectionString: url } = await createEmptyTestDatabase()
  await importInto(url, used)
  await expect(importInto(url, folder)).rejects.toThrow('it has 1 members')
  // Also without a member.
  const { connectionString: left } = await createEmptyTestDatabase()
  const config = readConfig({ DATABASE_URL: left, DATA_DIR: anEmptyFolder(), SECRET_KEY })
  await (await openServices(config, log)).close()
  await query(left, "insert into settings (key, value, changed_at) values ('SITE_NAME', '\"Shed\"', now())")
  await expect(importInto(left, folder)).rejects.toThrow('it has rows in settings')
  expect(await query(left, "select value from settings where key = 'SITE_NAME'")).toEqual([{ value: 'Shed' }])
  const { connectionString: other } = await createEmptyTestDatabase()
  await query(other, 'create table recipes (id int)')
  await expect(importInto(other, folder)).rejects.toThrow('it has recipes')
  expect(await query(other, 'select count(*)::int as rows from recipes')).toEqual([{ rows: 0 }])
  const { connectionString: computing } = await createEmptyTestDatabase()
  await query(computing, "create function measure() returns int language sql as 'select 1'")
  await expect(importInto(computing, folder)).rejects.toThrow('it has measure')
})

test('a portal that works with the database is noticed, and an empty one that was stopped makes room', async () => {
  const portal = await aPortal()
  await aMember(portal.db, { firstName: 'Ada' })
  const { folder } = await exported(portal)
  const { connectionString: url } = await createEmptyTestDatabase()
  const config = readConfig({ DATABASE_URL: url, DATA_DIR: anEmptyFolder(), SECRET_KEY })
  const empty = await openServices(config, log)
  await expect(importInto(url, folder)).rejects.toThrow('Stop it first')
  await empty.close()
  await importInto(url, folder)
  expect(await query(url, 'select first_name from members')).toEqual([{ first_name: 'Ada' }])
})

test('an import that is cut off or refused at its end leaves nothing, and no portal begins before it is verified', async () => {
  const portal = await aPortal()
  await aMember(portal.db)
  const { folder, set } = await exported(portal)
  const { connectionString: url } = await createEmptyTestDatabase()
  const target = { ownerUrl: url, isMarked: true, log }
  const refuse = () => Promise.reject(new Error('killed'))
  const source = await openExport(folder)
  await expect(importTables({ ...target, check: refuse }, source)).rejects.toThrow('killed')
  expect(await query(url, "select to_regclass('members') as name")).toEqual([{ name: null }])
  // Rows that are there and not verified yet.
  await expect(importInto(url, folder, () => Promise.reject(new Error('killed')))).rejects.toThrow('killed')
  const config = readConfig({ DATABASE_URL: url, DATA_DIR: anEmptyFolder(), SECRET_KEY })
  await expect(openServices(config, log)).rejects.toThrow('Run the same command again')
  await importInto(url, folder)
  await (await openServices(config, log)).close()
  const wrong = { ...set, cents: { ...set.cents, ledger: 7 } }
  const { connectionString: next } = await createEmptyTestDatabase()
  const changed = { ...(await openExport(folder)), set: wrong }
  await expect(importTables({ ...target, ownerUrl: next, check: () => Promise.resolve() }, changed)).rejects.toThrow(
    'The sum of ledger in cents is 0 and should be 7.',
  )
})

test('an account that may create nothing but tables in its own database is enough', async () => {
  const portal = await aPortal()
  await aMember(portal.db, { firstName: 'Ada' })
  const { folder } = await exported(portal)
  const { connectionString: url } = await createEmptyTestDatabase()
  const owner = await query(
    url,
    'select rolsuper, rolcreaterole, rolcreatedb, rolbypassrls from pg_roles where rolname = current_user',
  )
  expect(owner).toEqual([{ rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolbypassrls: false }])
  await importInto(url, folder)
  expect(await query(url, 'select first_name from members')).toEqual([{ first_name: 'Ada' }])
})

test('a copy of an older version is put in as it was, and brought up to date by the portal that opens it; one of a newer is refused', async () => {
  const former = await createFormerDatabase('0120')
  await former.rows(`insert into settings (key, value, changed_at) values ('SITE_NAME', '"Old space"', now())`)
  const folder = join(anEmptyFolder(), 'export')
  const facts = { ownerUrl: former.connectionString, madeAt: new Date(), hasSecretKey: false, secretKey: null }
  const { migration } = await exportToFolder(folder, facts)
  expect(migration < '0120').toBe(true)
  const { connectionString: url } = await createEmptyTestDatabase()
  await importInto(url, folder)
  expect(await query(url, `select value from settings where key = 'SITE_NAME'`)).toEqual([{ value: 'Old space' }])
  expect(await query(url, 'select max(name collate "C") as name from schema_migrations')).toEqual([
    { name: migrationNames().at(-1) },
  ])
  const path = join(folder, 'manifest.json')
  const newer = readFileSync(path, 'utf8').replace(`"${migration}"`, '"9999_from_the_future"')
  writeFileSync(path, newer.replace(/"version": "[^"]+"/, '"version": "7.0.0"'))
  await expect(importInto((await createEmptyTestDatabase()).connectionString, folder)).rejects.toThrow(
    'made by Spacekeeper 7.0.0',
  )
})

test('the secrets that come along need their key: it is put in its place, and another one is refused', async () => {
  const portal = await aPortal()
  const { folder } = await exported(portal, 'a-secret-key-of-the-old-portal-0123456789\n')
  await portal.runAsOwner(
    `insert into settings (key, value, changed_at) values ('SECRET_KEY_FINGERPRINT', to_jsonb('another'::text), now())`,
  )
  const { folder: strange } = await exported(portal, 'a-secret-key-of-the-old-portal-0123456789\n')
  const { connectionString: url } = await createEmptyTestDatabase()
  const dataDir = anEmptyFolder()
  writeFileSync(join(dataDir, 'secret-key'), 'the-key-of-the-new-portal-0123456789abcdef\n')
  const config = readConfig({ DATABASE_URL: url, DATA_DIR: dataDir })
  const importing = { ...databaseImportOf(config), now: new Date('2026-11-29T11:00:00Z') }
  await expect(importDatabase(importing, await openExport(strange), () => Promise.resolve())).rejects.toThrow(
    'another SECRET_KEY',
  )
  await importDatabase(importing, await openExport(folder), () => Promise.resolve())
  expect(readFileSync(join(dataDir, 'secret-key'), 'utf8')).toContain('old-portal')
  expect(readFileSync(join(dataDir, 'secret-key.before-2026-11-29T11-00-00Z'), 'utf8')).toContain('new-portal')
})

test('a folder that is not whole, damaged or no export is refused in a sentence, and what a killed export left is begun anew', async () => {
  const portal = await aPortal()
  await aMember(portal.db)
  const { folder } = await exported(portal)
  const members = join(folder, 'public.members.copy')
  const good = readFileSync(members)
  const refused = (words: string) => expect(openExport(folder)).rejects.toThrow(words)
  const flipped = Buffer.from(good)
  flipped[5] = (flipped[5] ?? 0) ^ 1
  writeFileSync(members, flipped)
  await refused('public.members.copy is damaged')
  truncateSync(members, 10)
  await refused('public.members.copy is not whole: it has 10 of')
  rmSync(members)
  await refused('public.members.copy is missing')
  writeFileSync(join(folder, 'manifest.json'), '{}')
  await refused('manifest.json is damaged')
  rmSync(join(folder, 'manifest.json'))
  await refused('is no export of Spacekeeper')
  await expect(openExport('/nonexistent')).rejects.toThrow('There is no folder')
  const facts = { ownerUrl: portal.ownerUrl, madeAt: new Date(), hasSecretKey: false, secretKey: null }
  await expect(exportToFolder(folder, facts)).rejects.toThrow('is not empty')
  writeFileSync(join(folder, 'unfinished'), '')
  await refused('its export was interrupted')
  await exportToFolder(folder, facts)
  expect(readdirSync(folder)).toContain('public.members.copy')
  expect(readdirSync(folder)).not.toContain('unfinished')
})

test('of a secret vote that is on, the copy has neither the key of its box nor the order of its ballots', async () => {
  const portal = await aPortal()
  const motion = await portal.db.selectFrom('motions').select('id').executeTakeFirst()
  expect(motion).toBeUndefined()
  await runAsAdmin(portal.ownerUrl, 'alter table ballot_keys drop constraint ballot_keys_motion_id_fkey')
  await portal.runAsOwner(
    `insert into ballot_keys (motion_id, public_key, box_key) values (1, '{}', 'the-key-of-the-box')`,
  )
  await portal.runAsOwner('alter table sealed_ballots drop constraint sealed_ballots_motion_id_fkey')
  await portal.runAsOwner(
    String.raw`insert into sealed_ballots (motion_id, mark, sealed) values (1, '\xff', '\x01'), (1, '\x0a', '\x02'), (1, '\x77', '\x03')`,
  )
  const { folder } = await exported(portal)
  const keys = readFileSync(join(folder, 'public.ballot_keys.copy'), 'utf8')
  expect(keys).not.toContain('the-key-of-the-box')
  expect(keys).toContain('left-out-of-backups')
  const marks = readFileSync(join(folder, 'public.sealed_ballots.copy'), 'utf8').match(/(?<=\t\\\\x)(0a|77|ff)/g)
  expect(marks).toEqual(['0a', '77', 'ff'])
})
