import { createHash } from 'node:crypto'
import type pg from 'pg'
import { makeKey } from '../../server/src/devices/keys.ts'
import { textsOf } from '../../server/src/platform/live/channel.ts'
import { settingsChanged } from '../../server/src/platform/settings/settings.ts'
import { withClient } from './database.ts'

export const memberCount = 10_000
export const doorCount = 200
const sessionCount = 2_000
/** Each member may use every twentieth door, so each door has 500 members. */
const everyNth = 20

export type BenchSpace = {
  /** Cookies of logged-in members, an administrator's first. */
  cookies: string[]
  doors: { id: number; serial: string; key: string }[]
  /** A member who may use every door. */
  everywhereId: number
}

const members = `
  insert into members (email, email_verified_at, is_admin, first_name, last_name, screen_name, phone, membership_state,
    subscription_status, registered_at, first_joined_at, profile_updated_at, last_seen_at)
  select 'member' || n || '@example.org', now(), n = 1, 'Member', 'Number ' || n, 'member' || n, '0400 000 000', 'active',
    'active', now() - n * interval '1 hour', now() - n * interval '1 hour', now(), now() - n * interval '1 minute'
  from generate_series(1, $1::int) n
  returning id`
const cards = `
  insert into cards (member_id, number, added_at)
  select id, lpad(row_number() over (order by id)::text, 10, '0'), now() from members`
const doors = `
  insert into devices (kind, serial, name, is_authorised, last_seen_at, added_at)
  select 'door', 'bench-' || n, 'Door ' || n, true, now(), now() from generate_series(1, $1::int) n
  returning id, serial`
const keys = `
  insert into device_keys (device_id, prefix, secret_hash, created_at)
  select id, prefix, hash, now() from unnest($1::int[], $2::text[], $3::bytea[]) as k(id, prefix, hash)`
const grants = `
  insert into grants (member_id, device_id, granted_at)
  select m.id, d.id, now()
  from (select id, row_number() over (order by id) as n from members) m
  join (select id, row_number() over (order by id) as n from devices) d on (d.n + m.n) % $1::int = 0
  on conflict do nothing`
const machines = `
  insert into devices (kind, serial, name, is_authorised, last_seen_at, added_at)
  select 'interlock', 'bench-machine-' || n, 'Machine ' || n, true, now(), now() from generate_series(1, $1::int) n
  returning id, serial`
/** A machine with a price takes no card while the prepaid balance is off. */
const balanceOn = `
  with turned_on as (insert into settings (key, value, changed_at) values ('ENABLE_MEMBERBUCKS', 'true', now()))
  select pg_notify('spacekeeper', unnest($1::text[]))`
const prices = `
  insert into machine_prices (device_id, cost_per_session_cents, cost_per_hour_cents, cost_per_kwh_cents,
    min_balance_cents)
  select id, 100, 600, 50, 500 from devices where kind = 'interlock'`
const machineGrants = `
  insert into grants (member_id, device_id, granted_at)
  select m.id, d.id, now() from members m cross join devices d where d.kind = 'interlock'`
const balances = `
  insert into ledger_entries (member_id, at, amount_cents, balance_cents, type, source, contra_account, actor_kind)
  select id, now(), 1000000, 0, 'cash', 'system', 'cash', 'system' from members`
const everywhere = `
  insert into grants (member_id, device_id, granted_at) select $1, id, now() from devices on conflict do nothing`
/** A session is noted as used once a minute: as in a running portal, some are due at any time. */
const sessions = `
  insert into sessions (member_id, token_hash, created_at, last_used_at, expires_at, ip_address)
  select id, hash, now(), now() - random() * interval '1 minute', now() + interval '14 days', '127.0.0.1'
  from unnest($1::int[], $2::bytea[]) as s(id, hash)`

const hashOf = (token: string) => createHash('sha256').update(token).digest()

const makeKeys = async (client: pg.Client, devices: readonly { id: number; serial: string }[]) => {
  const made = devices.map((device) => ({ ...device, ...makeKey() }))
  await client.query(keys, [
    made.map((device) => device.id),
    made.map((device) => device.prefix),
    made.map((device) => device.hash),
  ])
  return made.map(({ id, serial, key }) => ({ id, serial, key }))
}

/** Adds machines that cost something, for everybody, with a balance in every account. */
export const seedMachines = (connectionString: string, count: number): Promise<BenchSpace['doors']> =>
  withClient(connectionString, async (client) => {
    const rows = await client.query<{ id: number; serial: string }>(machines, [count])
    await client.query(prices)
    await client.query(balanceOn, [textsOf([settingsChanged.notice({ keys: ['ENABLE_MEMBERBUCKS'] })])])
    const made = await makeKeys(client, rows.rows)
    await client.query(balances)
    await client.query(machineGrants)
    await client.query('analyze')
    return made
  })

/** Fills an empty portal with a large space, by one statement a table. */
export const seed = (connectionString: string, count: { doors: number }): Promise<BenchSpace> =>
  withClient(connectionString, async (client) => {
    const memberRows = await client.query<{ id: number }>(members, [memberCount])
    await client.query(cards)
    const doorRows = await client.query<{ id: number; serial: string }>(doors, [count.doors])
    const made = await makeKeys(client, doorRows.rows)
    await client.query(grants, [everyNth])
    const everywhereId = memberRows.rows.at(-1)?.id ?? 0
    await client.query(everywhere, [everywhereId])
    const callers = memberRows.rows
      .slice(0, sessionCount)
      .map(({ id }) => ({ id, token: `bench-session-of-member-${id}` }))
    await client.query(sessions, [callers.map(({ id }) => id), callers.map(({ token }) => hashOf(token))])
    // As the database does by itself in the minutes after so much was written.
    await client.query('vacuum analyze')
    return {
      cookies: callers.map(({ token }) => `sessionid=${token}; csrftoken=bench`),
      doors: made,
      everywhereId,
    }
  })
