import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { auditEvents, settings } from '@spacekeeper/contract/index.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cleanUp } from '#platform/retention/clean-up.ts'
import type { Retention } from '#platform/retention/retention.ts'
import { aSwipe } from '../access/factory.ts'
import { domains } from '../domains.ts'
import { aDoor } from '../doors/factory.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { changeSetting, resetSetting } from '../settings/settings.ts'

let portal: TestPortal
let deviceId: number
let memberId: number
let adminId: number
beforeAll(async () => {
  portal = await startTestPortal()
  deviceId = (await aDoor(portal.db)).id
  memberId = (await aMember(portal.db)).id
  adminId = (await aMember(portal.db, { isAdmin: true })).id
})
afterAll(() => portal.close())

const retentions = domains.flatMap((domain) => domain.retentions ?? [])
const retentionOf = (name: string): Retention => {
  const found = retentions.find((retention) => retention.name === name)
  if (!found) throw new Error(`no retention ${name}`)
  return found
}

const day = 24 * 60 * 60 * 1000
const ago = (days: number) => new Date(Date.now() - days * day)
const usualDays = (retention: Retention) =>
  'days' in retention ? retention.days : Number(settings[retention.setting].default)

const closedMember = (at: string) => `insert into members
  (email, first_name, last_name, screen_name, membership_state, registered_at, closed_at, suspended_at, suspension_reason)
  values (gen_random_uuid() || '@closed.invalid', 'F', 'M', left(gen_random_uuid()::text, 30), 'inactive', ${at}, ${at}, ${at}, 'why')`
const use = (at: string, cents: number) => `insert into interlock_sessions
  (id, device_id, member_id, started_at, last_heard_at, ended_at, end_reason, cost_cents, cost_per_session_cents,
   cost_per_hour_cents, cost_per_kwh_cents) values (gen_random_uuid(), $device, $member, ${at}, ${at}, ${at}, 'card', ${cents}, 0, 0, 0)`
const event = (at: string, name: string) =>
  `insert into audit_events (at, event, actor_kind) values (${at}, '${name}', 'system')`
const message = (at: string) => `insert into messages (template, recipient, subject, text, state, created_at)
  values ('t', 'a@example.org', 's', 'words', 'sent', ${at})`
const token = `decode(md5(random()::text) || md5(random()::text), 'hex')`

/** A row of each kind with its time, and how those that are left are counted. */
const kinds: Record<string, [row: (at: string) => string, left: string]> = {
  swipes: [
    (at) => `insert into swipes (device_id, member_id, outcome, swiped_at) values ($device, $member, 'granted', ${at})`,
    'swipes where member_id is not null',
  ],
  unknownCards: [
    (at) => `insert into swipes (device_id, card_number, outcome, refusal, swiped_at)
      values ($device, '77', 'refused', 'unknownCard', ${at})`,
    'swipes where member_id is null',
  ],
  visits: [
    (at) => `insert into visits (member_id, signed_in_at, signed_out_at) values ($member, ${at}, ${at})`,
    'visits',
  ],
  uses: [(at) => use(at, 0), 'interlock_sessions where cost_cents = 0'],
  paidUses: [(at) => use(at, 5), 'interlock_sessions where cost_cents > 0'],
  connections: [
    (at) => `insert into device_connections (id, device_id, connected_at, disconnected_at, reason)
      values (gen_random_uuid(), $device, ${at}, ${at}, 'closed')`,
    'device_connections',
  ],
  messageTexts: [message, 'messages where text is not null'],
  messages: [message, 'messages'],
  mailings: [
    (at) => `insert into mailings (key, subject, text, started_at, started_by, concerns_membership, left_out)
      values (gen_random_uuid(), 's', 't', ${at}, $member, false, 0)`,
    'mailings',
  ],
  sessions: [
    (at) => `insert into sessions (member_id, token_hash, created_at, last_used_at, expires_at, ip_address)
      values ($member, ${token}, ${at}, ${at}, ${at}, '::1')`,
    'sessions',
  ],
  endedSessions: [
    (at) => `insert into ended_sessions (token_hash, reason, ended_at) values (${token}, 'endedElsewhere', ${at})`,
    'ended_sessions',
  ],
  knownBrowsers: [
    (at) => `insert into known_browsers (member_id, token_hash, logged_in_at) values ($member, ${token}, ${at})`,
    'known_browsers',
  ],
  emailLinks: [
    (at) => `insert into email_links (member_id, purpose, token_hash, created_at, expires_at)
      values ($member, 'resetPassword', ${token}, ${at}, ${at})`,
    'email_links',
  ],
  emailChanges: [
    (at) => `insert into email_changes (member_id, from_email, to_email, asked_at)
      select id, 'a@b.co', 'b@b.co', ${at} from members where id not in (select member_id from email_changes) limit 1`,
    'email_changes',
  ],
  rateLimits: [
    (at) =>
      `insert into rate_limits (key, points, expire) values (gen_random_uuid(), 1, extract(epoch from ${at}) * 1000)`,
    'rate_limits',
  ],
  unauthorisedKiosks: [
    (at) => `insert into kiosks (name, screen_id, claim_hash, pairing_code, ip_address, registered_at, last_seen_at)
      values ('K', 'k', ${token}, '123456', '::1', ${at}, ${at})`,
    'kiosks',
  ],
  pendingDevices: [
    (at) => `insert into pending_devices (serial, kind, ip_address, first_seen_at, last_seen_at)
      values (gen_random_uuid(), 'door', '::1', ${at}, ${at})`,
    'pending_devices',
  ],
  quizAttempts: [
    (
      at,
    ) => `with c as (insert into certificates (name, created_at) values (gen_random_uuid()::text, ${at}) returning id)
      insert into quiz_attempts (certificate_id, member_id, at, percent, is_passed) select id, $member, ${at}, 50, false from c`,
    'quiz_attempts',
  ],
  bankLines: [
    // A statement knows days, so half a day is taken off for the clock of the test.
    (
      at,
    ) => `with i as (insert into bank_imports (file_name, format, added, known, at) values ('f', 'csv', 1, 0, ${at}) returning id)
      insert into bank_lines (import_id, account, identity, ordinal, format, booked_on, amount_cents, currency, text, payer_name,
          payer_account, bank_reference, end_to_end, return_reason, state, reason)
        select id, 'A', ${token}, 0, 'csv', (${at} - interval '12 hours')::date, 1, 'AUD', 't', 'n', 'a', '', '', '',
          'setAside', 'R' from i`,
    "bank_lines where text <> ''",
  ],
  mandates: [
    (
      at,
    ) => `insert into bank_mandates (member_id, scheme, reference, holder, sealed_account, account_end, text, signed_at, revoked_at)
      values ($member, 'sepa', upper(md5(random()::text)), 'H', 'x', '1', 't', ${at}, ${at})`,
    'bank_mandates where sealed_account is not null',
  ],
  concessionProofs: [
    (at) => `insert into concessions (member_id, reason, percent, state, proof, proof_media_type, asked_at, decided_at)
      values ($member, 'R', 30, 'declined', 'x', 'application/pdf', ${at}, ${at})`,
    'concessions where proof is not null',
  ],
  householdInvitations: [
    (at) => `with t as (insert into tiers (name) values (${token}) returning id),
      p as (insert into plans (tier_id, name, currency, cost_cents, interval, collectors)
        select id, 'P', 'AUD', 1, 'month', array['bank'] from t returning id),
      s as (insert into subscriptions (member_id, plan_id, state, collector, cost_cents, currency, interval_count,
          interval, started_on, anchor_on, charged_through, paid_through, created_at, ended_at)
        select $member, id, 'ended', 'bank', 1, 'AUD', 1, 'month', '2020-01-01', '2020-01-01', '2020-01-01',
          '2020-01-01', ${at}, ${at} from p returning id)
      insert into household_invitations (subscription_id, email, role, invited_at) select id, 'a@b.co', 'adult', ${at} from s`,
    'household_invitations',
  ],
  applications: [
    (at) => `insert into applications (member_id, state, submitted_at, decided_at)
      values ($member, 'withdrawn', ${at}, ${at})`,
    'applications',
  ],
  guardianRequests: [
    (
      at,
    ) => `insert into guardian_requests (member_id, guardian_name, guardian_email, token_hash, asked_at, expires_at, ended_at)
      values ($member, 'G', 'g@b.co', ${token}, ${at}, ${at}, ${at})`,
    'guardian_requests',
  ],
  signatures: [
    (at) => `with a as (insert into agreements (required_of, created_at) values ('everyone', ${at}) returning id),
      v as (insert into agreement_versions (agreement_id, number, title, text, text_hash, in_force_from, created_at)
        select id, 1, 't', 't', ${token}, '2020-01-01', ${at} from a returning id)
      insert into agreement_signatures (version_id, member_id, signed_name, signed_at, text_hash, member_left_at)
        select id, $member, 'N', ${at}, ${token}, ${at} from v`,
    'agreement_signatures',
  ],
  bulkActions: [(at) => `insert into bulk_actions (kind, at, member_count) values ('grant', ${at}, 1)`, 'bulk_actions'],
  logins: [(at) => event(at, 'account.loggedIn'), "audit_events where event = 'account.loggedIn'"],
  audit: [(at) => event(at, 'member.suspended'), "audit_events where event = 'member.suspended'"],
  moneyAudit: [(at) => event(at, 'memberbucks.booked'), "audit_events where event = 'memberbucks.booked'"],
  closedSuspensions: [closedMember, "members where closed_at is not null and suspension_reason <> ''"],
}

/** Those that have tests where accounts are closed (profile/closing.test.ts) and jobs fail (platform/jobs/jobs.test.ts). */
const elsewhere = ['closedMessages', 'closedAudit', 'failedJobs']

test('each kind of data is tested', () => {
  expect([...Object.keys(kinds), ...elsewhere].toSorted()).toEqual(retentions.map(({ name }) => name).toSorted())
})

const runSql = (statement: string) =>
  sql.raw(statement.replaceAll('$device', String(deviceId)).replaceAll('$member', String(memberId))).execute(portal.db)

const count = async (left: string) =>
  Number((await sql<{ n: string }>`select count(*) as n from ${sql.raw(left)}`.execute(portal.db)).rows[0]?.n)

test.each(Object.entries(kinds))(
  'of %s what is older than its days goes, what is younger stays',
  async (name, [row, left]) => {
    const days = usualDays(retentionOf(name))
    const at = (age: number) => `'${ago(age).toISOString()}'::timestamptz`
    await runSql(row(at(days - 0.5)))
    const before = await count(left)
    await runSql(row(at(days + 0.5)))
    await cleanUp(portal.ctx, [retentionOf(name)])
    expect(await count(left)).toBe(before)
  },
)

beforeEach(() => portal.db.deleteFrom('swipes').execute())

const oldSwipes = async (number: number) => {
  for (let n = 0; n < number; n++) await aSwipe(portal.db, { deviceId, memberId, at: ago(800) })
}

test('all of it goes in batches, and a row that is being changed waits for the next night', async () => {
  await oldSwipes(5)
  await portal.db.transaction().execute(async (tx) => {
    await tx.selectFrom('swipes').select('id').limit(1).forUpdate().execute()
    await cleanUp(portal.ctx, [retentionOf('swipes')], 2)
    expect(await count('swipes')).toBe(1)
  })
  await cleanUp(portal.ctx, [retentionOf('swipes')], 2)
  expect(await count('swipes')).toBe(0)
})

const runsOf = async () => (await (await portal.as(adminId)).retention.list()).limited

test('the audit says how much was deleted, and so does the page of administrators; a night without is no event', async () => {
  await cleanUp(portal.ctx, retentions)
  const events = () =>
    portal.db.selectFrom('audit_events').select('data').where('event', '=', 'retention.ran').execute()
  const before = (await events()).length
  const total = (await runsOf()).find(({ name }) => name === 'swipes')?.total ?? 0
  await oldSwipes(3)
  await cleanUp(portal.ctx, retentions)
  expect((await events()).slice(before)).toEqual([{ data: { count: 3, deleted: { swipes: 3 } } }])
  expect((await runsOf()).find(({ name }) => name === 'swipes')).toMatchObject({
    days: 731,
    setting: 'KEEP_SWIPES_DAYS',
    lastRun: { deleted: 3, at: expect.any(String) },
    total: total + 3,
  })
  await cleanUp(portal.ctx, retentions)
  expect(await events()).toHaveLength(before + 1)
  expect((await runsOf()).find(({ name }) => name === 'swipes')).toMatchObject({
    lastRun: { deleted: 0 },
    total: total + 3,
  })
})

test('a kind that fails holds up no other, is tried again, and does not count as done', async () => {
  await oldSwipes(1)
  const broken: Retention = {
    name: 'broken',
    title: 'Broken',
    days: 1,
    reason: 'It fails.',
    remove: () => Promise.reject(new Error('no such thing')),
  }
  await expect(cleanUp(portal.ctx, [broken, retentionOf('swipes')])).rejects.toThrow('no such thing')
  expect(await count('swipes')).toBe(0)
  expect(await count("retention_runs where name = 'broken'")).toBe(0)
})

test('a kind whose setting is 0 is kept for ever, and one that is set shorter goes earlier', async () => {
  await oldSwipes(1)
  await changeSetting(portal.ctx, { key: 'KEEP_SWIPES_DAYS', value: 0 })
  await cleanUp(portal.ctx, retentions)
  expect(await count('swipes')).toBe(1)
  expect((await runsOf()).find(({ name }) => name === 'swipes')).toMatchObject({ days: 0 })
  await changeSetting(portal.ctx, { key: 'KEEP_SWIPES_DAYS', value: 30 })
  await aSwipe(portal.db, { deviceId, memberId, at: ago(29) })
  await cleanUp(portal.ctx, retentions)
  expect(await count('swipes')).toBe(1)
  await resetSetting(portal.ctx, 'KEEP_SWIPES_DAYS')
})

test('a space that has older data when it is updated keeps it until an administrator sets a time', async () => {
  const migration = readFileSync(join(import.meta.dirname, '../../migrations/0046_retention.sql'), 'utf8')
  const keepOlder = sql.raw(migration.slice(migration.indexOf('insert into settings')))
  const kept = () => portal.db.selectFrom('settings').select(['key', 'value']).where('value', '=', '0').execute()
  await keepOlder.execute(portal.db)
  expect(await kept()).toEqual([])
  await oldSwipes(1)
  await keepOlder.execute(portal.db)
  expect(await kept()).toEqual([{ key: 'KEEP_SWIPES_DAYS', value: 0 }])
  await portal.db.deleteFrom('settings').where('value', '=', '0').execute()
})

test('the nightly job of the portal cleans up what all domains declare', async () => {
  await oldSwipes(1)
  await sql`select graphile_worker.add_job('cleanUp', '{}'::json)`.execute(portal.db)
  await portal.runJobs()
  expect(await count('swipes')).toBe(0)
})

test('the database keeps what is about money ten years, logins 90 days and all else a year, whatever deletes it', async () => {
  const young: [string, number][] = [
    ['account.loggedIn', 89],
    ['member.suspended', 364],
    ...Object.entries(auditEvents).flatMap(([name, { group }]): [string, number][] =>
      group === 'money' ? [[name, 3651]] : [],
    ),
  ]
  expect(young.length).toBeGreaterThan(4)
  for (const [name, days] of young) {
    await runSql(event(`now() - interval '${days} days'`, name))
    const newest = sql`delete from audit_events where id = (select max(id) from audit_events)`
    await expect(newest.execute(portal.db), name).rejects.toThrow('append-only')
  }
})
