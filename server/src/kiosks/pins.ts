import type { PinState } from '@spacekeeper/contract/kiosks/shapes.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change, type Work, unchanged } from '#platform/db/change.ts'
import { badField } from '#platform/http/app-error.ts'
import { screens } from '#platform/live/screens.ts'
import { type PasswordCheck, checkOwner, lockCheckedMember, hashPassword } from '../auth/passwords/passwords.ts'
import { lockMember } from '../members/member-row.ts'
import { checkAuthority } from '../members/roles.ts'
import { getMember } from '../members/summaries.ts'
import { isWeakPin } from './rules.ts'

export const getPin = async (ctx: Ctx, memberId: number): Promise<PinState> => {
  const row = await ctx.db
    .selectFrom('kiosk_pins')
    .select('set_at')
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return { setAt: row?.set_at.toISOString() ?? null, isRequired: await ctx.settings.get('KIOSK_PIN') }
}

/** The same of another member, for staff. */
export const getMemberPin = async (ctx: Ctx, memberId: number): Promise<PinState> => {
  await getMember(ctx, memberId)
  return getPin(ctx, memberId)
}

/** Sets the caller's PIN, or another one in its place. */
export const setPin = async (ctx: Ctx, input: PasswordCheck & { pin: string }): Promise<void> => {
  const { pin, ...proof } = input
  if (isWeakPin(pin)) throw badField('pin', 'This PIN is too easy to guess. Please choose another one.')
  const proven = await checkOwner(ctx, proof)
  const pinHash = await hashPassword(pin)
  await change(ctx, 'account.pinSet', async (work) => {
    await lockCheckedMember(work, proven)
    const facts = { pin_hash: pinHash, set_at: ctx.now() }
    await work.tx
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

/** Forgets a PIN in a transaction of something else; whether there was one. */
export const forgetPin = async ({ tx }: Work, memberId: number): Promise<boolean> => {
  const gone = await tx
    .deleteFrom('kiosk_pins')
    .where('member_id', '=', memberId)
    .returning('member_id')
    .executeTakeFirst()
  return gone !== undefined
}

const removeWith = (ctx: Ctx, input: { memberId: number; check: (work: Work) => Promise<void> }): Promise<void> =>
  change(ctx, 'account.pinRemoved', async (work) => {
    const { memberId } = input
    await input.check(work)
    if (!(await forgetPin(work, memberId))) return unchanged(undefined)
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
export const removeOwnPin = async (ctx: Ctx, proof: PasswordCheck): Promise<void> => {
  const { id } = await checkOwner(ctx, proof)
  await removeWith(ctx, { memberId: id, check: async () => undefined })
}

/** Removes the PIN of a member who forgot it, by staff with authority over that member. */
export const removePin = (ctx: Ctx, memberId: number): Promise<void> =>
  removeWith(ctx, {
    memberId,
    check: async (work) => checkAuthority(ctx, { tasks: ['cards'], row: await lockMember(work, memberId) }),
  })
