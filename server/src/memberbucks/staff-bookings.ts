import type { staffTypes } from '@spacekeeper/contract/memberbucks/words.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change, unchanged } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import type { Day } from '#platform/local-day.ts'
import { getMember } from '../members/summaries.ts'
import { bookEntry, balanceNotices, type ReversalRequest, bookReversal } from './ledger.ts'
import { contraAccountOfStaff, mayBookFor } from './rules.ts'

type StaffBooking = {
  memberId: number
  amountCents: number
  type: (typeof staffTypes)[number]
  description: string
  idempotencyKey: string
  /** When the money came or went; today unless it is said. */
  paidOn?: Day | undefined
}

/** Staff book cash, a bank transfer or a correction. Staff cannot take a balance below 0. */
export const bookByStaff = async (
  ctx: Ctx,
  input: StaffBooking,
): Promise<{ entryId: number; balanceCents: number }> => {
  if (!mayBookFor(ctx.actor, input.memberId)) throw new AppError('ownBalance')
  await getMember(ctx, input.memberId)
  return change(ctx, 'memberbucks.booked', async (work) => {
    const contraAccount = contraAccountOfStaff[input.type]
    const { paidOn, ...movement } = input
    const booked = await bookEntry(work, {
      movement: {
        ...movement,
        contraAccount,
        source: 'staff',
        floorCents: 0,
        ...(paidOn !== undefined && { day: paidOn }),
      },
    })
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

/** Puts an entry right by its opposite. What was paid in and spent since may leave the balance below nothing. */
export const reverseEntry = (
  ctx: Ctx,
  { paidOn: day, ...entry }: Pick<ReversalRequest, 'memberId' | 'entryId' | 'reason'> & { paidOn?: Day | undefined },
): Promise<{ entryId: number; balanceCents: number }> =>
  change(ctx, 'memberbucks.reversed', async (work) => {
    const { memberId, entryId: reverses, reason } = entry
    const { entryId, balanceCents, amountCents } = await bookReversal(work, { ...entry, day })
    return {
      result: { entryId, balanceCents },
      subject: { kind: 'member', id: memberId },
      data: { entryId, reverses, amountCents, balanceCents, reason },
      tell: balanceNotices(memberId),
    }
  })
