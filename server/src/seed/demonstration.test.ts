import { contract } from '@spacekeeper/contract/index.ts'
import { standings } from '@spacekeeper/contract/members/words.ts'
import { Download, EventStream, type Route } from '@spacekeeper/contract/route.ts'
import { sql, type Kysely } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Database } from '#platform/db/database.gen.ts'
import { sessionCookie } from '#platform/http/credential.ts'
import { runBilling } from '../billing/subscriptions/nightly.ts'
import { requestOf } from '../client.testing.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { writeDemoStatement } from './bank.ts'
import { seedDemonstration } from './demonstration.ts'

const now = new Date('2031-05-14T18:40:00')
const smsAccount = { accountSid: `AC${'0'.repeat(32)}`, authToken: 'token', senderId: 'Riverbend' }
const seeded = async () => {
  const portal = await startTestPortal({ now: () => now })
  await seedDemonstration(portal.services, { password: 'makerspace-demo', smsAccount })
  return portal
}

/** Statements that a portal makes by itself, the more the longer it takes: whether it hears, and who has to be told. */
const meanwhile = /pg_notify|select 1"|select \\"key\\", \\"value\\"/

let portal: TestPortal
let statements: number
beforeAll(async () => {
  const queries = vi.spyOn(pg.Client.prototype, 'query')
  portal = await seeded()
  statements = queries.mock.calls.filter(([query]) => !meanwhile.test(JSON.stringify(query))).length
  queries.mockRestore()
})
afterAll(() => portal.close())

const secret = new Set(['password_hash', 'secret_hash', 'prefix', 'claim_hash', 'token_hash'])
const dumped = [
  'members',
  'cards',
  'grants',
  'visits',
  'swipes',
  'ledger_entries',
  'balances',
  'interlock_sessions',
  'purchases',
  'products',
  'messages',
  'mailings',
  'mailing_recipients',
  'audit_events',
  'devices',
  'device_keys',
  'api_keys',
  'device_connections',
  'pending_devices',
] as const

const dump = async (db: Kysely<Database>, table: (typeof dumped)[number]) => {
  const { rows } = await sql<{
    row: Record<string, unknown>
  }>`select to_jsonb(t) as row from ${sql.table(table)} t order by 1`.execute(db)
  return rows.map(({ row }) => Object.fromEntries(Object.entries(row).filter(([column]) => !secret.has(column))))
}

const rowsOf = async <T>(query: string): Promise<T[]> => (await sql.raw<T>(query).execute(portal.db)).rows
const numberOf = async (query: string) => (await rowsOf<{ n: number }>(query))[0]?.n ?? 0

test('the same moment gives the same rows', async () => {
  const other = await seeded()
  for (const table of dumped) {
    const [ours, theirs] = [await dump(portal.db, table), await dump(other.db, table)]
    expect(ours.length, table).toBeGreaterThan(0)
    expect(theirs, table).toEqual(ours)
  }
  await other.close()
})

test('a year takes a bounded number of statements', async () => {
  expect(await numberOf('select count(*)::int as n from swipes')).toBeGreaterThan(4000)
  expect(statements).toBeLessThan(600)
})

test('balances are the sums of their entries, entries stand in the order of time, and some owe money', async () => {
  const sums = 'select member_id, sum(amount_cents) as cents from ledger_entries group by member_id'
  expect(
    await rowsOf(
      `select * from balances b full join (${sums}) s using (member_id) where b.balance_cents is distinct from s.cents`,
    ),
  ).toEqual([])
  const running =
    'select *, sum(amount_cents) over (partition by member_id order by id) as told, lag(at) over (order by id) as before from ledger_entries'
  expect(await rowsOf(`select * from (${running}) e where told <> balance_cents or before > at`)).toEqual([])
  expect(await numberOf('select count(*)::int as n from balances where balance_cents < 0')).toBeGreaterThan(1)
  const costs = `select s.id from interlock_sessions s left join ledger_entries e on e.id = s.ledger_entry_id
    where s.cost_cents <> coalesce(-e.amount_cents, 0) or s.member_id <> e.member_id`
  expect(await rowsOf(costs)).toEqual([])
  const sales = `select p.id from purchases p join ledger_entries e on e.id = p.ledger_entry_id
    where e.amount_cents <> -p.amount_cents or e.member_id <> p.member_id`
  expect(await rowsOf(sales)).toEqual([])
})

test('every standing occurs, and the personas are what they were', async () => {
  const states = await rowsOf<{
    standing: string
  }>(`select distinct case when suspended_at is null then membership_state
    else 'suspended' end as standing from members`)
  expect(states.map(({ standing }) => standing).toSorted()).toEqual([...standings].toSorted())
  expect(await numberOf('select count(*)::int as n from members')).toBeGreaterThan(55)
  expect(await numberOf('select count(*)::int as n from members where email_verified_at is null')).toBe(2)
  expect(await numberOf(`select count(*)::int as n from members where permissions <> '{}' and not is_admin`)).toBe(4)
  const known =
    await rowsOf(`select screen_name, state, balance_cents, inactive_by, (select count(*)::int from grants g where g.member_id = m.id) as grants
    from members m left join balances b on b.member_id = m.id where m.id <= 7 order by m.id`)
  expect(known).toEqual([
    { screen_name: 'ada', state: 'active', balance_cents: 2000, inactive_by: null, grants: 5 },
    { screen_name: 'bo', state: 'active', balance_cents: 2000, inactive_by: null, grants: 6 },
    { screen_name: 'cy', state: 'inactive', balance_cents: null, inactive_by: 'plan', grants: 3 },
    { screen_name: 'di', state: 'noob', balance_cents: null, inactive_by: null, grants: 0 },
    { screen_name: 'eve', state: 'inactive', balance_cents: null, inactive_by: null, grants: 3 },
    { screen_name: 'fay', state: 'accountonly', balance_cents: null, inactive_by: null, grants: 0 },
    { screen_name: 'gil', state: 'active', balance_cents: null, inactive_by: null, grants: 3 },
  ])
  const unexplained = `select screen_name from members where membership_state = 'inactive'
    and (inactive_by is null or (inactive_by = 'staff') <> (inactive_reason is not null))`
  expect(await rowsOf(unexplained)).toEqual([])
})

test('members stand with their plans in every way, and the nightly run finds nothing to put right', async () => {
  const states = await rowsOf<{ state: string }>('select distinct state from subscriptions order by 1')
  expect(states.map(({ state }) => state)).toEqual(['active', 'cancelling', 'ended', 'incomplete', 'pastDue', 'paused'])
  const charged = await rowsOf<{ state: string }>('select distinct state from charges order by 1')
  expect(charged.map(({ state }) => state)).toEqual(['open', 'paid', 'processing', 'void', 'writtenOff'])
  const holes = `select id from (select id, lower(period) as from, lag(upper(period)) over (
    partition by subscription_id order by lower(period)) as before from charges where state <> 'void') c where before <> c.from`
  expect(await rowsOf(holes)).toEqual([])
  expect(await runBilling(portal.ctx)).toEqual({ charged: 0, followed: 0 })
})

test('no member and no machine is in two places at once, and members are on site now', async () => {
  const overlap = (table: string, { by, from, until }: Record<'by' | 'from' | 'until', string>) =>
    rowsOf(
      `select * from (select *, lead(${from}) over (partition by ${by} order by ${from}) as next from ${table}) t where next < ${until}`,
    )
  expect(await overlap('visits', { by: 'member_id', from: 'signed_in_at', until: 'signed_out_at' })).toEqual([])
  expect(await overlap('interlock_sessions', { by: 'device_id', from: 'started_at', until: 'ended_at' })).toEqual([])
  expect(
    await overlap('device_connections', { by: 'device_id', from: 'connected_at', until: 'disconnected_at' }),
  ).toEqual([])
  expect(await numberOf('select count(*)::int as n from visits where signed_out_at is null')).toBe(8)
  const future = [
    'swipes.swiped_at',
    'visits.signed_out_at',
    'ledger_entries.at',
    'audit_events.at',
    'messages.created_at',
    'purchases.purchased_at',
    'interlock_sessions.ended_at',
    'members.registered_at',
    'grants.granted_at',
  ]
  for (const place of future) {
    const [table, column] = place.split('.')
    expect(
      await numberOf(`select count(*)::int as n from ${table} where ${column} > '${now.toISOString()}'`),
      place,
    ).toBe(0)
  }
})

const routes = Object.entries(contract).flatMap(([domain, all]) =>
  Object.entries<Route>(all).map(([name, route]) => ({ name: `${domain}.${name}`, route })),
)

test('staff find a use to decide on and a key whose owner was suspended', async () => {
  const staff = await portal.as(1)
  const { uses } = await staff.interlocks.listHeldUses({})
  expect(uses).toMatchObject([{ deviceName: 'Laser cutter', jumpKwh: 212.4, canDecide: true }])
  const { keys } = await staff.apiKeys.list()
  expect(keys.map(({ name, owner, scopes }) => [name, owner?.lapse, scopes])).toEqual([
    ['Notice board', null, ['devices.read']],
    ['Doorbell', 'suspended', ['devices.bump']],
  ])
  const { waiting } = await staff.home.getNextSteps()
  expect(waiting.map(({ matter }) => matter)).toEqual(expect.arrayContaining(['heldUses', 'lapsedKeys']))
})

test('the plan advisor names a cheaper plan to a member, and to staff one who may leave', async () => {
  const { advice } = await (await portal.as(2)).advice.getOwn()
  expect(advice).toMatchObject({ plan: { isOwnTier: false }, ownTier: { plan: { name: 'Full, yearly' } } })
  const { members } = await (await portal.as(1)).advice.listLeaving()
  expect(members.map(({ name }) => name)).toContainEqual(expect.stringMatching(/^Pekka/))
})

test('every page of staff answers', async () => {
  const { rows } = await sql<{
    kind: string
    id: number
  }>`select kind, min(id) as id from devices group by kind`.execute(portal.db)
  const idOf = (kind: string) => rows.find((row) => row.kind === kind)?.id
  const known: Record<string, unknown> = {
    memberId: 2,
    deviceId: idOf('door'),
    doorId: idOf('door'),
    interlockId: idOf('interlock'),
    kind: 'door',
  }
  const session = await portal.sessionOf(1)
  const read: string[] = []
  const broken: string[] = []
  for (const { name, route } of routes) {
    if (route.method !== 'GET' || route.output === EventStream || route.output === Download) continue
    const { path } = requestOf(
      route,
      Object.fromEntries(Object.keys(route.params?.shape ?? {}).map((key) => [key, known[key] ?? 1])),
    )
    const answer = await portal.app.inject({ url: path, cookies: { [sessionCookie]: session } })
    if (answer.statusCode === 200) read.push(name)
    if (answer.statusCode >= 500) broken.push(`${name} ${answer.body}`)
  }
  expect(broken).toEqual([])
  expect(read).toEqual(
    expect.arrayContaining(['access.listSwipes', 'visits.listOnSite', 'audit.list', 'messages.list', 'mailings.list']),
  )
})

test('the bank statement to try the import with has certain lines, proposals, an unknown one and rent', async () => {
  const client = await portal.as(1)
  const file = new Blob([await writeDemoStatement(portal.services)], { type: 'text/csv' })
  await client.bank.importStatement({ name: 'demo-statement.csv', isTrial: 'false', file })
  const { counts } = await client.bank.listLines({ group: 'certain', skip: 0, text: '' })
  expect(counts).toEqual({ certain: 4, proposal: 1, unknown: 1 })
  expect(await numberOf(`select count(*)::int as n from bank_lines where state = 'outgoing'`)).toBe(1)
})
