import type { Tx } from '#platform/db/change.ts'
import { endLinks } from './add-link.ts'
import { endEmailChange } from './end-email-change.ts'

/** Ends everything by which somebody is known: sessions, mailed links, a change of address that waits. */
export const endProofs = async (tx: Tx, input: { memberId: number; now: Date }): Promise<void> => {
  await tx.deleteFrom('sessions').where('member_id', '=', input.memberId).execute()
  await endEmailChange(tx, input)
  await endLinks(tx, { ...input, purpose: 'resetPassword' })
  await endLinks(tx, { ...input, purpose: 'verifyEmail' })
}
