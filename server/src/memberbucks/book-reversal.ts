import type { Ctx } from '#platform/ctx.ts'
import type { Tx } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { bookEntry } from './book-entry.ts'
import { mayBookFor } from './rules.ts'

export type Reversing = { memberId: number; entryId: number; reason: string }

/** The entry of this member, held until the transaction ends, so that two who reverse it take turns. */
const lockEntry = async (tx: Tx, input: Reversing) => {
  const entry = await tx
    .selectFrom('ledger_entries')
    .select(['amount_cents', 'device_id', 'reverses_id'])
    .where('id', '=', input.entryId)
    .where('member_id', '=', input.memberId)
    .forUpdate()
    .executeTakeFirst()
  if (!entry) throw new AppError('notFound')
  const reversal = await tx
    .selectFrom('ledger_entries')
    .select('id')
    .where('reverses_id', '=', input.entryId)
    .executeTakeFirst()
  if (reversal || entry.reverses_id !== null) throw new AppError('alreadyReversed')
  return entry
}

/** Books the opposite of an entry in the caller's transaction, once, for whoever may book on this balance. */
export const bookReversal = async (tx: Tx, input: { ctx: Ctx; reversing: Reversing }) => {
  const { ctx, reversing } = input
  const { memberId, entryId: reversesId, reason } = reversing
  if (!mayBookFor(ctx.actor, memberId)) throw new AppError('ownBalance')
  const entry = await lockEntry(tx, reversing)
  const amountCents = -entry.amount_cents
  const booked = await bookEntry(tx, {
    ctx,
    movement: {
      memberId,
      amountCents,
      type: 'other',
      source: 'staff',
      description: reason,
      floorCents: null,
      reversesId,
      ...(entry.device_id !== null && { deviceId: entry.device_id }),
    },
  })
  if (booked.outcome !== 'booked') throw new AppError(booked.outcome)
  const { entryId, balanceCents } = booked
  return { entryId, balanceCents, amountCents }
}
