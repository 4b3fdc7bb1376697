import { StripeEventRow } from '@spacekeeper/contract/stripe/desk-shapes.ts'
import type { EventState } from '@spacekeeper/contract/stripe/words.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { columns, withTimes } from '#platform/db/columns.ts'
import { AppError } from '#platform/http/app-error.ts'
import { askForRoot } from '../events/webhooks.ts'

const page = 50

const Outcome = StripeEventRow.shape.outcome

/** What Stripe told us, newest first, a page at a time. */
export const listStripeEvents = async (
  ctx: Ctx,
  { state, skip }: { state: EventState; skip: number },
): Promise<{ events: StripeEventRow[]; hasMore: boolean }> => {
  let rows = ctx.db
    .selectFrom('stripe_events')
    .select(columns('id, type, object_id, created_at, received_at, handled_at, outcome, failure, root_id'))
  if (state !== 'all') rows = rows.where('handled_at', 'is', null).where('root_id', 'is not', null)
  if (state === 'failed') rows = rows.where('failure', 'is not', null)
  const found = await rows
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .offset(skip)
    .limit(page + 1)
    .execute()
  const events = found.slice(0, page).map(({ rootId, ...row }) => ({
    ...withTimes(row),
    outcome: Outcome.parse(row.outcome),
    canRepeat: rootId !== null,
  }))
  return { events, hasMore: found.length > page }
}

/** Looks again at what an event is about, as it is at Stripe now: done twice, it changes nothing. */
export const repeatEvent = (ctx: Ctx, eventId: string): Promise<void> =>
  change(ctx, 'stripe.eventAskedAgain', async (work) => {
    const event = await work.tx
      .updateTable('stripe_events')
      .set({ handled_at: null, outcome: null, failure: null })
      .where('id', '=', eventId)
      .where('root_id', 'is not', null)
      .returning(['type', 'root_id'])
      .executeTakeFirst()
    if (!event || event.root_id === null) throw new AppError('notFound')
    await askForRoot(work, event.root_id)
    return { result: undefined, data: { eventId, type: event.type } }
  })
