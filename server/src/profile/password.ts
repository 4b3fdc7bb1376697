import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { callers } from '#platform/http/callers.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { screens } from '#platform/live/screens.ts'
import {
  checkNewPassword,
  type PasswordCheck,
  type PasswordOwner,
  checkOwner,
  lockCheckedMember,
  hashPassword,
  replacePassword,
} from '../auth/passwords/passwords.ts'

/** The shared check names the field `password`; here it is `new`. */
const checkNew = async (input: { password: string; owner: PasswordOwner }) => {
  try {
    await checkNewPassword(input)
  } catch (error) {
    if (!(error instanceof AppError) || !error.facts.fields) throw error
    throw new AppError('badInput', { fields: error.facts.fields.map(({ message }) => ({ field: 'new', message })) })
  }
}

/** Replaces the caller's password. All other sessions end. */
export const changePassword = async (ctx: Ctx, input: PasswordCheck & { newPassword: string }): Promise<void> => {
  const { newPassword, ...proof } = input
  const { sessionId } = memberOf(ctx)
  const proven = await checkOwner(ctx, proof)
  await checkNew({ password: newPassword, owner: proven })
  const passwordHash = await hashPassword(newPassword)
  await change(ctx, 'account.passwordChanged', async (work) => {
    const { id } = proven
    await lockCheckedMember(work, proven)
    await replacePassword(work, { memberId: id, passwordHash, keptSessionId: sessionId })
    return {
      result: undefined,
      subject: { kind: 'member', id },
      data: { address: input.client.address },
      tell: [callers.notice({ memberId: id }), screens.notice({ topic: 'profile', audience: { memberId: id } })],
    }
  })
}
