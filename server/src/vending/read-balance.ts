import type { Ctx } from '#platform/ctx.ts'
import { noteRefusal } from './note-refusal.ts'
import { findBuyer } from './queries.ts'

/** What whoever held his card to a machine can spend there, in cents; null where nothing would be sold to him. */
export const readBalance = async (ctx: Ctx, input: { deviceId: number; card: string }): Promise<number | null> => {
  const { memberId, balanceCents, refusal } = await findBuyer(ctx, input)
  if (refusal === null) return balanceCents
  await noteRefusal(ctx, { ...input, memberId, refusal })
  return null
}
