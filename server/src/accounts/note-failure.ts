import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import type { Throttle } from './create-throttle.ts'
import type { Visitor } from './visitor-of.ts'

type Failure = {
  email: string
  /** Undefined where nobody has that address, of which not even the address is kept. */
  memberId: number | undefined
  reason: 'wrong password' | 'email not confirmed'
  visitor: Visitor
  throttle: Throttle
}

/**
 * Keeps who tried in vain, and from where. Whoever goes on trying adds nothing: so many an hour for an account, for an
 * address and for the whole portal. That there were more is kept once an hour, so the audit cannot be filled from outside.
 */
export const noteFailure = async (ctx: Ctx, failure: Failure): Promise<void> => {
  const { email, memberId, reason, visitor, throttle } = failure
  const isNews = await throttle.mayTake(['failuresKeptPerAccount', email], ['failuresKeptPerAddress', visitor.network])
  if (!isNews) return
  if (await throttle.mayTake(['failuresKept', 'all'])) {
    await change(ctx, 'account.loginFailed', async () => ({
      result: undefined,
      ...(memberId !== undefined && { subject: { kind: 'member', id: memberId } }),
      data: { address: visitor.address, reason },
    }))
    return
  }
  if (await throttle.mayTake(['floodNote', 'all'])) {
    await change(ctx, 'account.failuresNotKept', async () => ({ result: undefined }))
  }
}
