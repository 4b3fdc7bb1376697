import { gaugeGroup, type Sample } from '#platform/metrics/gauges.ts'
import { readFigures } from '../statistics/current-figures.ts'

/** Figures are collected every hour; who asks for them more often gets the same. */
const keptMs = 60_000

const samplesOf = (label: string, counts: Readonly<Record<string, number>>): Sample[] =>
  Object.entries(counts).map(([name, value]) => ({ labels: { [label]: name }, value }))

/** The newest figures of the space, under the names that dashboards of existing spaces read. */
export const figureGauges = gaugeGroup({
  measures: {
    mm_member_count_total: { help: 'Members by state.', labels: ['state'] },
    member_count_6_months_total: { help: 'Accounts older than 6 months, by state.', labels: ['state'] },
    member_count_12_months_total: { help: 'Accounts older than 12 months, by state.', labels: ['state'] },
    mm_subscription_count_total: { help: 'Members by the state of their subscription.', labels: ['state'] },
    mm_memberbucks_balance_total: { help: 'All balances together, in the currency of the site.' },
    mm_memberbucks_transactions_total: {
      help: 'All there ever was in the ledger of balances, by type, in the currency of the site.',
      labels: ['type'],
    },
    spacekeeper_figures_timestamp_seconds: { help: 'When these figures were collected.' },
  },
  keptMs,
  read: async (services) => {
    const newest = await readFigures(services)
    const figures = newest?.figures
    const cents = Object.entries(figures?.transactions ?? {}).map(([type, sum]) => [type, sum.cents / 100] as const)
    return {
      mm_member_count_total: samplesOf('state', figures?.members ?? {}),
      member_count_6_months_total: samplesOf('state', figures?.members6 ?? {}),
      member_count_12_months_total: samplesOf('state', figures?.members12 ?? {}),
      mm_subscription_count_total: samplesOf('state', figures?.subscriptions ?? {}),
      mm_memberbucks_balance_total: figures ? [{ value: figures.balanceCents / 100 }] : [],
      mm_memberbucks_transactions_total: samplesOf('type', Object.fromEntries(cents)),
      spacekeeper_figures_timestamp_seconds: newest ? [{ value: newest.collectedAt.getTime() / 1000 }] : [],
    }
  },
})
