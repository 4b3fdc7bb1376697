import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDevice } from '../devices/factory.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { changeSetting } from '../settings/settings.ts'
import { anEntry } from './factory.ts'

const now = new Date('2027-03-20T10:00:00Z')
let portal: TestPortal
let treasurer: Awaited<ReturnType<TestPortal['as']>>
let saw: { id: number }
beforeAll(async () => {
  portal = await startTestPortal({ now: () => now })
  await changeSetting(portal.ctx, { key: 'SITE_TIME_ZONE', value: 'Europe/Berlin' })
  saw = await aDevice(portal.db, { kind: 'interlock', name: 'Table saw' })
  treasurer = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
})
afterAll(() => portal.close())

const march = { from: '2027-03-01', to: '2027-03-31' }

/** A balance with a past: in Berlin, the second entry is of the last minute of February. */
const aSaver = async () => {
  const { id } = await aMember(portal.db, { firstName: 'Mia', lastName: 'Roth', screenName: `mia${Math.random()}` })
  const entry = (facts: Omit<Parameters<typeof anEntry>[1], 'memberId'>) =>
    anEntry(portal.db, { memberId: id, ...facts })
  await entry({ amountCents: 5000, type: 'bank', at: new Date('2026-06-03T12:00:00Z'), description: 'Transfer' })
  await entry({ amountCents: -300, type: 'card', at: new Date('2027-02-28T22:59:00Z'), description: 'Cola' })
  await entry({ amountCents: -640, type: 'interlock', at: new Date('2027-02-28T23:01:00Z'), deviceId: saw.id })
  await entry({ amountCents: 1000, type: 'cash', at: new Date('2027-03-05T12:00:00Z'), description: 'Cash' })
  await entry({
    amountCents: -250,
    type: 'web',
    contraAccount: 'donation',
    at: new Date('2027-03-06T12:00:00Z'),
    description: '=SUM(1)',
  })
  return { id, api: await portal.as(id) }
}

test('a statement is what was there, what moved by account and what is left, by the days of the space', async () => {
  const { id, api } = await aSaver()
  const own = await api.memberbucks.getOwnStatement(march)
  expect(own).toMatchObject({
    memberName: 'Mia Roth',
    openingCents: 4700,
    closingCents: 4810,
    isCut: false,
    accounts: [
      { account: 'cash', inCents: 1000, outCents: 0, entries: 1 },
      { account: 'machineIncome', inCents: 0, outCents: 640, entries: 1 },
      { account: 'donation', inCents: 0, outCents: 250, entries: 1 },
    ],
  })
  expect(own.entries.map((entry) => entry.balanceCents)).toEqual([4060, 5060, 4810])
  expect(await treasurer.memberbucks.getMemberStatement({ memberId: id, ...march })).toMatchObject({
    openingCents: 4700,
    closingCents: 4810,
  })
  await expect(api.memberbucks.getMemberStatement({ memberId: id, ...march })).rejects.toMatchObject({ status: 403 })
  await expect(api.memberbucks.getOwnStatement({ from: '2027-03-02', to: '2027-03-01' })).rejects.toMatchObject({
    body: { fields: [{ field: 'to', message: 'The last day is before the first.' }] },
  })
})

test('the statement of the space adds up to all balances', async () => {
  await aSaver()
  const { openingCents, closingCents, accounts } = await treasurer.memberbucks.getSpaceStatement({
    from: '2027-01-01',
    to: '2027-12-31',
  })
  const { sum } = await portal.db
    .selectFrom('balances')
    .select((is) => is.fn.sum<number>('balance_cents').as('sum'))
    .executeTakeFirstOrThrow()
  expect(closingCents).toBe(sum)
  expect(openingCents + accounts.reduce((all, one) => all + one.inCents - one.outCents, 0)).toBe(closingCents)
})

test('a statement as a file has every entry, no formula, and its export stands in the audit', async () => {
  const { id } = await aSaver()
  await sql`insert into ledger_entries (member_id, at, amount_cents, balance_cents, type, source, contra_account, actor_kind)
    select ${id}, '2027-03-07T12:00:00Z', n % 2 * 2 - 1, 0, 'cash', 'system', 'cash', 'system'
    from generate_series(1, 1001) n`.execute(portal.db)
  const { content, name } = await treasurer.memberbucks.exportMemberStatement({ memberId: id, ...march })
  const lines = content.toString().trim().split('\r\n')
  expect(name).toBe(`balance-of-${id}-2027-03-01-2027-03-31.csv`)
  expect(lines).toHaveLength(1 + 3 + 1001)
  expect(lines[1]).toContain('2027-03-01,2027-02-28T23:01:00.000Z')
  expect(lines[3]).toContain(`'=SUM(1),Web Payment,Donations,,-2.50,48.10`)
  expect((await treasurer.memberbucks.getMemberStatement({ memberId: id, ...march })).isCut).toBe(true)
  const all = await treasurer.memberbucks.exportSpaceStatement(march)
  expect(all.content.toString()).toContain(',Mia Roth,')
  const events = await portal.db
    .selectFrom('audit_events')
    .select(['subject_id', 'data'])
    .where('event', '=', 'memberbucks.exported')
    .orderBy('id')
    .execute()
  expect(events).toEqual([
    { subject_id: id, data: march },
    { subject_id: null, data: march },
  ])
})

test('members look for entries by words, device, month, kind and direction, and take them away as a file', async () => {
  const { api } = await aSaver()
  const find = async (filter: Parameters<typeof api.memberbucks.listOwnEntries>[0]) =>
    (await api.memberbucks.listOwnEntries(filter)).entries.map(({ amountCents }) => amountCents)
  expect(await find({})).toEqual([-250, 1000, -640, -300, 5000])
  expect(await find({ search: 'TABLE s' })).toEqual([-640])
  expect(await find({ search: '%' })).toEqual([])
  expect(await find({ month: '2027-02' })).toEqual([-300])
  expect(await find({ direction: 'in' })).toEqual([1000, 5000])
  expect(await find({ direction: 'out', type: 'card' })).toEqual([-300])
  const first = await api.memberbucks.listOwnEntries({ limit: 2 })
  expect(first).toMatchObject({ hasMore: true, balanceCents: 4810 })
  expect(await find({ before: first.entries[1]?.id })).toEqual([-640, -300, 5000])
  const file = await api.memberbucks.exportOwnEntries({ month: '2027-03', direction: 'out' })
  expect(file.content.toString().trim().split('\r\n')).toHaveLength(3)
  await expect(find({ month: '2027-13' })).rejects.toMatchObject({ body: { fields: [{ field: 'month' }] } })
})

test('members read which device took their money, and not which member of staff booked it', async () => {
  const { id, api } = await aSaver()
  await treasurer.memberbucks.book({
    memberId: id,
    amountCents: 100,
    type: 'cash',
    description: 'Coins',
    idempotencyKey: 'coins',
  })
  const [newest, ...older] = (await api.memberbucks.listOwnEntries({})).entries
  expect(newest).toMatchObject({ description: 'Coins', by: null })
  expect(older.map(({ by }) => by)).toContain('Table saw')
  expect((await treasurer.memberbucks.listEntries({ memberId: id })).entries[0]?.by).toMatch(/^Member No/)
})

test('the overview has twelve months, the last top-up and what this month was spent on', async () => {
  const { api } = await aSaver()
  const overview = await api.memberbucks.getOverview()
  expect(overview.months).toHaveLength(12)
  expect(overview.months.at(-1)).toEqual({ month: '2027-03', inCents: 1000, outCents: 890, entries: 3 })
  expect(overview.months.at(-2)).toEqual({ month: '2027-02', inCents: 0, outCents: 300, entries: 1 })
  expect(overview).toMatchObject({
    balanceCents: 4810,
    lastTopUp: { amountCents: 1000, balanceCents: 5060 },
    spentCents: 1190,
    spending: [
      { name: 'Table saw', account: 'machineIncome', cents: 640 },
      { name: null, account: 'donation', cents: 250 },
    ],
  })
  const stranger = await portal.as((await aMember(portal.db)).id)
  expect(await stranger.memberbucks.getOverview()).toMatchObject({ lastTopUp: null, spentCents: 0, spending: [] })
})

test('staff see who is below zero, the lowest first', async () => {
  const [one, other] = [await aMember(portal.db, { firstName: 'Owe' }), await aMember(portal.db, { firstName: 'Due' })]
  await anEntry(portal.db, { memberId: one.id, amountCents: -100 })
  await anEntry(portal.db, { memberId: other.id, amountCents: -900 })
  const { members, sumCents } = await treasurer.memberbucks.listNegative()
  expect(members.map(({ memberId }) => memberId)).toEqual([other.id, one.id])
  expect(sumCents).toBe(-1000)
})

test('the list of balances is in units, the highest first, with the sum of those below a thousand', async () => {
  const rich = await aMember(portal.db, { firstName: 'Rich', lastName: 'One', screenName: 'rich' })
  await anEntry(portal.db, { memberId: rich.id, amountCents: 100_000 })
  const { total_memberbucks: total, member_balances: balances } = await treasurer.memberbucks.listBalances()
  expect(balances[0]).toEqual({ first_name: 'Rich', last_name: 'One', screen_name: 'rich', memberbucks_balance: 1000 })
  const below = balances.slice(1).reduce((sum, { memberbucks_balance: units }) => sum + Math.round(units * 100), 0)
  expect(total).toBe(below / 100)
})

test('an API key reads balances while its owner manages money, and not with another scope', async () => {
  const { id } = await aMember(portal.db, { permissions: ['devices'] })
  const maker = await portal.as(id)
  const askWith = async (key: string) =>
    (
      await portal.app.inject({
        url: '/api/memberbucks/balance-list/',
        headers: { authorization: `Api-Key ${key}` },
      })
    ).statusCode
  const { key } = await maker.apiKeys.create({ name: 'Board', scopes: ['balances.read'] })
  const other = await maker.apiKeys.create({ name: 'Sign', scopes: ['devices.read'] })
  expect(await askWith(key)).toBe(403)
  await portal.db
    .updateTable('members')
    .set({ permissions: ['devices', 'money'] })
    .where('id', '=', id)
    .execute()
  expect(await askWith(key)).toBe(200)
  expect(await askWith(other.key)).toBe(403)
})
