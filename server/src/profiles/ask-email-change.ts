import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { change, type Tx } from '#platform/db/change.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { screens } from '#platform/live/screens.ts'
import { addEmailChange } from '../accounts/add-email-change.ts'
import { checkPassword, holdProven, type Proof } from '../accounts/check-password.ts'

const isTaken = async (tx: Tx, email: string) => {
  const owner = await tx
    .selectFrom('members')
    .select('id')
    .where(sql`lower(email)`, '=', email)
    .executeTakeFirst()
  return owner !== undefined
}

/**
 * Asks for another address in place of the caller's. Until the link mailed there is followed, everything stays as it is.
 * Every try counts, so that nobody learns from the answers who has an account.
 */
export const askEmailChange = async (ctx: Ctx, input: Proof & { email: string }): Promise<void> => {
  const { visitor, throttle } = input
  const to = input.email.toLowerCase()
  const proven = await checkPassword(ctx, input)
  const { id } = proven
  if (to === proven.email.toLowerCase()) throw badField('email', 'This is your email address already.')
  await throttle.take(['emailChangesPerAccount', String(id)])
  await change(ctx, 'account.emailChangeAsked', async (tx) => {
    const { email: from } = await holdProven(tx, proven)
    if (await isTaken(tx, to)) throw new AppError('emailTaken')
    await addEmailChange(tx, { memberId: id, from, to, now: ctx.now() })
    return {
      result: undefined,
      subject: { kind: 'member', id },
      data: { from, to, address: visitor.address },
      tell: [screens.notice({ topic: 'profile', audience: { memberId: id } })],
    }
  })
}
