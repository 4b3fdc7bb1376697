import type { Ctx } from '#platform/ctx.ts'
import type { Tx } from '#platform/db/change.ts'
import { hashToken } from '#platform/secrets/tokens.ts'

export type LinkPurpose = 'verifyEmail' | 'resetPassword'

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

/** A link nobody used yet, with its owner, and whether it is too old; null when there is none. */
export const findLink = async (ctx: Ctx, input: { token: string; purpose: LinkPurpose }) => {
  const row = await ctx.db
    .selectFrom('email_links')
    .innerJoin('members', 'members.id', 'email_links.member_id')
    .select(['members.id as memberId', 'members.email', 'members.screen_name as screenName', 'email_links.expires_at'])
    .where('token_hash', '=', hashToken(input.token))
    .where('purpose', '=', input.purpose)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const { expires_at: expiresAt, ...owner } = row
  return { ...owner, isExpired: expiresAt <= ctx.now() }
}
