import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { screens } from '#platform/live/screens.ts'
import { checkLogin, type Login } from './check-login.ts'
import { hashPassword, isOutdated } from './hash-password.ts'
import { startSession } from './start-session.ts'

const enter = async (ctx: Ctx, input: { memberId: number; passwordHash: string; login: Login }): Promise<string> => {
  const { memberId, passwordHash, login } = input
  const newHash = isOutdated(passwordHash) ? await hashPassword(login.password) : passwordHash
  return change(ctx, 'account.loggedIn', async (tx) => {
    // A reset that came between the check and here has made this password worthless.
    const member = await tx
      .selectFrom('members')
      .select('password_hash')
      .where('id', '=', memberId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (member?.password_hash !== passwordHash) throw new AppError('wrongLogin')
    if (newHash !== passwordHash) {
      await tx.updateTable('members').set({ password_hash: newHash }).where('id', '=', memberId).execute()
    }
    const { token, tell } = await startSession(tx, { ctx, memberId, visitor: login.visitor })
    return {
      result: token,
      subject: { kind: 'member', id: memberId },
      data: { address: login.visitor.address },
      tell: [...tell, screens.notice({ topic: 'profile', audience: { memberId } })],
    }
  })
}

/**
 * Checks e-mail and password and starts a session, whose token comes back. Whatever state a membership is in:
 * people need to get in to see why they are kept out.
 */
export const logIn = async (ctx: Ctx, login: Login): Promise<string> =>
  enter(ctx, { ...(await checkLogin(ctx, login)), login })
