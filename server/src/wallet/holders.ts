// On its own: who checks a digital ID asks it, and nothing else of wallets.
import type { Ctx } from '#platform/ctx.ts'
import { readPassCode } from './codes.ts'
import { findPass } from './pass-rows.ts'

/** The member whose wallet pass a code is of, or null once it has ended; and undefined where it is no code of a pass. */
export const findPassHolder = async (ctx: Ctx, token: string): Promise<{ memberId: number | null } | undefined> => {
  const passId = readPassCode(ctx, token)
  if (passId === null) return undefined
  const row = await findPass(ctx.db, passId)
  // One that ended long ago is forgotten; its code is still ours.
  return { memberId: row?.ended_at === null ? row.member_id : null }
}
