import type { Tx } from '#platform/db/change.ts'
import { hashToken } from '#platform/secrets/tokens.ts'

export type LinkPurpose = 'verifyEmail' | 'resetPassword' | 'changeEmail'

const lifeHours = 24

/** Makes every link of this purpose worthless. */
export const endLinks = (tx: Tx, input: { memberId: number; purpose: LinkPurpose; now: Date }) =>
  tx
    .updateTable('email_links')
    .set({ used_at: input.now })
    .where('member_id', '=', input.memberId)
    .where('purpose', '=', input.purpose)
    .where('used_at', 'is', null)
    .execute()

/** Stores a new link; those sent before it for the same purpose end. */
export const addLink = async (
  tx: Tx,
  input: { memberId: number; purpose: LinkPurpose; token: string; now: Date },
): Promise<void> => {
  const { memberId, purpose, token, now } = input
  await endLinks(tx, { memberId, purpose, now })
  await tx
    .insertInto('email_links')
    .values({
      member_id: memberId,
      purpose,
      token_hash: hashToken(token),
      created_at: now,
      expires_at: new Date(now.getTime() + lifeHours * 60 * 60 * 1000),
    })
    .execute()
}
