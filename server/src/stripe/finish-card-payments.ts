// On its own: how a payment of dues is finished, which its rows themselves ask for by a job.
import type { Ctx } from '#platform/ctx.ts'
import { type CardPaymentRow, endCardPayment, findCardPayment } from './card-payment-rows.ts'
import { cardPaymentKey, syncCardPayment } from './card-payment-sync.ts'
import { cancelCardIntent, takePayment } from './card-payments.ts'
import { finishAll, finishPayment, type PaymentFinish } from './unfinished-payments.ts'

const cardPayments: PaymentFinish<CardPaymentRow> = {
  table: 'card_payments',
  key: cardPaymentKey,
  find: findCardPayment,
  sync: syncCardPayment,
  take: takePayment,
  end: endCardPayment,
  cancel: cancelCardIntent,
}

export const finishCardPayment = (ctx: Ctx, { cardPaymentId }: { cardPaymentId: number }): Promise<void> =>
  finishPayment(ctx, cardPayments, cardPaymentId)

export const finishCardPayments = (ctx: Ctx): Promise<void> => finishAll(ctx, cardPayments)
