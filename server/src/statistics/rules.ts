import { keysOf } from '@spacekeeper/contract/keys-of.ts'
import type { TransactionType } from '@spacekeeper/contract/memberbucks/words.ts'
import type { ChartTable, Figures, Statistics } from '@spacekeeper/contract/statistics/shapes.ts'
import { leastShown, shownTransactionTypes } from '@spacekeeper/contract/statistics/words.ts'

/** A row of a chart, with how many members each of its figures is about. */
export type CountedRow = {
  key: string
  name: string | null
  figures: (number | null)[]
  people: number[]
  /** It is about a device that only staff see. */
  isHidden: boolean
}

/** Whether a figure about so many members can be shown: none of them could be told from it. */
export const isShown = (people: number): boolean => people === 0 || people >= leastShown

/** The rows of a chart as a caller may see them. */
export const tableFor = (
  rows: readonly CountedRow[],
  { columns, seesAll }: { columns: string[]; seesAll: boolean },
): ChartTable => {
  const shown = rows.filter(({ isHidden }) => seesAll || !isHidden)
  const isLeftOut = (row: CountedRow, at: number) => !seesAll && !isShown(row.people[at] ?? 0)
  return {
    columns,
    rows: shown.map((row) => ({
      key: row.key,
      ...(row.name !== null && { name: row.name }),
      values: row.figures.map((value, at) => (isLeftOut(row, at) ? null : value)),
    })),
    isThinned: shown.some((row) => row.figures.some((value, at) => value !== null && isLeftOut(row, at))),
  }
}

/** A collected set of figures, and when. */
export type FiguresAt = { at: Date; figures: Figures }

type Viewer = { seesAll: boolean }

const states = <S extends string>(counts: Record<S, number>, { seesAll }: Viewer) =>
  keysOf(counts).flatMap((state) => (seesAll || isShown(counts[state]) ? [{ state, total: counts[state] }] : []))

type ShownType = (typeof shownTransactionTypes)[number]

/** Existing clients know no `bank` and no `cash`. */
const shownType = (type: TransactionType): ShownType => (type === 'bank' || type === 'cash' ? 'other' : type)

const transactions = (of: Figures['transactions'], { seesAll }: Viewer) =>
  shownTransactionTypes.flatMap((type) => {
    const parts = keysOf(of).flatMap((key) => (shownType(key) === type ? [of[key]] : []))
    const known = parts.filter((part) => part !== undefined)
    if (known.length === 0) return []
    const people = Math.max(...known.map(({ members }) => members))
    const cents = known.reduce((sum, part) => sum + part.cents, 0)
    return seesAll || isShown(people) ? [{ type, total: cents / 100 }] : []
  })

/** The series of the statistics, from the last set of figures of each day. */
export const seriesFrom = (days: readonly FiguresAt[], viewer: Viewer): Omit<Statistics, 'on_site'> => {
  const series = <T>(of: (figures: Figures) => T) =>
    days.map(({ at, figures }) => ({ date: at.toISOString(), data: of(figures) }))
  const balances = days.filter(({ figures }) => viewer.seesAll || isShown(figures.balanceHolders))
  return {
    member_count_total: series(({ members }) => states(members, viewer)),
    member_count_6_months_total: series(({ members6 }) => states(members6, viewer)),
    member_count_12_months_total: series(({ members12 }) => states(members12, viewer)),
    subscription_count_total: series(({ subscriptions }) => states(subscriptions, viewer)),
    memberbucks_balance_total: balances.map(({ at, figures }) => ({
      date: at.toISOString(),
      data: { value: figures.balanceCents / 100 },
    })),
    memberbucks_transactions_total: series((figures) => transactions(figures.transactions, viewer)),
  }
}
