import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { badField } from '#platform/http/app-error.ts'
import { screens } from '#platform/live/screens.ts'
import { checkPassword, holdProven, type Proof } from '../accounts/check-password.ts'
import { hashPassword } from '../accounts/hash-password.ts'
import { isWeakPin } from './rules.ts'

/** Sets the caller's PIN, or another one in its place. */
export const setPin = async (ctx: Ctx, input: Proof & { pin: string }): Promise<void> => {
  const { pin, ...proof } = input
  if (isWeakPin(pin)) throw badField('pin', 'This PIN is too easy to guess. Please choose another one.')
  const proven = await checkPassword(ctx, proof)
  const pinHash = await hashPassword(pin)
  await change(ctx, 'account.pinSet', async (tx) => {
    await holdProven(tx, proven)
    const facts = { pin_hash: pinHash, set_at: ctx.now() }
    await tx
      .insertInto('kiosk_pins')
      .values({ member_id: proven.id, ...facts })
      .onConflict((on) => on.column('member_id').doUpdateSet(facts))
      .execute()
    return {
      result: undefined,
      subject: { kind: 'member', id: proven.id },
      tell: [screens.notice({ topic: 'profile', audience: { memberId: proven.id } })],
    }
  })
}
