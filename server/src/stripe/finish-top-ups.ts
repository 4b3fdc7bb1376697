// On its own: how a top-up is finished, which its rows themselves ask for by a job.
import type { Ctx } from '#platform/ctx.ts'
import { findTopUp, type TopUpRow } from './top-up-rows.ts'
import { syncTopUp, topUpKey } from './top-up-sync.ts'
import { cancelIntent, chargeTopUp, endTopUp } from './top-ups.ts'
import { finishAll, finishPayment, type PaymentFinish } from './unfinished-payments.ts'

const topUps: PaymentFinish<TopUpRow> = {
  table: 'top_ups',
  key: topUpKey,
  find: findTopUp,
  sync: syncTopUp,
  take: chargeTopUp,
  end: endTopUp,
  cancel: cancelIntent,
}

export const finishTopUp = (ctx: Ctx, { topUpId }: { topUpId: number }): Promise<void> =>
  finishPayment(ctx, topUps, topUpId)

export const finishTopUps = (ctx: Ctx): Promise<void> => finishAll(ctx, topUps)
