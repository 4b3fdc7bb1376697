import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { screens } from '#platform/live/screens.ts'
import type { ClientAddress } from './client-address.ts'
import { findLink, useLink } from './links.ts'
import { rememberPlace } from './login-limits.ts'
import { startSession } from './sessions.ts'
import type { Throttle } from './throttle.ts'

/** Kiosks are shared: a link in the mailbox of a member is opened in a browser of their own. */
export const refuseAtKiosk = ({ kioskId }: ClientAddress): void => {
  if (kioskId !== undefined) throw new AppError('notOnKiosk')
}

/** Logs the owner of a mailed link in, once; the token of the session comes back. Other links to log in end. */
export const logInByLink = async (
  ctx: Ctx,
  input: { token: string; client: ClientAddress; throttle: Throttle },
): Promise<string> => {
  const { token, client, throttle } = input
  refuseAtKiosk(client)
  const link = await findLink(ctx, { token, purpose: 'logIn' })
  if (!link || link.isExpired) throw new AppError('invalidLink')
  const session = await change(ctx, 'account.loggedInByLink', async (tx) => {
    const memberId = await useLink(tx, { token, purpose: 'logIn', now: ctx.now() })
    if (memberId === null) throw new AppError('invalidLink')
    const started = await startSession(tx, { ctx, memberId, client })
    return {
      result: started.token,
      subject: { kind: 'member', id: memberId },
      data: { address: client.address },
      tell: [...started.tell, screens.notice({ topic: 'profile', audience: { memberId } })],
    }
  })
  await rememberPlace({ email: link.email, client, throttle })
  return session
}
