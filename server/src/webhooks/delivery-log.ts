import { DeliveryState, type ReceiverDelivery } from '@spacekeeper/contract/webhooks/shapes.ts'
import { testEvent } from '@spacekeeper/contract/webhooks/words.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change, type Work } from '#platform/db/change.ts'
import { columns, withTimes } from '#platform/db/columns.ts'
import { AppError } from '#platform/http/app-error.ts'
import { messageIdOf } from './messages.ts'
import { serveReceiver, webhooksChanged } from './queue.ts'

const pageLength = 50

type LogPage = { receiverId: number; state?: DeliveryState | undefined; before?: number | undefined }

/** What was sent to a receiver, the newest first. */
export const listDeliveries = async (
  ctx: Ctx,
  { receiverId, state, before }: LogPage,
): Promise<{ deliveries: ReceiverDelivery[]; hasMore: boolean }> => {
  const receiver = await ctx.db
    .selectFrom('webhook_receivers')
    .select('id')
    .where('id', '=', receiverId)
    .executeTakeFirst()
  if (!receiver) throw new AppError('notFound')
  const rows = await ctx.db
    .selectFrom('webhook_deliveries')
    .select(
      columns(
        'id, message_id, event, state, created_at, attempts, tried_at, next_try_at, status, answer, error, took_ms',
      ),
    )
    .where('receiver_id', '=', receiverId)
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'waiting'))
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(pageLength + 1)
    .execute()
  const deliveries = rows.slice(0, pageLength).map((row) => ({
    ...withTimes(row),
    messageId: messageIdOf(row.messageId),
    state: DeliveryState.parse(row.state),
  }))
  return { deliveries, hasMore: rows.length > pageLength }
}

const lockForSending = async ({ tx }: Work, receiverId: number) => {
  const row = await tx
    .selectFrom('webhook_receivers')
    .select(['name', 'off_at'])
    .where('id', '=', receiverId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('notFound')
  return row
}

/** Sends an event of no consequence at once, also to a receiver that is off. */
export const testReceiver = (ctx: Ctx, receiverId: number): Promise<{ deliveryId: number }> =>
  change(ctx, 'webhook.tested', async (work) => {
    const { name } = await lockForSending(work, receiverId)
    const now = ctx.now()
    const { id } = await work.tx
      .insertInto('webhook_deliveries')
      .values({ receiver_id: receiverId, event: testEvent, created_at: now, next_try_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await serveReceiver(work, receiverId)
    return { result: { deliveryId: id }, data: { name, receiverId }, tell: [webhooksChanged] }
  })

const mostReplayed = 1000

/** These are sent again with as many tries as new ones, under the id they have. */
const sendAgain = async (work: Work, input: { receiverId: number; ids: readonly number[] }): Promise<void> => {
  const { receiverId, ids } = input
  await work.tx
    .updateTable('webhook_deliveries')
    .set({ state: 'waiting', attempts: 0, next_try_at: work.now, settled_at: null })
    .where('id', 'in', ids)
    .execute()
  await serveReceiver(work, receiverId)
}

type Replay = { receiverId: number; deliveryId?: number }

/** Sends one event again, or everything that did not arrive; how many. Tests are made anew instead. */
export const replayDeliveries = (ctx: Ctx, { receiverId, deliveryId }: Replay): Promise<{ count: number }> =>
  change(ctx, 'webhook.replayed', async (work) => {
    const { name, off_at: offAt } = await lockForSending(work, receiverId)
    if (offAt !== null) throw new AppError('receiverOff')
    const found = await work.tx
      .selectFrom('webhook_deliveries')
      .select('id')
      .where('receiver_id', '=', receiverId)
      .where('event', '<>', testEvent)
      .$if(deliveryId !== undefined, (query) => query.where('id', '=', deliveryId ?? 0))
      .$if(deliveryId === undefined, (query) => query.where('state', 'in', ['failed', 'stopped']))
      .orderBy('id')
      .limit(mostReplayed)
      .forUpdate()
      .execute()
    if (deliveryId !== undefined && found.length === 0) throw new AppError('notFound')
    const ids = found.map(({ id }) => id)
    if (ids.length > 0) await sendAgain(work, { receiverId, ids })
    return { result: { count: ids.length }, data: { name, receiverId, count: ids.length }, tell: [webhooksChanged] }
  })
