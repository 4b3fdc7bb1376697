import { z } from 'zod'
import { keysOf } from '../keys-of.ts'
import { transactionTypes } from '../memberbucks/words.ts'
import { memberStates, subscriptionStates } from '../members/words.ts'
import { Instant } from '../route.ts'
import { chartNames, chartRangeNames, countedCharts, shownTransactionTypes } from './words.ts'

const Count = z.number().int().min(0)

const MemberCounts = z.record(z.enum(memberStates), Count)

/** One collected set of figures of the whole space, as it is kept. */
export const Figures = z.object({
  members: MemberCounts,
  /** Accounts older than 6 and 12 months, by the state they are in now. */
  members6: MemberCounts,
  members12: MemberCounts,
  subscriptions: z.record(z.enum(subscriptionStates), Count),
  /** All balances together, and how many of them are not 0. */
  balanceCents: z.number().int(),
  balanceHolders: Count,
  /** All there ever was of a type, and how many members it was of. */
  transactions: z.partialRecord(
    z.enum(keysOf(transactionTypes)),
    z.object({ cents: z.number().int(), members: Count }),
  ),
})

export type Figures = z.infer<typeof Figures>

const series = <T extends z.ZodType>(data: T) => z.array(z.object({ date: Instant, data }))

const byState = <T extends z.ZodType>(state: T) => series(z.array(z.object({ state, total: z.number() })))

const byMemberState = byState(z.enum(memberStates))

/** What existing clients read. They take nothing but this: a state or type they do not know loses them all of it. */
export const Statistics = z.object({
  on_site: z.object({ members: z.array(z.string()), count: z.number().int() }),
  member_count_total: byMemberState,
  member_count_6_months_total: byMemberState,
  member_count_12_months_total: byMemberState,
  subscription_count_total: byState(z.enum(subscriptionStates)),
  memberbucks_balance_total: series(z.object({ value: z.number() })),
  memberbucks_transactions_total: series(z.array(z.object({ type: z.enum(shownTransactionTypes), total: z.number() }))),
})

export type Statistics = z.infer<typeof Statistics>

export const ChartName = z.enum(chartNames)

export const CountedChart = z.enum(countedCharts)

export const ChartRange = z.enum(chartRangeNames)

/** What a chart is drawn from, and its table: a day, an hour of a day (`2026-11-23T18`), a month, weekday or machine a row. */
export const ChartTable = z.object({
  columns: z.array(z.string()),
  rows: z.array(
    z.object({
      key: z.string(),
      /** What it is called, where the key does not say. */
      name: z.string().optional(),
      /** Null where there is no figure, or none that the caller may see. */
      values: z.array(z.number().nullable()),
    }),
  ),
  /** Figures about few members were left out for this caller. */
  isThinned: z.boolean(),
})

export type ChartTable = z.infer<typeof ChartTable>
