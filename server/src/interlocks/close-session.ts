import type { Ctx } from '#platform/ctx.ts'
import { openWebhooks } from '#platform/chat/webhooks.ts'
import type { Tx } from '#platform/db/change.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import type { Notice } from '#platform/live/channel.ts'
import { balanceNotices } from '../memberbucks/balance-notices.ts'
import { bookEntry } from '../memberbucks/book-entry.ts'
import type { SessionRow } from './queries.ts'
import { costOf, describeUse, paidUntil, type EndReason } from './rules.ts'
import { sessionNotices } from './session-notices.ts'
import { useEndedJob } from './use-ended-job.ts'

export type Closing = {
  session: SessionRow
  reason: EndReason
  /** The last that was heard of it. */
  heardAt: Date
  endedById?: number | null
}

export const pricesOf = (session: SessionRow) => ({
  perSessionCents: session.cost_per_session_cents,
  perHourCents: session.cost_per_hour_cents,
  perKwhCents: session.cost_per_kwh_cents,
})

/**
 * Ends a session that is held by this transaction and books what it costs, which may put the balance below nothing:
 * what was used has to be paid. A free one leaves no entry.
 */
export const closeSession = async (tx: Tx, input: { ctx: Ctx; closing: Closing }): Promise<Notice[]> => {
  const { session, reason, heardAt, endedById } = input.closing
  const endedAt = paidUntil({ startedAt: session.started_at, maxMinutes: session.max_session_minutes }, heardAt)
  const durationMs = endedAt.getTime() - session.started_at.getTime()
  const costCents = costOf({ durationMs, energyMwh: session.energy_mwh, prices: pricesOf(session) })
  const booked =
    costCents > 0
      ? await bookEntry(tx, {
          ctx: input.ctx,
          movement: {
            memberId: session.member_id,
            amountCents: -costCents,
            type: 'interlock',
            source: 'device',
            description: describeUse({ deviceName: session.name, durationMs }),
            floorCents: null,
            deviceId: session.device_id,
            idempotencyKey: `interlock ${session.id}`,
          },
        })
      : null
  await tx
    .updateTable('interlock_sessions')
    .set({
      ended_at: endedAt,
      end_reason: reason,
      ended_by_id: endedById ?? null,
      last_heard_at: heardAt,
      last_reading_mwh: session.last_reading_mwh,
      energy_mwh: session.energy_mwh,
      cost_cents: costCents,
      ledger_entry_id: booked?.outcome === 'booked' ? booked.entryId : null,
    })
    .where('id', '=', session.id)
    .execute()
  // What never started is no news.
  if (reason !== 'noAnswer' && openWebhooks(await input.ctx.settings.all(), 'interlocks').length > 0) {
    await addJob(tx, useEndedJob, { sessionId: session.id })
  }
  return [...sessionNotices(), ...(booked ? balanceNotices(session.member_id) : [])]
}
