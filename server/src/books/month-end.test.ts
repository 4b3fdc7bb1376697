import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { seedMonth } from './books.testing.ts'
import { findFaults } from './checks.ts'
import { listJournal, sumJournal } from './journal.ts'
import { dayBefore, earnedCents, lastDayOf } from './rules.ts'

let portal: TestPortal
let treasurer: Awaited<ReturnType<TestPortal['as']>>
let month: Awaited<ReturnType<typeof seedMonth>>
beforeAll(async () => {
  portal = await startTestPortal({ now: () => new Date('2026-03-05T02:00:00Z') })
  const { id } = await aMember(portal.db, { permissions: ['money'], firstName: 'Tess', lastName: 'Treasurer' })
  treasurer = await portal.as(id)
  month = await seedMonth(portal.db)
})
afterAll(() => portal.close())

const february = () => treasurer.books.getMonth({ month: '2026-02' })

test('the revenue of a month is what was earned in it, by plan and account', async () => {
  const { revenue } = await february()
  expect(revenue.rows.map(({ account, planName, cents }) => [account, planName, cents])).toEqual([
    // 28 days of a year of 365.00.
    ['dues', 'Makers, Yearly', 2800],
    // Ada, Cy, Fay and Gus; Hal's charge was cancelled, and Dee's is for March.
    ['dues', 'Makers, Monthly', 4 * 2800],
    ['joiningFees', null, 1500],
    ['machineIncome', null, 750],
    ['vendingIncome', null, 250],
    ['donations', null, 1000],
    ['corrections', null, -100],
    ['writeOffs', null, -2800],
  ])
  expect(revenue.totalCents).toBe(14_600)
})

test('dues for days to come: what there was, what was charged, what was earned, what is left', async () => {
  const { deferred } = await february()
  // Before: 334 days of Bo's year, and Cy's February. Charged: Ada, Dee, Fay and Gus. Left: 306 days, and Dee's March.
  expect(deferred).toEqual({
    openingCents: 33_400 + 2800,
    addedCents: 3 * 2800 + 3100,
    earnedCents: 5 * 2800,
    closingCents: 30_600 + 3100,
  })
})

test('what members prepaid: what there was, what came and went by account, what is left', async () => {
  const { balances } = await february()
  expect(balances.openingCents).toBe(5000)
  expect(Object.fromEntries(balances.movements.map(({ account, cents }) => [account, cents]))).toEqual({
    // Half past midnight belongs to the month, one o'clock in the next one does not.
    cash: 300,
    cardClearing: 2000,
    memberCredit: -2800,
    machineIncome: -750,
    vendingIncome: -250,
    donations: -1000,
    corrections: 100,
  })
  expect(balances.closingCents).toBe(2600)
})

test('open charges by how late they are, and the credit of members', async () => {
  const { aging, credits } = await february()
  expect(aging.buckets.filter(({ charges }) => charges > 0)).toEqual([
    { bucket: 'notDue', cents: 3100, charges: 1 },
    { bucket: 'days30', cents: 1500, charges: 1 },
  ])
  expect(aging.totalCents).toBe(4600)
  expect(credits).toEqual({
    totalCents: 200,
    members: 1,
    largest: [{ memberId: month.cyId, name: 'Cy Example', cents: 200 }],
  })
})

test('the trial balance of a treasurer, worked out by hand, comes to nothing', async () => {
  const { trialBalance } = await february()
  const rows = trialBalance.map((row) => [
    row.planName ?? row.account,
    row.openingCents,
    row.debitCents,
    row.creditCents,
    row.closingCents,
  ])
  expect(rows).toEqual([
    ['bank', 41_500, 0, 0, 41_500],
    ['cash', 0, 3300, 0, 3300],
    ['cardClearing', 0, 2000, 0, 2000],
    ['directDebitClearing', 0, 2800, 0, 2800],
    // Asked: Ada, Fay, Gus, Hal, Dee's March, Eve's fee. Gone: paid by Ada, Cy and Gus, written off Fay's, cancelled Hal's.
    ['receivables', 2800, 4 * 2800 + 3100 + 1500, 5 * 2800, 4600],
    ['deferredIncome', -36_200, 5 * 2800 + 2800, 4 * 2800 + 3100, -33_700],
    ['memberCredit', 0, 3 * 2800, 3000 + 2 * 2800, -200],
    ['balances', -5000, 750 + 250 + 1000 + 2800, 300 + 2000 + 100, -2600],
    ['Makers, Yearly', -3100, 0, 2800, -5900],
    ['Makers, Monthly', 0, 0, 4 * 2800, -4 * 2800],
    ['joiningFees', 0, 0, 1500, -1500],
    ['machineIncome', 0, 0, 750, -750],
    ['vendingIncome', 0, 0, 250, -250],
    ['donations', 0, 0, 1000, -1000],
    ['corrections', 0, 100, 0, 100],
    ['writeOffs', 0, 2800, 0, 2800],
  ])
  expect(rows.reduce((sum, row) => sum + Number(row[4]), 0)).toBe(0)
})

test('the checks are right, and so is the command that looks for the first row that is off', async () => {
  const { checks } = await february()
  expect(checks).toEqual([
    { check: 'sumsToZero', isRight: true, oneCents: 0, otherCents: 0 },
    // With the five dollars of March.
    { check: 'entriesAreBalances', isRight: true, oneCents: 3100, otherCents: 3100 },
    { check: 'receivablesAreCharges', isRight: true, oneCents: 4600, otherCents: 4600 },
    { check: 'creditsAreMembers', isRight: true, oneCents: 200, otherCents: 200 },
  ])
  expect(await findFaults(portal.ctx)).toEqual([])
})

test('a month before anything was booked is empty, and the first month is known', async () => {
  const { trialBalance, revenue, firstMonth } = await treasurer.books.getMonth({ month: '2025-06' })
  expect({ trialBalance, rows: revenue.rows, firstMonth }).toEqual({
    trialBalance: [],
    rows: [],
    firstMonth: '2026-01',
  })
})

test('an amount leads to its lines, with members and plans by name, a page at a time', async () => {
  const all = await treasurer.books.listLines({ month: '2026-02', account: 'cash' })
  expect(all.total).toBe(2)
  expect(all.lines).toMatchObject([
    { day: '2026-02-01', debit: 'cash', credit: 'balances', cents: 300, source: 'ledgerEntry', name: 'Ada Example' },
    { day: '2026-02-03', debit: 'cash', credit: 'memberCredit', cents: 3000, source: 'payment', name: 'Cy Example' },
  ])
  const second = await treasurer.books.listLines({ month: '2026-02', account: 'cash', offset: 1, limit: 1 })
  expect(second).toEqual({ total: 2, lines: [all.lines[1]] })
  const ofPlan = await treasurer.books.listLines({ month: '2026-02', account: 'dues', planId: month.yearlyId })
  expect(ofPlan.lines).toMatchObject([{ day: '2026-02-28', cents: 2800, planName: 'Makers, Yearly', source: 'earned' }])
})

test('another currency has books of its own', async () => {
  const dollars = await treasurer.books.getMonth({ month: '2026-02', currency: 'USD' })
  expect(dollars).toMatchObject({ currency: 'USD', currencies: ['AUD', 'USD'], trialBalance: [] })
})

test.each(['2026-13', '2026-1', 'february', '1026-02'])('%s is no month', async (wrong) => {
  await expect(treasurer.books.getMonth({ month: wrong })).rejects.toMatchObject({
    status: 400,
    body: { fields: [{ field: 'month' }] },
  })
})

test('month by month, the journal comes to what it is from the beginning', async () => {
  const parts = await Promise.all(
    ['2026-01', '2026-02', '2026-03', '2026-04', '2026-12'].map((one, at) =>
      sumJournal(portal.ctx, {
        after: at === 4 ? '2026-04-30' : at === 0 ? null : dayBefore(one),
        through: lastDayOf(one),
        currency: 'AUD',
      }),
    ),
  )
  const sum = (totals: { debit: string; credit: string; planId: number | null; cents: number }[]) => {
    const sums: Record<string, number> = {}
    for (const { debit, credit, planId, cents } of totals) {
      for (const [account, signed] of [
        [`${debit} ${planId}`, cents],
        [`${credit} ${planId}`, -cents],
      ] as const)
        sums[account] = (sums[account] ?? 0) + signed
    }
    return Object.entries(sums)
      .filter(([, cents]) => cents !== 0)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
  }
  const whole = await sumJournal(portal.ctx, { after: null, through: '2026-12-31', currency: 'AUD' })
  expect(sum(parts.flat())).toEqual(sum(whole))
})

test('the database earns dues as the rule does', async () => {
  const period = { from: '2028-01-31', to: '2028-03-31' }
  const days = ['2028-01-30', '2028-01-31', '2028-02-28', '2028-02-29', '2028-03-01', '2028-03-30', '2028-04-01']
  for (const cents of [0, 1, 59, 60, 61, 99_999_999]) {
    const { rows } = await portal.services.pool.query<{ cents: number }>(
      'select earned_cents($1, $2::daterange, day) as cents from unnest($3::date[]) as day',
      [cents, `[${period.from},${period.to})`, days],
    )
    expect(rows.map((row) => row.cents)).toEqual(days.map((day) => earnedCents(cents, period, day)))
  }
})

test('lines keep one order, and each says what it came from', async () => {
  const part = { after: '2026-01-31', through: '2026-02-28', currency: 'AUD' }
  const lines = await listJournal(portal.ctx, part)
  expect(lines).toEqual(await listJournal(portal.ctx, part))
  expect(lines.map(({ day }) => day)).toEqual(lines.map(({ day }) => day).toSorted())
  expect(new Set(lines.map(({ source, sourceId }) => `${source} ${sourceId}`)).size).toBe(lines.length)
})

test('what is off is named by its row, and the check says by how much', async () => {
  const off = async (cents: number) => {
    await portal.runAsOwner('alter table charges disable trigger charges_by_entries')
    await portal.runAsOwner(`update charges set amount_cents = amount_cents + ${cents}
      where id = (select min(id) from charges where state = 'open')`)
    await portal.runAsOwner('alter table charges enable trigger charges_by_entries')
  }
  await off(7)
  const { checks } = await february()
  expect(checks.at(2)).toEqual({ check: 'receivablesAreCharges', isRight: false, oneCents: 4600, otherCents: 4607 })
  expect(await findFaults(portal.ctx)).toEqual([
    expect.stringMatching(/^Charge \d+ is 3107 cents, but its entries add up to 3100\.$/),
  ])
  await off(-7)
  expect(await findFaults(portal.ctx)).toEqual([])
})
