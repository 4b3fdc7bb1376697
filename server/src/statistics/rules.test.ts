import { lastDays, tableOfSeries } from '@spacekeeper/contract/statistics/chart-table.ts'
import type { Figures } from '@spacekeeper/contract/statistics/shapes.ts'
import { Statistics } from '@spacekeeper/contract/statistics/shapes.ts'
import { expect, test } from 'vitest'
import { isShown, seriesFrom, tableFor } from './rules.ts'

const counts = { noob: 2, active: 40, inactive: 0, accountonly: 7 }

const figures = (facts: Partial<Figures> = {}): Figures => ({
  members: counts,
  members6: counts,
  members12: counts,
  subscriptions: { inactive: 9, active: 39, cancelling: 1 },
  balanceCents: 145_707,
  balanceHolders: 31,
  transactions: {
    stripe: { cents: 241_000, members: 30 },
    bank: { cents: 27_750, members: 5 },
    cash: { cents: 14_325, members: 4 },
    card: { cents: -48_005, members: 4 },
  },
  ...facts,
})

const at = (day: string) => new Date(`${day}T23:55:00Z`)

const onSite = { members: [], count: 0 }

test.each([
  [0, true],
  [1, false],
  [4, false],
  [5, true],
])('a figure about %s members is shown to members: %s', (people, shown) => {
  expect(isShown(people)).toBe(shown)
})

test('the answer has only the types and states that existing clients know, bank and cash among others', () => {
  const series = seriesFrom([{ at: at('2026-11-22'), figures: figures() }], { seesAll: true })
  expect(Statistics.parse({ on_site: onSite, ...series })).toMatchObject({
    member_count_total: [
      {
        date: '2026-11-22T23:55:00.000Z',
        data: [
          { state: 'noob', total: 2 },
          { state: 'active', total: 40 },
          { state: 'inactive', total: 0 },
          { state: 'accountonly', total: 7 },
        ],
      },
    ],
    memberbucks_balance_total: [{ data: { value: 1457.07 } }],
    memberbucks_transactions_total: [
      {
        data: [
          { type: 'stripe', total: 2410 },
          { type: 'other', total: 420.75 },
          { type: 'card', total: -480.05 },
        ],
      },
    ],
  })
})

test('members read no figure about one to four of them', () => {
  const series = seriesFrom([{ at: at('2026-11-22'), figures: figures({ balanceHolders: 4 }) }], { seesAll: false })
  expect(series.member_count_total[0]?.data.map(({ state }) => state)).toEqual(['active', 'inactive', 'accountonly'])
  expect(series.subscription_count_total[0]?.data.map(({ state }) => state)).toEqual(['inactive', 'active'])
  expect(series.memberbucks_balance_total).toEqual([])
  expect(series.memberbucks_transactions_total[0]?.data).toEqual([
    { type: 'stripe', total: 2410 },
    { type: 'other', total: 420.75 },
  ])
})

test('a series is a table with a row a day, the most important column first, and gaps stay gaps', () => {
  const days = ['2026-11-01', '2026-11-20', '2026-11-22'].map((day) => ({ at: at(day), figures: figures() }))
  const statistics = { on_site: onSite, ...seriesFrom(days, { seesAll: false }) }
  const table = tableOfSeries(statistics, 'members')
  expect(table).toEqual({
    columns: ['active', 'noob', 'inactive', 'accountonly'],
    rows: ['2026-11-01', '2026-11-20', '2026-11-22'].map((key) => ({ key, values: [40, null, 0, 7] })),
    isThinned: true,
  })
  expect(lastDays(table, { days: 3, today: '2026-11-22' }).rows.map(({ key }) => key)).toEqual([
    '2026-11-20',
    '2026-11-22',
  ])
  expect(lastDays(table, { days: null, today: '2026-11-22' }).rows).toHaveLength(3)
})

test('charts leave out figures about few members and machines that staff hide, and say so', () => {
  const rows = [
    { key: '1', name: 'Saw', figures: [12.5, 30, 6], people: [6, 6, 6], isHidden: false },
    { key: '2', name: 'Lathe', figures: [2, 3, 1], people: [1, 1, 1], isHidden: false },
    { key: '3', name: 'Secret', figures: [9, 9, 9], people: [9, 9, 9], isHidden: true },
  ]
  const columns = ['hours', 'uses', 'members']
  expect(tableFor(rows, { columns, seesAll: false })).toEqual({
    columns,
    rows: [
      { key: '1', name: 'Saw', values: [12.5, 30, 6] },
      { key: '2', name: 'Lathe', values: [null, null, null] },
    ],
    isThinned: true,
  })
  expect(tableFor(rows, { columns, seesAll: true })).toMatchObject({ isThinned: false, rows: { length: 3 } })
})
