import type { Tx } from '#platform/db/change.ts'
import { hashToken } from '#platform/secrets/tokens.ts'
import { endLinks, type LinkPurpose } from './add-link.ts'

/** Uses a link up and says whose it is; null when it is unknown, used or too old. Of two at once, one gets it. */
export const useLink = async (
  tx: Tx,
  input: { token: string; purpose: LinkPurpose; now: Date },
): Promise<number | null> => {
  const { token, purpose, now } = input
  const row = await tx
    .updateTable('email_links')
    .set({ used_at: now })
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('member_id')
    .executeTakeFirst()
  if (!row) return null
  await endLinks(tx, { memberId: row.member_id, purpose, now })
  return row.member_id
}
