import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { screens } from '#platform/live/screens.ts'
import type { ClientAddress } from '../client-address.ts'
import { rememberPlace } from '../limits/login-limits.ts'
import type { Throttle } from '../limits/throttle.ts'
import { startSession } from '../sessions.ts'
import { checkSecondFactor } from '../strong/second-factors.ts'
import { describeLoginDevice } from '../user-agents.ts'
import { findLink, useLink } from './links.ts'

/** Kiosks are shared: a link in the mailbox of a member is opened in a browser of their own. */
export const refuseAtKiosk = ({ kioskId }: ClientAddress): void => {
  if (kioskId !== undefined) throw new AppError('notOnKiosk')
}

/** Whether the space lets members log in by a link at all. */
export const refuseLoginLinks = async (ctx: Ctx): Promise<void> => {
  if ((await ctx.settings.get('LOGIN_LINKS')) === 'never') throw new AppError('featureOff')
}

/** Logs the owner of a mailed link in, once; the token of the session comes back. Other links to log in end. */
export const logInByLink = async (
  ctx: Ctx,
  input: { token: string; code?: string | undefined; client: ClientAddress; throttle: Throttle },
): Promise<string> => {
  const { token, code, client, throttle } = input
  refuseAtKiosk(client)
  await refuseLoginLinks(ctx)
  const link = await findLink(ctx, { token, purpose: 'logIn' })
  if (!link || link.isExpired) throw new AppError('invalidLink')
  // The mailbox is one factor: an authenticator app is the other.
  const { memberId: ownerId, email } = link
  const isStrong = await checkSecondFactor(ctx, { memberId: ownerId, email, code, client, throttle })
  const session = await change(ctx, 'account.loggedInByLink', async (work) => {
    const memberId = await useLink(work, { token, purpose: 'logIn' })
    if (memberId === null) throw new AppError('invalidLink')
    const started = await startSession(work, { memberId, client, isStrong })
    return {
      result: started.token,
      subject: { kind: 'member', id: memberId },
      data: { address: client.address, ...describeLoginDevice(client) },
      tell: [...started.tell, screens.notice({ topic: 'profile', audience: { memberId } })],
    }
  })
  await rememberPlace({ email, client, throttle })
  return session
}
