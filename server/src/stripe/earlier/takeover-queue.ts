// The order in which plans at Stripe are looked at.
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import { readRows } from '#platform/db/read-rows.ts'

const kept = sql`subscriptions s left join stripe_take_overs t on t.subscription_id = s.id
  where s.provider_ref is not null and (s.state <> 'ended' or t.done_at is null)`

/**
 * Nothing happens to it before a person or Stripe does something. One that is cancelled or has ended here has to end at
 * Stripe in time, unless Stripe doesn't know it or another portal looks after it.
 */
const isWaiting = sql`(t.hindrance in ('lost', 'otherPortal')
  or t.hindrance <> '' and not t.is_owed_here and s.state not in ('cancelling', 'ended'))`

const idsOf = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id)

/** Those that can go on: the ones without a hindrance, and then the others. */
export const listGoing = async (ctx: Ctx): Promise<number[]> =>
  idsOf(
    await readRows(
      ctx,
      sql<{ id: number }>`select s.id from ${kept} and ${isWaiting} is not true
        order by coalesce(t.hindrance, '') <> '', s.id`,
    ),
  )

/** Those that wait, the ones that were looked at longest ago. */
export const listHindered = async (ctx: Ctx, most: number): Promise<number[]> =>
  idsOf(
    await readRows(
      ctx,
      sql<{ id: number }>`select s.id from ${kept} and ${isWaiting}
        order by t.looked_at nulls first, s.id limit ${most}`,
    ),
  )

/** From now on they are behind all others that wait, also where the portal ends before it comes to them. */
export const noteLook = (ctx: Ctx, ids: readonly number[]): Promise<void> =>
  record(ctx, async ({ tx, now }) => {
    if (ids.length > 0)
      await tx.updateTable('stripe_take_overs').set({ looked_at: now }).where('subscription_id', 'in', ids).execute()
    return { result: undefined }
  })
