import type { Output } from '@spacekeeper/contract/route.ts'
import type { memberships } from '@spacekeeper/contract/memberships.ts'
import type { Ctx } from '#platform/ctx.ts'
import { AppError } from '#platform/http/app-error.ts'
import { changeStanding } from './change-standing.ts'

/** Makes a new account a member. Existing clients read from the answer whether it was possible. */
export const makeMember = async (ctx: Ctx, memberId: number): Promise<Output<typeof memberships.makeMember>> => {
  try {
    const outcome = await changeStanding(ctx, { memberId, move: 'makeMember' })
    if (outcome === 'moved') return { success: true, message: 'adminTools.makeMemberSuccess' }
    return { success: false, message: 'adminTools.makeMemberErrorExists' }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'memberSuspended') throw error
    return { success: false, message: 'adminTools.makeMemberError' }
  }
}
