import type { Ctx } from '#platform/ctx.ts'
import type { Tx } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'

const lockAdministrators = (tx: Tx) =>
  tx
    .selectFrom('members')
    .select(['id', 'email_verified_at', 'suspended_at'])
    .where('is_admin', '=', true)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

const refuseLast = (administrators: Awaited<ReturnType<typeof lockAdministrators>>, memberId: number) => {
  const isAbleToAct = (one: (typeof administrators)[number]) =>
    one.id !== memberId && one.email_verified_at !== null && one.suspended_at === null
  if (!administrators.some(isAbleToAct)) throw new AppError('lastAdministrator')
}

/**
 * Refuses to take the powers of an administrator from the last one who can log in and use them, also when two try at
 * once, and from oneself. Whoever takes the flag away or suspends asks this before he locks the member.
 */
export const keepAdministrator = async (tx: Tx, input: { ctx: Ctx; memberId: number }): Promise<void> => {
  const { ctx, memberId } = input
  // Of others it is refused anyway, and not by telling how many administrators there are.
  if (ctx.actor.kind === 'member' && !ctx.actor.isAdmin) return
  const administrators = await lockAdministrators(tx)
  if (!administrators.some(({ id }) => id === memberId)) return
  refuseLast(administrators, memberId)
  if (ctx.actor.kind === 'member' && ctx.actor.id === memberId) throw new AppError('notYourself')
}

/** Refuses to let the last administrator who can log in leave, also when two try at once. Asked before the member is locked. */
export const keepLastAdministrator = async (tx: Tx, memberId: number): Promise<void> => {
  const administrators = await lockAdministrators(tx)
  if (administrators.some(({ id }) => id === memberId)) refuseLast(administrators, memberId)
}
