import type { Ctx } from '#platform/ctx.ts'
import type { Tx } from '#platform/db/change.ts'
import { lockGrants } from '../devices/lock-grants.ts'
import { returnMarks } from './find-returning.ts'
import { lockMember } from './lock-member.ts'

/** What he was called, for the last mails; the doors that are told; and how much is kept on his name. */
export type Erased = { firstName: string; lastName: string; isSuspended: boolean; deviceIds: number[]; cards: number }

/** No address and no screen name of anybody else reads like this: it has no @. */
const placeholder = (memberId: number) => `closed:${memberId}`

const retireCards = async (tx: Tx, input: { memberId: number; now: Date }) => {
  const retired = await tx
    .updateTable('cards')
    .set({ state: 'retired', ended_at: input.now })
    .where('member_id', '=', input.memberId)
    .where('state', '=', 'active')
    .returning('id')
    .execute()
  await tx.updateTable('cards').set({ label: '' }).where('member_id', '=', input.memberId).execute()
  return retired.length
}

const removeGrants = async (tx: Tx, memberId: number) => {
  await lockGrants(tx)
  await tx.deleteFrom('default_exceptions').where('member_id', '=', memberId).execute()
  const removed = await tx.deleteFrom('grants').where('member_id', '=', memberId).returning('device_id').execute()
  return removed.map((row) => row.device_id)
}

/**
 * Makes a person a number, in the transaction that closes his account: what names him goes, his cards and grants end.
 * A suspension stays, with its reason and with what his return is noticed by.
 */
export const eraseMember = async (tx: Tx, input: { ctx: Ctx; memberId: number }): Promise<Erased> => {
  const { ctx, memberId } = input
  const now = ctx.now()
  const deviceIds = await removeGrants(tx, memberId)
  const row = await lockMember(tx, memberId)
  const isSuspended = row.suspended_at !== null
  await tx
    .updateTable('members')
    .set({
      email: placeholder(memberId),
      email_verified_at: null,
      password_hash: null,
      first_name: 'Former',
      last_name: 'member',
      screen_name: placeholder(memberId),
      phone: '',
      vehicle_registration_plate: null,
      is_admin: false,
      permissions: [],
      membership_state: 'inactive',
      subscription_status: 'inactive',
      exclude_from_email_export: true,
      is_hidden_from_members: true,
      profile_update_required: false,
      profile_updated_at: null,
      last_seen_at: null,
      last_induction_at: null,
      return_marks: isSuspended ? returnMarks(ctx, row) : [],
      closed_at: now,
    })
    .where('id', '=', memberId)
    .execute()
  const cards = await retireCards(tx, { memberId, now })
  return { firstName: row.first_name, lastName: row.last_name, isSuspended, deviceIds, cards }
}
