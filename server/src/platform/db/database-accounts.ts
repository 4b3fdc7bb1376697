import pg from 'pg'
import { derive } from '../secrets/derive.ts'

/**
 * The accounts of the portal's own server beside its superuser, which only starts use. The owner has the tables and
 * changes them; the portal itself reads and writes rows, and cannot touch what keeps the ledger and the audit.
 */
const accounts = { owner: 'spacekeeper_owner', portal: 'spacekeeper_portal' } as const

/** How a database is created for the owner. */
export const ownedByOwner = `owner ${accounts.owner}`

/** How to reach a database: as the portal does, and as the owner of its tables, who may be the same. */
export type DatabaseUrls = { connectionString: string; ownerUrl: string }

const passwordOf = (adminUrl: string, account: keyof typeof accounts): string =>
  derive(Buffer.from(new URL(adminUrl).password), `database account ${account}`).toString('hex')

const urlOf = (adminUrl: string, account: keyof typeof accounts): string => {
  const url = new URL(adminUrl)
  url.username = accounts[account]
  url.password = passwordOf(adminUrl, account)
  return url.href
}

/** Another database of the same server. */
export const urlOfDatabase = (adminUrl: string, name: string): string => {
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return url.href
}

/** The addresses of the accounts on a database that its superuser reaches at this one. */
export const accountUrls = (adminUrl: string): DatabaseUrls => ({
  connectionString: urlOf(adminUrl, 'portal'),
  ownerUrl: urlOf(adminUrl, 'owner'),
})

const connected = async (connectionString: string, run: (client: pg.Client) => Promise<void>): Promise<void> => {
  const client = new pg.Client({ connectionString, application_name: 'spacekeeper accounts' })
  await client.connect()
  try {
    await run(client)
  } finally {
    await client.end()
  }
}

const noPowers = 'login nosuperuser nocreatedb nocreaterole noreplication'
// The queue protects its tables by row security without rules, which lets nothing through but their owner.
const powers = { owner: `${noPowers} nobypassrls`, portal: `${noPowers} bypassrls` } as const

/** Creates the accounts on a server, which its superuser alone can do. */
export const createAccounts = (adminUrl: string): Promise<void> =>
  connected(adminUrl, async (client) => {
    for (const account of ['owner', 'portal'] as const) {
      const name = accounts[account]
      const { rowCount } = await client.query('select from pg_roles where rolname = $1', [name])
      if (rowCount === 0) await client.query(`create role ${name}`)
      await client.query(`alter role ${name} with ${powers[account]} password '${passwordOf(adminUrl, account)}'`)
    }
  })

/** A database for the owner, if there is none of that name. */
export const createDatabase = (adminUrl: string, name: string): Promise<void> =>
  connected(adminUrl, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount === 0) await client.query(`create database ${name} ${ownedByOwner}`)
  })

const ours = "(to_regnamespace('public'), to_regnamespace('graphile_worker'))"

/** Everything in a database that belongs to its superuser, but for what an extension brought along. */
const handOver = `
do $$
declare one text;
begin
  for one in
    select format('database %I', datname) from pg_database where datname = current_database() and datdba = current_user::regrole
    union all
    select format('schema %I', nspname) from pg_namespace where nspowner = current_user::regrole and nspname = 'graphile_worker'
    union all
    select format('table %s', oid::regclass) from pg_class as c
    where relowner = current_user::regrole and relkind in ('r', 'p', 'v', 'm', 'S')
      and relnamespace in ${ours}
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype in ('a', 'i', 'e'))
    union all
    select format('type %s', oid::regtype) from pg_type as t
    where typowner = current_user::regrole and typtype in ('c', 'e')
      and not exists (select from pg_class where oid = typrelid and relkind <> 'c')
      and typnamespace in ${ours}
      and not exists (select from pg_depend where classid = 'pg_type'::regclass and objid = t.oid and deptype in ('i', 'e'))
    union all
    select format('routine %s', oid::regprocedure) from pg_proc as p
    where proowner = current_user::regrole
      and pronamespace in ${ours}
      and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
  loop
    execute format('alter %s owner to ${accounts.owner}', one);
  end loop;
  -- With tables of their own people could write triggers, and by those reach what only triggers write.
  execute format('revoke temporary on database %I from public', current_database());
end $$`

/**
 * What the portal may do, as far as it is not so yet: read and write every table, but not do what a trigger of it
 * always refuses. A column that is never set can be named for locking rows.
 */
const grantRights = `
do $$
declare one text;
begin
  perform pg_advisory_xact_lock(7305931403);
  for one in
    with wanted as (
      select c.oid, verb, has_table_privilege('${accounts.portal}', c.oid, verb) as is_held,
        verb = 'select' or (
          relname not in ('schema_migrations', 'schema_objects') and not exists (
            select from pg_trigger where tgrelid = c.oid and tgfoid = to_regproc('public.refuse_change')
              and tgtype & 1 = 0 and tgtype & bit <> 0
          )
        ) as is_wanted
      from pg_class as c cross join (values ('select', 0), ('insert', 4), ('update', 16), ('delete', 8)) as verbs (verb, bit)
      where relkind in ('r', 'p', 'v') and relnamespace in ${ours} and relowner = current_user::regrole
    )
    select case when is_wanted then format('grant %s on %s to', verb, oid::regclass)
      else format('revoke %s on %s from', verb, oid::regclass) end
    from wanted where is_wanted <> is_held
    union all
    select format('grant update (%I) on %s to', attname, oid::regclass)
    from wanted join pg_attribute on attrelid = oid and attidentity = 'a'
    where verb = 'update' and not is_wanted and not has_column_privilege('${accounts.portal}', oid, attnum, 'update')
    union all
    select format('grant usage, update on sequence %s to', oid::regclass) from pg_class
    where relkind = 'S' and relnamespace in ${ours} and relowner = current_user::regrole
      and case relkind when 'S' then not has_sequence_privilege('${accounts.portal}', oid, 'update') end
    union all
    select format('grant usage on schema %I to', nspname) from pg_namespace
    where oid in ${ours} and not has_schema_privilege('${accounts.portal}', oid, 'usage')
  loop
    execute format('%s ${accounts.portal}', one);
  end loop;
end $$`

const run = (connectionString: string, statement: string): Promise<void> =>
  connected(connectionString, async (client) => void (await client.query(statement)))

/** Gives the portal its rights on what there is, after tables were added. Nothing to do where owner and portal are one. */
export const giveRights = async ({ connectionString, ownerUrl }: DatabaseUrls): Promise<void> => {
  if (connectionString !== ownerUrl) await run(ownerUrl, grantRights)
}

/** Hands a database over to the accounts, also one that an older version of the portal made as superuser. */
export const handOverDatabase = async (adminUrl: string): Promise<void> => {
  await run(adminUrl, handOver)
  await giveRights(accountUrls(adminUrl))
}
