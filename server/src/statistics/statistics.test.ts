import { Statistics } from '@spacekeeper/contract/statistics/shapes.ts'
import type { CountedChart } from '@spacekeeper/contract/statistics/words.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aSwipe } from '../access/factory.ts'
import type { TestClient } from '../client.testing.ts'
import { countQueries } from '../count-queries.testing.ts'
import { aDoor } from '../doors/factory.ts'
import { aMachine } from '../interlocks/factory.ts'
import { anEntry } from '../memberbucks/factory.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { changeSetting } from '../settings/settings.ts'
import { collectFigures } from './collecting.ts'
import { readFigures } from './current-figures.ts'

// A Wednesday, in the evening of Brisbane.
const now = new Date('2026-06-17T10:00:00Z')
let portal: TestPortal
let admin: TestClient
let member: TestClient
let people: number[]
beforeAll(async () => {
  portal = await startTestPortal({ now: () => now })
  await changeSetting(portal.ctx, { key: 'SITE_TIME_ZONE', value: 'Australia/Brisbane' })
  const joined = [
    '2024-01-10',
    '2025-10-10',
    '2026-01-05',
    '2026-01-06',
    '2026-01-07',
    '2026-01-08',
    '2026-01-09',
    '2026-06-01',
  ]
  people = []
  for (const day of joined)
    people.push(
      (await aMember(portal.db, { registeredAt: new Date(`${day}T00:00:00Z`), isAdmin: people.length === 0 })).id,
    )
  admin = await portal.as(people[0] ?? 0)
  member = await portal.as(people[1] ?? 0)
})
afterAll(() => portal.close())

/** As the job did at another time. */
const collectAt = (at: string) => collectFigures({ ...portal.ctx, now: () => new Date(at) })

const columnOf = async (client: TestClient, chart: CountedChart) => client.statistics.getChart({ chart, range: 'year' })

test('the job counts once an hour, and an hour counted again keeps its last figures', async () => {
  expect(await readFigures(portal.services)).toBeNull()
  expect((await admin.statistics.get()).member_count_total).toEqual([])
  await anEntry(portal.db, { memberId: people[1] ?? 0, amountCents: 2500, type: 'bank' })
  await collectAt('2026-06-15T09:10:00Z')
  await collectAt('2026-06-15T09:55:00Z')
  expect(await portal.db.selectFrom('figures').select(['hour', 'collected_at']).execute()).toEqual([
    { hour: new Date('2026-06-15T09:00:00Z'), collected_at: new Date('2026-06-15T09:55:00Z') },
  ])
  expect(await readFigures(portal.services)).toMatchObject({
    collectedAt: new Date('2026-06-15T09:55:00Z'),
    figures: {
      members: { active: 8, noob: 0, inactive: 0, accountonly: 0 },
      members6: { active: 2 },
      members12: { active: 1 },
      subscriptions: { active: 8 },
      balanceCents: 2500,
      transactions: { bank: { cents: 2500, members: 1 } },
    },
  })
})

test('a day is its last figures, a day without any is a gap, and what is read is remembered until more are counted', async () => {
  await aMember(portal.db, { state: 'noob' })
  await collectAt('2026-06-15T10:00:00Z')
  await admin.statistics.update()
  const answer = Statistics.parse(await admin.statistics.get())
  expect(answer.member_count_total.map(({ date }) => date)).toEqual([
    '2026-06-15T10:00:00.000Z',
    '2026-06-17T10:00:00.000Z',
  ])
  expect(answer.member_count_total[0]?.data).toContainEqual({ state: 'noob', total: 1 })
  expect(answer.memberbucks_transactions_total[0]?.data).toEqual([{ type: 'other', total: 25 }])
  expect(await countQueries(portal, () => admin.statistics.get())).toBeLessThan(8)
})

test('members read no figures about few of them, administrators all', async () => {
  const seen = await member.statistics.get()
  expect(seen.member_count_total[0]?.data.some(({ state }) => state === 'noob')).toBe(false)
  expect(seen.memberbucks_balance_total).toEqual([])
  expect(seen.memberbucks_transactions_total[0]?.data).toEqual([])
})

test('a key of its own scope has figures counted, another does not, and members do not', async () => {
  const owner = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
  const put = async (key: string) =>
    (
      await portal.app.inject({
        method: 'PUT',
        url: '/api/update-statistics/',
        headers: { authorization: `Api-Key ${key}` },
      })
    ).statusCode
  const [fits, other] = [
    await owner.apiKeys.create({ name: 'Cron', scopes: ['statistics.update'] }),
    await owner.apiKeys.create({ name: 'Other', scopes: ['devices.read'] }),
  ]
  expect([await put(fits.key), await put(other.key)]).toEqual([200, 403])
  await expect(member.statistics.update()).rejects.toMatchObject({ status: 403 })
})

test('visits and swipes are counted once an hour, by the clock of the space', async () => {
  const door = await aDoor(portal.db)
  const came = new Date('2026-06-16T09:30:00Z')
  for (const memberId of people.slice(0, 5)) {
    await aSwipe(portal.db, { deviceId: door.id, memberId, at: came })
    await aSwipe(portal.db, { deviceId: door.id, memberId, at: new Date(came.getTime() + 60_000) })
  }
  await aSwipe(portal.db, { deviceId: door.id, memberId: people[6] ?? 0, at: new Date('2026-06-15T00:30:00Z') })
  await collectFigures(portal.ctx)
  const hours = await columnOf(member, 'hours')
  expect(hours.rows.map(({ key }) => key)).toEqual(['1', '2', '3', '4', '5', '6', '7'])
  // Tuesday at seven in the evening; the one who came on Monday at half past ten is not shown.
  expect(hours.rows[1]?.values[19]).toBe(5)
  expect([hours.rows[0]?.values[10], hours.isThinned]).toEqual([null, true])
  const all = await columnOf(admin, 'hours')
  expect([all.rows[0]?.values[10], all.isThinned]).toEqual([1, false])
  expect((await columnOf(admin, 'people')).rows).toEqual([
    { key: '2026-06-15', values: [1] },
    { key: '2026-06-16', values: [5] },
    { key: '2026-06-17', values: [0] },
  ])
})

test('machines are listed by hours; members read none that is hidden or used by few', async () => {
  const [saw, kiln] = [
    await aMachine(portal.db, { name: 'Saw' }),
    await aMachine(portal.db, { name: 'Kiln', isHidden: true }),
  ]
  const startedAt = new Date('2026-06-16T00:00:00Z')
  const use = (deviceId: number, memberId: number, minutes: number) => ({
    id: crypto.randomUUID(),
    device_id: deviceId,
    member_id: memberId,
    started_at: startedAt,
    last_heard_at: startedAt,
    ended_at: new Date(startedAt.getTime() + minutes * 60_000),
    end_reason: 'card' as const,
    cost_per_session_cents: 0,
    cost_per_hour_cents: 0,
    cost_per_kwh_cents: 0,
  })
  await portal.db
    .insertInto('interlock_sessions')
    .values([...people.slice(0, 5).map((id) => use(saw.id, id, 30)), use(kiln.id, people[0] ?? 0, 600)])
    .execute()
  await collectFigures(portal.ctx)
  expect((await columnOf(admin, 'machines')).rows).toEqual([
    { key: String(kiln.id), name: 'Kiln', values: [10, 1, 1] },
    { key: String(saw.id), name: 'Saw', values: [2.5, 5, 5] },
  ])
  expect((await columnOf(member, 'machines')).rows.map(({ name }) => name)).toEqual(['Saw'])
})

test('joining, leaving and staying are counted by month, and a cohort only once all of it could have stayed', async () => {
  await portal.db
    .updateTable('members')
    .set({ membership_state: 'inactive', inactive_by: 'staff', inactive_since: new Date('2026-03-20T00:00:00Z') })
    .where('id', '=', people[2] ?? 0)
    .execute()
  await collectFigures(portal.ctx)
  const joins = await columnOf(admin, 'joins')
  expect(joins.rows).toHaveLength(13)
  expect(joins.rows.find(({ key }) => key === '2026-01')?.values).toEqual([5, 0])
  expect(joins.rows.find(({ key }) => key === '2026-03')?.values).toEqual([0, 1])
  expect((await columnOf(member, 'joins')).rows.find(({ key }) => key === '2026-03')?.values).toEqual([0, null])
  const { rows, columns } = await columnOf(admin, 'cohorts')
  expect(columns).toEqual(['size', '1', '3', '6', '12', '18', '24', '36'])
  expect(rows.find(({ key }) => key === '2026-01')?.values).toEqual([5, 100, 80, null, null, null, null, null])
})

test('tables go out as CSV, and what a member may not see is an empty cell', async () => {
  const file = await admin.statistics.exportChart({ chart: 'members', range: 'all' })
  expect(file.name).toMatch(/^Statistics members 2026-06-17\.csv$/)
  expect(file.content.toString().split('\r\n')[0]).toMatch(/Day,Active,New,Inactive,Account only/)
  expect(file.content.toString()).toContain('2026-06-15,8,1,0,0')
  const own = await member.statistics.exportChart({ chart: 'hours' })
  expect(own.content.toString()).toMatch(/Weekday,00:00,01:00,/)
  expect(own.content.toString()).toMatch(/^Monday,0,0,0,0,0,0,0,0,0,0,,0/m)
})

test('the most members on site at once are counted by the hour, a gap where the portal did not run, and few are not shown', async () => {
  const visit = (member_id: number, [from, to]: [string, string]) => ({
    member_id,
    signed_in_at: new Date(`2026-06-17T${from}:00Z`),
    signed_out_at: new Date(`2026-06-17T${to}:00Z`),
  })
  await portal.db
    .insertInto('visits')
    .values([
      ...people.slice(0, 5).map((id, at) => visit(id, [`02:0${at}`, '02:30'])),
      visit(people[5] ?? 0, ['02:35', '02:50']),
      ...people.slice(0, 2).map((id) => visit(id, ['04:56', '05:10'])),
    ])
    .execute()
  for (const at of ['02:55', '04:55', '05:55']) await collectAt(`2026-06-17T${at}:00Z`)
  const hours = async (client: TestClient) =>
    (await client.statistics.getChart({ chart: 'onSite', range: 'month' })).rows
      .filter(({ key }) => key >= '2026-06-17T12' && key <= '2026-06-17T15')
      .map(({ key, values }) => [key.slice(11), ...values])
  // The hour of 04 was counted once more: two came after it had been counted first.
  expect(await hours(admin)).toEqual([
    ['12', 5],
    ['13', null],
    ['14', 2],
    ['15', 2],
  ])
  expect(await hours(member)).toEqual([
    ['12', 5],
    ['13', null],
    ['14', null],
    ['15', null],
  ])
  expect((await columnOf(admin, 'onSite')).rows.at(-1)).toEqual({ key: '2026-06-17', values: [5] })
  const file = await admin.statistics.exportChart({ chart: 'onSite', range: 'month' })
  expect(file.content.toString()).toMatch(/Time,Members[^]*2026-06-17 12:00,5\r\n2026-06-17 13:00,\r\n/)
})

test('pitfall 81: every time of the answer is an instant of UTC, whatever the zone of the space', async () => {
  const { on_site: _, ...series } = await admin.statistics.get()
  const dates = Object.values(series).flatMap((points) => points.map(({ date }) => date))
  expect(dates.length).toBeGreaterThan(0)
  expect(dates.filter((date) => new Date(date).toISOString() !== date)).toEqual([])
})

test('while the page is off only administrators read charts, and members only who is on site; accounts that are no members never do', async () => {
  const stranger = await portal.as((await aMember(portal.db, { state: 'accountonly' })).id)
  await expect(columnOf(stranger, 'people')).rejects.toMatchObject({ status: 403 })
  await expect(stranger.statistics.get()).rejects.toMatchObject({ status: 403, code: 'memberOnly' })
  await changeSetting(portal.ctx, { key: 'ENABLE_STATS_PAGE', value: false })
  await expect(columnOf(member, 'people')).rejects.toMatchObject({ code: 'featureOff' })
  expect((await columnOf(admin, 'people')).rows).toHaveLength(3)
  const { on_site: onSite, ...series } = await member.statistics.get()
  expect(onSite).toMatchObject({ count: expect.any(Number) })
  expect(Object.values(series).map((points) => points.length)).toEqual([0, 0, 0, 0, 0, 0])
  expect((await admin.statistics.get()).member_count_total.length).toBeGreaterThan(0)
  await changeSetting(portal.ctx, { key: 'ENABLE_STATS_PAGE', value: true })
})
