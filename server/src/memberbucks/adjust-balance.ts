import type { staffTypes } from '@spacekeeper/contract/memberbucks.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change, unchanged } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { getMember } from '../members/queries.ts'
import { balanceNotices } from './balance-notices.ts'
import { bookEntry } from './book-entry.ts'
import { mayBookFor } from './rules.ts'

type Booking = {
  memberId: number
  amountCents: number
  type: (typeof staffTypes)[number]
  description: string
  idempotencyKey: string
}

/** Staff book cash, a bank transfer or a correction. Nobody is put below nothing by hand. */
export const adjustBalance = async (ctx: Ctx, input: Booking): Promise<{ entryId: number; balanceCents: number }> => {
  if (!mayBookFor(ctx.actor, input.memberId)) throw new AppError('ownBalance')
  await getMember(ctx, input.memberId)
  return change(ctx, 'memberbucks.booked', async (tx) => {
    const booked = await bookEntry(tx, { ctx, movement: { ...input, source: 'staff', floorCents: 0 } })
    if (booked.outcome !== 'booked') throw new AppError(booked.outcome)
    const { entryId, balanceCents, isNew } = booked
    const result = { entryId, balanceCents }
    if (!isNew) return unchanged(result)
    const { memberId, amountCents, type, description } = input
    return {
      result,
      subject: { kind: 'member', id: memberId },
      data: { entryId, amountCents, balanceCents, type, description },
      tell: balanceNotices(memberId),
    }
  })
}
