import type { Ctx } from '#platform/ctx.ts'
import type { Tx } from '#platform/db/change.ts'
import { badField } from '#platform/http/app-error.ts'

/** Refuses to take the flag from oneself and from the last administrator who can log in, also when two try at once. */
export const keepAdministrator = async (tx: Tx, input: { ctx: Ctx; memberId: number }): Promise<void> => {
  const { ctx, memberId } = input
  if (ctx.actor.kind === 'member' && ctx.actor.id === memberId) {
    throw badField('isAdmin', 'You cannot take this from yourself. Another administrator can.')
  }
  const administrators = await tx
    .selectFrom('members')
    .select(['id', 'email_verified_at'])
    .where('is_admin', '=', true)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  if (!administrators.some(({ id, email_verified_at: verified }) => id !== memberId && verified !== null)) {
    throw badField('isAdmin', 'This is the last administrator. Make somebody else one first.')
  }
}
