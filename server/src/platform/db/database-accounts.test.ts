import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrateJobs } from '../jobs/migrate-jobs.ts'
import { giveRights, urlOfDatabase } from './database-accounts.ts'
import { startEmbeddedPostgres, startEmbeddedServer, type EmbeddedPostgres } from './embedded-postgres.ts'
import { migrate } from './migrate.ts'
import { runAsAdmin } from './test-database.ts'

const log = pino({ level: 'silent' })
const dataDir = mkdtempSync(join(tmpdir(), 'spacekeeper-accounts-'))
// Said first and therefore done last, also when the rest does not come up.
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
const options = { dataDir, isThrowaway: true, settings: { fsync: 'off' } }
let opened: EmbeddedPostgres
let portal: pg.Client
let owner: pg.Client

/** A folder as versions before wrote it, whose superuser has everything; and then a start of this one. */
beforeAll(async () => {
  const old = await startEmbeddedServer(options, log)
  await runAsAdmin(old.adminUrl, 'create database spacekeeper')
  const connectionString = urlOfDatabase(old.adminUrl, 'spacekeeper')
  await migrate({ connectionString, log })
  await migrateJobs({ connectionString, log })
  await runAsAdmin(
    connectionString,
    `insert into members (email, first_name, last_name, screen_name, registered_at) values ('ada@example.org', 'Ada', 'O', 'ada', now());
     insert into ledger_entries (member_id, at, amount_cents, type, source, contra_account, actor_kind)
       select id, now(), 500, 'cash', 'staff', 'cash', 'system' from members;
     insert into audit_events (at, event, actor_kind) values (now(), 'test.event', 'system')`,
  )
  await old.close()

  opened = await startEmbeddedPostgres(options, log)
  portal = new pg.Client({ connectionString: opened.connectionString })
  owner = new pg.Client({ connectionString: opened.ownerUrl })
  await Promise.all([portal.connect(), owner.connect()])
})
afterAll(async () => {
  await Promise.all([portal.end(), owner.end()])
  await opened.close()
})

const refused = (client: pg.Client, statement: string) =>
  expect(client.query(statement), statement).rejects.toMatchObject({ code: '42501' })

test('a folder of an older version is handed over as it is, and the owner goes on changing it', async () => {
  const { rows } = await portal.query('select balance_cents from balances')
  expect(rows).toEqual([{ balance_cents: 500 }])
  const { rows: left } = await portal.query(
    `select relname from pg_class where relowner <> 'spacekeeper_owner'::regrole
       and relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
     union all select proname from pg_proc as p where proowner <> 'spacekeeper_owner'::regrole
       and pronamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
       and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')`,
  )
  expect(left).toEqual([])
  await owner.query('create table later (id bigint generated always as identity primary key, note text)')
  await refused(portal, 'select from later')
  await giveRights(opened)
  expect((await portal.query("insert into later (note) values ('a') returning id, note")).rows).toEqual([
    { id: '1', note: 'a' },
  ])
  expect(await migrate({ connectionString: opened.ownerUrl, log })).toEqual([])
})

test('the queue works for the portal, which does not own it', async () => {
  await portal.query("select graphile_worker.add_job('cleanUp', '{}'::json)")
  expect((await portal.query('select task_identifier from graphile_worker.jobs')).rows).toEqual([
    { task_identifier: 'cleanUp' },
  ])
})

test('neither account is a superuser or becomes another', async () => {
  const { rows } = await portal.query(
    "select rolname from pg_roles where rolname like 'spacekeeper\\_%' and (rolsuper or rolcreaterole or rolcreatedb or rolreplication)",
  )
  expect(rows).toEqual([])
  for (const client of [portal, owner]) {
    await refused(client, 'set session_replication_role = replica')
    await refused(client, 'set role spacekeeper')
    await refused(client, "select pg_read_file('postgresql.conf')")
  }
  await refused(portal, 'set role spacekeeper_owner')
  const passwords = [opened.connectionString, opened.ownerUrl].map((url) => new URL(url).password)
  expect(new Set(passwords).size).toBe(2)
})

test.each([
  'alter table ledger_entries disable trigger all',
  'alter table balances disable trigger user',
  'drop trigger audit_events_keep on audit_events',
  'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return new; end $$',
  'truncate audit_events',
  'truncate ledger_entries cascade',
  'create table mine (id integer)',
  // Whose triggers could write what only triggers may.
  'create temporary table mine (id integer)',
  'update ledger_entries set amount_cents = 1',
  'delete from ledger_entries',
  'update purchases set listed_price_cents = 1',
  'delete from purchases',
  "update schema_migrations set checksum = ''",
  "update schema_objects set checksum = ''",
])('the portal itself may not: %s', async (statement) => {
  await expect(portal.query(statement)).rejects.toMatchObject({ code: '42501' })
})

test('the portal still books, locks an entry and empties the details of events by the rule of the database', async () => {
  await portal.query('select from ledger_entries for update')
  await portal.query(
    `insert into ledger_entries (member_id, at, amount_cents, type, source, contra_account, actor_kind)
     select id, now(), -200, 'card', 'device', 'vendingIncome', 'device' from members`,
  )
  expect((await portal.query('select balance_cents from balances')).rows).toEqual([{ balance_cents: 300 }])
  await expect(portal.query('update balances set balance_cents = 999')).rejects.toThrow('only by ledger entries')
  await expect(portal.query('delete from audit_events')).rejects.toThrow('append-only')
  await expect(portal.query(`update audit_events set data = '{"erased": true}'`)).rejects.toThrow('append-only')
})
