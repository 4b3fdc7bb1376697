// On its own: the way in without a password, beside logins.ts and login-links.ts.
import type { PasskeyAnswer } from '@spacekeeper/contract/auth/strong-shapes.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { screens } from '#platform/live/screens.ts'
import type { ClientAddress } from '../client-address.ts'
import { rememberPlace } from '../limits/login-limits.ts'
import type { Throttle } from '../limits/throttle.ts'
import { refuseAtKiosk } from '../links/login-links.ts'
import { sendNewVerifyLink, unverifiedError } from '../logins.ts'
import { startSession } from '../sessions.ts'
import { describeLoginDevice } from '../user-agents.ts'
import { checkPasskey } from './passkey-proofs.ts'

/** Logs the owner of a passkey in; the token of the session comes back. It is a device and a finger or PIN: both factors. */
export const logInByPasskey = async (
  ctx: Ctx,
  input: { passkey: PasskeyAnswer; client: ClientAddress; throttle: Throttle },
): Promise<string> => {
  const { client, throttle } = input
  refuseAtKiosk(client)
  const { id: passkeyId, memberId, email, verifiedAt, name } = await checkPasskey(ctx, { ...input, memberId: null })
  if (verifiedAt === null) {
    await sendNewVerifyLink(ctx, { memberId, login: { email, client, throttle } })
    throw unverifiedError(ctx)
  }
  const token = await change(ctx, 'account.loggedInByPasskey', async (work) => {
    // It may have been removed since the check.
    const kept = await work.tx
      .selectFrom('passkeys')
      .select('id')
      .where('id', '=', passkeyId)
      .forShare()
      .executeTakeFirst()
    if (!kept) throw new AppError('passkeyRefused')
    const started = await startSession(work, { memberId, client, isStrong: true })
    return {
      result: started.token,
      subject: { kind: 'member', id: memberId },
      data: { name, address: client.address, ...describeLoginDevice(client) },
      tell: [...started.tell, screens.notice({ topic: 'profile', audience: { memberId } })],
    }
  })
  await rememberPlace({ email, client, throttle })
  return token
}
