import type { Ctx } from '#platform/ctx.ts'
import { change, type Tx } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { balanceNotices } from './balance-notices.ts'
import { bookEntry } from './book-entry.ts'
import { mayBookFor } from './rules.ts'

/** The entry of this member, held until the transaction ends, so that two who reverse it take turns. */
const lockEntry = async (tx: Tx, input: { memberId: number; entryId: number }) => {
  const entry = await tx
    .selectFrom('ledger_entries')
    .select(['amount_cents', 'type', 'device_id', 'description', 'reverses_id'])
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

type Wish = { memberId: number; entryId: number; reason: string }

/** Puts an entry right by its opposite. What was paid in and spent since may leave the balance below nothing. */
export const reverseEntry = (ctx: Ctx, input: Wish): Promise<{ entryId: number; balanceCents: number }> =>
  change(ctx, 'memberbucks.reversed', async (tx) => {
    const { memberId, reason } = input
    if (!mayBookFor(ctx.actor, memberId)) throw new AppError('ownBalance')
    const entry = await lockEntry(tx, input)
    const booked = await bookEntry(tx, {
      ctx,
      movement: {
        memberId,
        amountCents: -entry.amount_cents,
        type: 'other',
        source: 'staff',
        description: reason,
        floorCents: null,
        reversesId: input.entryId,
        ...(entry.device_id !== null && { deviceId: entry.device_id }),
      },
    })
    if (booked.outcome !== 'booked') throw new AppError(booked.outcome)
    const { entryId, balanceCents } = booked
    return {
      result: { entryId, balanceCents },
      subject: { kind: 'member', id: memberId },
      data: { entryId, reverses: input.entryId, amountCents: -entry.amount_cents, balanceCents, reason },
      tell: balanceNotices(memberId),
    }
  })
