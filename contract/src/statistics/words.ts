/** The series of the answer that existing clients read, in its order. */
export const seriesNames = [
  'member_count_total',
  'member_count_6_months_total',
  'member_count_12_months_total',
  'subscription_count_total',
  'memberbucks_balance_total',
  'memberbucks_transactions_total',
] as const

export type SeriesName = (typeof seriesNames)[number]

/** What is drawn of the recorded figures, and the series each is made of. */
export const figureCharts = {
  members: 'member_count_total',
  members6: 'member_count_6_months_total',
  members12: 'member_count_12_months_total',
  subscriptions: 'subscription_count_total',
  balance: 'memberbucks_balance_total',
  transactions: 'memberbucks_transactions_total',
} as const satisfies Record<string, SeriesName>

export type FigureChart = keyof typeof figureCharts

/** What is added up from visits, uses of machines and memberships when it is asked for. */
export const countedCharts = ['people', 'onSite', 'hours', 'machines', 'joins', 'cohorts'] as const

export type CountedChart = (typeof countedCharts)[number]

/** In this order on the page. */
export const figureChartNames = [
  'members',
  'members6',
  'members12',
  'subscriptions',
  'balance',
  'transactions',
] as const satisfies readonly FigureChart[]

export const chartNames = [...figureChartNames, ...countedCharts] as const

export type ChartName = (typeof chartNames)[number]

/** How far back a chart goes, in days; null is all there is. */
export const chartRanges = { month: 30, halfYear: 182, year: 365, all: null } as const

export type ChartRange = keyof typeof chartRanges

export const chartRangeNames = ['month', 'halfYear', 'year', 'all'] as const satisfies readonly ChartRange[]

/** A figure about fewer members is shown to administrators alone: it could tell what one of them does. */
export const leastShown = 5

/** What existing clients know: an unknown type makes them throw the whole answer away. Bank and cash are among others. */
export const shownTransactionTypes = ['stripe', 'other', 'interlock', 'card', 'web'] as const

/** After so many months it is counted how many members who joined together are still members. */
export const cohortMonths = [1, 3, 6, 12, 18, 24, 36] as const

/** More machines than that are not listed: those that run longest come first. */
export const mostMachines = 50
