import { plainEmail } from '@spacekeeper/contract/email-addresses.ts'
import type { EmailChange } from '@spacekeeper/contract/profile/shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { type Work, change, record, unchanged } from '#platform/db/change.ts'
import { badField, AppError } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { screens } from '#platform/live/screens.ts'
import { addEmailChange, sendChangeLink } from '../auth/email-change.ts'
import type { Throttle } from '../auth/limits/throttle.ts'
import { endEmailChange, findEmailChange } from '../auth/links/links.ts'
import { type PasswordCheck, checkOwner, lockCheckedMember } from '../auth/passwords/passwords.ts'

/** The address the caller asked for and has not confirmed yet. */
export const getEmailChange = async (ctx: Ctx): Promise<EmailChange | null> => {
  const wanted = await findEmailChange(ctx, memberOf(ctx).id)
  return wanted && { email: wanted.email, askedAt: wanted.askedAt.toISOString() }
}

const isTaken = async ({ tx }: Work, email: string) => {
  const owner = await tx
    .selectFrom('members')
    .select('id')
    .where(sql`lower(email)`, '=', email)
    .executeTakeFirst()
  return owner !== undefined
}

/**
 * Asks for another address in place of the caller's; it changes once the link mailed there is followed. Every try
 * counts towards the rate limit, so that answers do not tell who has an account.
 */
export const requestEmailChange = async (ctx: Ctx, input: PasswordCheck & { email: string }): Promise<void> => {
  const { client, throttle } = input
  const to = plainEmail(input.email)
  const proven = await checkOwner(ctx, input)
  const { id } = proven
  if (to === plainEmail(proven.email)) throw badField('email', 'This is your email address already.')
  await throttle.take(['emailChangesPerAccount', String(id)])
  await change(ctx, 'account.emailChangeAsked', async (work) => {
    const { email: from } = await lockCheckedMember(work, proven)
    if (await isTaken(work, to)) throw new AppError('emailTaken')
    await addEmailChange(work, { memberId: id, from, to, by: 'member' })
    return {
      result: undefined,
      subject: { kind: 'member', id },
      data: { from, to, address: client.address },
      tell: [screens.notice({ topic: 'profile', audience: { memberId: id } })],
    }
  })
}

/** Mails the link to the new address once more; the one before it ends. */
export const resendEmailChange = async (ctx: Ctx, throttle: Throttle): Promise<void> => {
  const { id } = memberOf(ctx)
  if (!(await findEmailChange(ctx, id))) throw new AppError('notFound')
  await throttle.take(['emailChangesPerAccount', String(id)])
  await record(ctx, async (work) => ({ result: await sendChangeLink(work, id) }))
}

/** Keeps the caller's address; the link that was mailed to the other one stops working. */
export const cancelEmailChange = (ctx: Ctx): Promise<void> => {
  const { id } = memberOf(ctx)
  return change(ctx, 'account.emailChangeCancelled', async (work) => {
    if (!(await endEmailChange(work, id))) return unchanged(undefined)
    return {
      result: undefined,
      subject: { kind: 'member', id },
      tell: [screens.notice({ topic: 'profile', audience: { memberId: id } })],
    }
  })
}
