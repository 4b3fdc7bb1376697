import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { callers } from '#platform/http/callers.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { screens } from '#platform/live/screens.ts'
import { checkNewPassword } from '../accounts/check-new-password.ts'
import { checkPassword, holdProven, type Proof } from '../accounts/check-password.ts'
import { hashPassword } from '../accounts/hash-password.ts'
import { replacePassword } from '../accounts/replace-password.ts'

/** The rule speaks of `password`; here the field is called `new`. */
const checkNew = async (input: { password: string; facts: string[] }) => {
  try {
    await checkNewPassword(input)
  } catch (error) {
    if (!(error instanceof AppError) || !error.facts.fields) throw error
    throw new AppError('badInput', { fields: error.facts.fields.map(({ message }) => ({ field: 'new', message })) })
  }
}

/** Replaces the caller's password. Whoever else is logged in with the old one is out; this session stays. */
export const changePassword = async (ctx: Ctx, input: Proof & { newPassword: string }): Promise<void> => {
  const { newPassword, ...proof } = input
  const { sessionId } = memberOf(ctx)
  const proven = await checkPassword(ctx, proof)
  await checkNew({ password: newPassword, facts: [proven.email, proven.screenName] })
  const passwordHash = await hashPassword(newPassword)
  await change(ctx, 'account.passwordChanged', async (tx) => {
    const { id } = proven
    await holdProven(tx, proven)
    await replacePassword(tx, { ctx, memberId: id, passwordHash, keptSessionId: sessionId })
    return {
      result: undefined,
      subject: { kind: 'member', id },
      data: { address: input.visitor.address },
      tell: [callers.notice({ memberId: id }), screens.notice({ topic: 'profile', audience: { memberId: id } })],
    }
  })
}
