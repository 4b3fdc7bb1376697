import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { balanceNotices } from './balance-notices.ts'
import { bookReversal, type Reversing } from './book-reversal.ts'

/** Puts an entry right by its opposite. What was paid in and spent since may leave the balance below nothing. */
export const reverseEntry = (ctx: Ctx, input: Reversing): Promise<{ entryId: number; balanceCents: number }> =>
  change(ctx, 'memberbucks.reversed', async (tx) => {
    const { memberId, entryId: reverses, reason } = input
    const { entryId, balanceCents, amountCents } = await bookReversal(tx, { ctx, reversing: input })
    return {
      result: { entryId, balanceCents },
      subject: { kind: 'member', id: memberId },
      data: { entryId, reverses, amountCents, balanceCents, reason },
      tell: balanceNotices(memberId),
    }
  })
