import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import type { ClientAddress } from '../client-address.ts'
import { describeLoginDevice } from '../user-agents.ts'
import type { Throttle } from './throttle.ts'

type FailedLogin = {
  email: string
  /** Undefined where no account has that address; then the address is not stored either. */
  memberId: number | undefined
  reason: 'wrong password' | 'email not confirmed' | 'wrong code' | 'passkey refused' | 'provider refused'
  client: ClientAddress
  throttle: Throttle
}

/**
 * Records a failed login in the audit. Recording is limited per account, per address and for the whole portal; that there
 * were more is recorded once an hour, so the audit cannot be flooded from outside.
 */
export const recordFailedLogin = async (ctx: Ctx, failure: FailedLogin): Promise<void> => {
  const { email, memberId, reason, client, throttle } = failure
  const isNews = await throttle.mayTake(['failuresKeptPerAccount', email], ['failuresKeptPerAddress', client.network])
  if (!isNews) return
  if (await throttle.mayTake(['failuresKept', 'all'])) {
    await change(ctx, 'account.loginFailed', async () => ({
      result: undefined,
      ...(memberId !== undefined && { subject: { kind: 'member', id: memberId } }),
      data: { address: client.address, reason, ...(memberId !== undefined && describeLoginDevice(client)) },
    }))
    return
  }
  if (await throttle.mayTake(['floodNote', 'all'])) {
    await change(ctx, 'account.failuresNotKept', async () => ({ result: undefined }))
  }
}
