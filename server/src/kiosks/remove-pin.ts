import type { Ctx } from '#platform/ctx.ts'
import { change, unchanged, type Tx } from '#platform/db/change.ts'
import { screens } from '#platform/live/screens.ts'
import { checkPassword, type Proof } from '../accounts/check-password.ts'
import { checkAuthority } from '../members/check-authority.ts'
import { lockMember } from '../members/lock-member.ts'

/** Forgets a PIN in a transaction of something else; whether there was one. */
export const forgetPin = async (tx: Tx, memberId: number): Promise<boolean> => {
  const gone = await tx
    .deleteFrom('kiosk_pins')
    .where('member_id', '=', memberId)
    .returning('member_id')
    .executeTakeFirst()
  return gone !== undefined
}

const remove = (ctx: Ctx, input: { memberId: number; check: (tx: Tx) => Promise<void> }): Promise<void> =>
  change(ctx, 'account.pinRemoved', async (tx) => {
    const { memberId } = input
    await input.check(tx)
    if (!(await forgetPin(tx, memberId))) return unchanged(undefined)
    return {
      result: undefined,
      subject: { kind: 'member', id: memberId },
      tell: [
        screens.notice({ topic: 'profile', audience: { memberId } }),
        screens.notice({ topic: 'members', audience: { staff: ['members'] } }),
      ],
    }
  })

/** Removes the caller's own PIN. */
export const removeOwnPin = async (ctx: Ctx, proof: Proof): Promise<void> => {
  const { id } = await checkPassword(ctx, proof)
  await remove(ctx, { memberId: id, check: async () => undefined })
}

/** Removes the PIN of somebody who forgot it, by staff who may do that to him. */
export const removePin = (ctx: Ctx, memberId: number): Promise<void> =>
  remove(ctx, {
    memberId,
    check: async (tx) => checkAuthority(ctx, { tasks: ['cards'], row: await lockMember(tx, memberId) }),
  })
