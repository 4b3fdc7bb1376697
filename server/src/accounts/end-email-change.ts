import type { Tx } from '#platform/db/change.ts'
import { endLinks } from './add-link.ts'

/** Forgets the address a member asked for, with the links mailed there; false when there was none. */
export const endEmailChange = async (tx: Tx, input: { memberId: number; now: Date }): Promise<boolean> => {
  const { memberId, now } = input
  const ended = await tx
    .deleteFrom('email_changes')
    .where('member_id', '=', memberId)
    .returning('member_id')
    .executeTakeFirst()
  await endLinks(tx, { memberId, purpose: 'changeEmail', now })
  return ended !== undefined
}
