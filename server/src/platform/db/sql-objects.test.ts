import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { migrate, ourObjectsFolder } from './migrate.ts'
import { readSqlObjects } from './sql-objects.ts'
import { createEmptyTestDatabase, createTestDatabase } from './test-database.ts'

const log = pino({ level: 'silent' })
const ourMigrations = resolve(import.meta.dirname, '../../../migrations')

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'spacekeeper-objects-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

type Files = Record<string, string>
const write = (folder: string, files: Files) => {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, `${name}.sql`), text)
}

/** A database with two tables, and a program whose functions and views are these. */
const startWith = async (files: Files) => {
  const { connectionString } = await createEmptyTestDatabase()
  const [folder, objectsFolder] = [newFolder(), newFolder()]
  write(folder, { '0001_tables': 'create table doors (id integer, name text); insert into doors values (7, $$Shed$$)' })
  write(objectsFolder, files)
  const client = new pg.Client({ connectionString })
  await client.connect()
  onTestFinished(() => client.end())
  const start = () => migrate({ connectionString, folder, objectsFolder, log })
  const first = await start()
  return {
    first,
    start,
    /** A start of a version with other texts. */
    startWith: (changed: Files) => {
      write(objectsFolder, changed)
      return start()
    },
    migrateWith: (migrations: Files) => {
      write(folder, migrations)
      return start()
    },
    one: async (query: string): Promise<unknown> =>
      Object.values((await client.query<Record<string, unknown>>(query)).rows[0] ?? {})[0],
  }
}

const sqlFunction = (signature: string, result: string, body: string) =>
  `create or replace function ${signature} returns ${result} language sql as $$ ${body} $$;\n`
const answer = (number: number) => ({ answer: sqlFunction('answer()', 'integer', `select ${number}`) })

test('functions come after the migrations, and a start that brings no other text applies nothing', async () => {
  const program = await startWith({ shed: sqlFunction('shed()', 'text', 'select name from doors') })
  expect(program.first).toEqual(['0001_tables', 'shed'])
  expect(await program.one('select shed()')).toBe('Shed')
  expect(await program.start()).toEqual([])
})

test('another text replaces the old one, and the text of an older version comes back with that version', async () => {
  const program = await startWith(answer(1))
  expect(await program.startWith(answer(2))).toEqual(['answer'])
  expect(await program.one('select answer()')).toBe(2)
  expect(await program.startWith(answer(1))).toEqual(['answer'])
  expect(await program.one('select answer()')).toBe(1)
})

test('a function is applied after those it uses, whatever their names, and again when one of them changes', async () => {
  const program = await startWith({
    a: 'create or replace view a as select z() as z;',
    b: '-- Does not use a.\ncreate or replace view b as select 1 as one;',
    z: sqlFunction('z()', 'integer', 'select 1'),
  })
  expect(program.first).toEqual(['0001_tables', 'z', 'a', 'b'])
  expect(await program.startWith({ z: sqlFunction('z()', 'integer', 'select 2') })).toEqual(['z', 'a'])
  expect(await program.one('select z from a')).toBe(2)
})

test('another result is put in the place of the old one, with what is made of it', async () => {
  const program = await startWith({
    opened: sqlFunction('opened()', 'table (id integer)', 'select id from doors'),
    ids: 'create or replace view ids as select id from opened();',
    highest: sqlFunction('highest()', 'integer', 'select max(id) from ids'),
  })
  const opened = sqlFunction('opened()', 'table (id bigint, name text)', 'select id, name from doors')
  expect(await program.startWith({ opened })).toEqual(['opened', 'ids', 'highest'])
  expect(await program.one('select name from opened()')).toBe('Shed')
  expect(await program.one('select pg_typeof(id)::text from ids')).toBe('bigint')
})

test('a function with other parameters takes the place of the one of before', async () => {
  const program = await startWith(answer(1))
  await program.startWith({ answer: sqlFunction('answer(question text)', 'integer', 'select length(question)') })
  expect(await program.one(`select answer('why')`)).toBe(3)
  expect(await program.one(`select count(*)::int from pg_proc where proname = 'answer'`)).toBe(1)
})

test('a view with other columns, and a view that was a function, take the place of the old ones', async () => {
  const program = await startWith({ names: 'create or replace view names as select id, name from doors;' })
  await program.startWith({ names: 'create or replace view names as select name from doors;' })
  expect(await program.one('select row_to_json(names)::text from names')).toBe('{"name":"Shed"}')
  await program.startWith({ names: sqlFunction('names()', 'text', 'select name from doors') })
  expect(await program.one('select names()')).toBe('Shed')
  expect(await program.one(`select to_regclass('names')`)).toBeNull()
})

test('a trigger keeps its function while that and what it calls change', async () => {
  const fill = (call: string) => ({
    fill: `create or replace function fill() returns trigger language plpgsql as $$ begin
        new.id := ${call}; return new; end $$;
      create or replace trigger doors_fill before insert on doors for each row execute function fill();`,
  })
  const program = await startWith({ ...answer(1), ...fill('answer()') })
  const other = { answer: sqlFunction('answer(a integer)', 'integer', 'select a') }
  expect(await program.startWith({ ...other, ...fill('answer(5)') })).toEqual(['answer', 'fill'])
  expect(await program.one('insert into doors default values returning id')).toBe(5)
})

test('what a migration drops to change a table comes back after it', async () => {
  const program = await startWith({ names: 'create or replace view names as select name from doors;' })
  const change = 'drop view names; alter table doors alter column name type varchar(50)'
  expect(await program.migrateWith({ '0002_names': change })).toEqual(['0002_names', 'names'])
  expect(await program.one('select name from names')).toBe('Shed')
})

test('a broken text is named, leaves every function as it was, and is applied once it is mended', async () => {
  const program = await startWith({ ...answer(1), last: sqlFunction('last()', 'integer', 'select 1') })
  const broken = { last: sqlFunction('last()', 'integer', 'select missing from doors') }
  await expect(program.startWith({ ...answer(2), ...broken })).rejects.toThrow(
    'last.sql failed, so every function and view stays as it was: column "missing" does not exist',
  )
  expect([await program.one('select answer()'), await program.one('select last()')]).toEqual([1, 1])
  expect(await program.startWith({ last: sqlFunction('last()', 'integer', 'select 2') })).toEqual(['answer', 'last'])
})

test('a function that tables need in its old form is not replaced, and the start says what needs it', async () => {
  const fold = (type: string) => ({
    fold: `create or replace function fold(${type}) returns ${type} language sql immutable as 'select $1';`,
  })
  const program = await startWith(fold('text'))
  await program.migrateWith({ '0002_index': 'create index doors_name on doors (fold(name))' })
  await expect(program.startWith(fold('varchar'))).rejects.toThrow(/fold\.sql failed.*index doors_name depends on/s)
})

test('processes that start at once take turns', async () => {
  const program = await startWith({})
  const applied = await Promise.all([1, 2, 3, 4].map(() => program.startWith(answer(1))))
  expect(applied.flat()).toEqual(['answer'])
})

test.each([
  [{ one: sqlFunction('other()', 'integer', 'select 1') }, 'one.sql must hold one'],
  [{ two: sqlFunction('two()', 'integer', 'select 1') + sqlFunction('more()', 'integer', 'select 1') }, 'two.sql must'],
  [{ plain: 'create function plain() returns integer language sql return 1;' }, 'plain.sql must hold one'],
  [{ a: sqlFunction('a()', 'int', 'select b()'), b: sqlFunction('b()', 'int', 'select a()') }, 'each other: a, b, a'],
])('the files %j are refused', async (files, message) => {
  await expect(startWith(files)).rejects.toThrow(message)
})

const ourFunctions = `select proname as name, prosrc as text, pg_get_functiondef(oid) as definition from pg_proc as p
  where pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
  order by proname collate "C"`

const rowsOf = async <Row extends pg.QueryResultRow>(connectionString: string, query: string): Promise<Row[]> => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query<Row>(query)).rows
  } finally {
    await client.end()
  }
}

test('every function of the portal has its file, and nothing else is there', async () => {
  const { ownerUrl } = await createTestDatabase()
  const rows = await rowsOf<{ name: string }>(ownerUrl, ourFunctions)
  const names = readSqlObjects(ourObjectsFolder).map(({ name }) => name)
  expect(rows.map(({ name }) => name)).toEqual(names.toSorted())
})

test('a database of a version before there were files gets their texts', async () => {
  const { connectionString } = await createEmptyTestDatabase()
  await migrate({ connectionString, folder: ourMigrations, log })
  const names = readSqlObjects(ourObjectsFolder).map(({ name }) => name)
  expect(await migrate({ connectionString, log })).toEqual(names)
  const { ownerUrl } = await createTestDatabase()
  expect(await rowsOf(connectionString, ourFunctions)).toEqual(await rowsOf(ownerUrl, ourFunctions))
  expect(await migrate({ connectionString, log })).toEqual([])
})

test('a function whose results are stored says in its file how they are written again', async () => {
  const { ownerUrl } = await createTestDatabase()
  const stored = await rowsOf<{ name: string; table: string }>(
    ownerUrl,
    `select distinct proname as name, coalesce(a.adrelid, i.indrelid, c.conrelid)::regclass::text as table
     from pg_depend as d join pg_proc as p on d.refclassid = 'pg_proc'::regclass and p.oid = d.refobjid
     left join pg_attrdef as a on d.classid = 'pg_attrdef'::regclass and a.oid = d.objid
     left join pg_index as i on d.classid = 'pg_class'::regclass and i.indexrelid = d.objid
     left join pg_constraint as c on d.classid = 'pg_constraint'::regclass and c.oid = d.objid
     where pronamespace = 'public'::regnamespace and coalesce(a.adrelid, i.indrelid, c.conrelid) is not null
       and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')`,
  )
  expect(stored.map(({ name }) => name).toSorted()).toEqual(['fold_text', 'search_text'])
  for (const { name, table } of stored)
    expect(readFileSync(join(ourObjectsFolder, `${name}.sql`), 'utf8')).toMatch(
      new RegExp(`^update ${table} set `, 'm'),
    )
})

test('another way of folding texts writes again what members are found by', async () => {
  const { ownerUrl: connectionString } = await createTestDatabase()
  const objectsFolder = newFolder()
  cpSync(ourObjectsFolder, objectsFolder, { recursive: true })
  const file = join(objectsFolder, 'fold_text.sql')
  writeFileSync(file, readFileSync(file, 'utf8').replace(`'olddi'`, `'xlddi'`))
  const found = `insert into members (email, first_name, last_name, screen_name, registered_at, vehicle_registration_plate)
    values ('a@example.org', 'Bjørn', 'O', 'bj', now(), 'Ø 1') returning search_words, plate_signs`
  expect(await rowsOf(connectionString, found)).toEqual([
    { search_words: expect.stringContaining('bjorn'), plate_signs: 'o1' },
  ])
  const applied = await migrate({ connectionString, folder: ourMigrations, objectsFolder, log })
  expect(applied).toEqual(['fold_text', 'search_text'])
  expect(await rowsOf(connectionString, 'select search_words, plate_signs from members')).toEqual([
    { search_words: expect.stringContaining('bjxrn'), plate_signs: 'x1' },
  ])
})
