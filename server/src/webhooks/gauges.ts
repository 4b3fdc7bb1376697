import { deliveryStates } from '@spacekeeper/contract/webhooks/words.ts'
import { sql } from 'kysely'
import { systemCtx } from '#platform/ctx.ts'
import { readRows } from '#platform/db/read-rows.ts'
import { gaugeGroup } from '#platform/metrics/gauges.ts'

type StateCount = { state: string; count: number }

export const webhookGauges = gaugeGroup({
  measures: {
    spacekeeper_webhook_deliveries: {
      help: 'What was sent to other systems and is still in the log, by state.',
      labels: ['state'],
    },
    spacekeeper_webhook_endpoints: { help: 'Receivers of webhooks: working, failing or off.', labels: ['state'] },
  },
  keptMs: 15_000,
  read: async (services) => {
    const ctx = systemCtx(services)
    const [deliveries, receivers] = await Promise.all([
      readRows(ctx, sql<StateCount>`select state, count(*) as count from webhook_deliveries group by state`),
      readRows(
        ctx,
        sql<StateCount>`select case when off_at is not null then 'off' when failing_since is not null then 'failing'
          else 'working' end as state, count(*) as count from webhook_receivers group by 1`,
      ),
    ])
    const samples = (states: readonly string[], counts: readonly StateCount[]) =>
      states.map((state) => ({ labels: { state }, value: counts.find((one) => one.state === state)?.count ?? 0 }))
    return {
      spacekeeper_webhook_deliveries: samples(deliveryStates, deliveries),
      spacekeeper_webhook_endpoints: samples(['working', 'failing', 'off'], receivers),
    }
  },
})
