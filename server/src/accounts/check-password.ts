import type { Ctx } from '#platform/ctx.ts'
import { change, type Tx } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import type { Count, Throttle } from './create-throttle.ts'
import { verifyPassword } from './hash-password.ts'
import type { Visitor } from './visitor-of.ts'

/** What a request that asks for the password brings. */
export type Proof = { password: string; visitor: Visitor; throttle: Throttle }
type ProvenMember = { id: number; email: string; screenName: string; passwordHash: string }

const findOwn = (ctx: Ctx, memberId: number) =>
  ctx.db
    .selectFrom('members')
    .select(['id', 'email', 'screen_name as screenName', 'password_hash as passwordHash'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()

/**
 * Asks whoever is logged in for his password once more. Tries count with those of logging in,
 * so a session that was left open is no better place to guess.
 */
export const checkPassword = async (ctx: Ctx, { password, visitor, throttle }: Proof): Promise<ProvenMember> => {
  const { id } = memberOf(ctx)
  const own = await findOwn(ctx, id)
  const both: Count = ['loginsPerAccountAndAddress', `${own.email} ${visitor.network}`]
  const wide: Count = ['loginsPerAccount', own.email]
  await throttle.take(both, wide)
  const { passwordHash } = own
  if (passwordHash === null || !(await verifyPassword(passwordHash, password))) {
    await change(ctx, 'account.passwordRefused', async () => ({
      result: undefined,
      subject: { kind: 'member', id },
      data: { address: visitor.address },
    }))
    throw new AppError('wrongPassword')
  }
  await throttle.forget(both)
  await throttle.giveBack(wide)
  return { ...own, passwordHash }
}

/**
 * Holds the member until the end of the transaction; a password that was replaced since the check proves nothing.
 * His address, which may be another one since then, comes back.
 */
export const holdProven = async (tx: Tx, proven: ProvenMember): Promise<{ email: string }> => {
  const row = await tx
    .selectFrom('members')
    .select(['password_hash', 'email'])
    .where('id', '=', proven.id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (row?.password_hash !== proven.passwordHash) throw new AppError('wrongPassword')
  return { email: row.email }
}
