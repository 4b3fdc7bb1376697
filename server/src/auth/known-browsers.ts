import { plainEmail } from '@spacekeeper/contract/email-addresses.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import type { Work } from '#platform/db/change.ts'
import { hashToken } from '#platform/secrets/tokens.ts'
import type { ClientAddress } from './client-address.ts'

/** How long a browser stays known after a member logged in there. */
export const knownBrowserDays = 365

/** Programs that keep no cookies log in with a new one each time. */
const mostPerMember = 50

/** The number of this browser for the member with this address; null where the two have not met. */
export const findKnownBrowser = async (
  ctx: Ctx,
  { email, client }: { email: string; client: ClientAddress },
): Promise<number | null> => {
  if (client.browserToken === undefined || client.kioskId !== undefined) return null
  const row = await ctx.db
    .selectFrom('known_browsers as b')
    .innerJoin('members as m', 'm.id', 'b.member_id')
    .select('b.id')
    .where('b.token_hash', '=', hashToken(client.browserToken))
    .where(sql`lower(m.email)`, '=', plainEmail(email))
    .executeTakeFirst()
  return row?.id ?? null
}

type Meeting = { memberId: number; sessionId: number; client: ClientAddress }

/**
 * Remembers that a member logged in with this browser. What it was known by before is worth nothing any more, so no
 * browser is known by what another one put there.
 */
export const rememberBrowser = async ({ tx, now }: Work, { memberId, sessionId, client }: Meeting): Promise<void> => {
  const { browserToken, newBrowserToken } = client
  if (newBrowserToken === undefined) return
  const tokenHash = hashToken(newBrowserToken)
  if (browserToken !== undefined)
    await tx
      .updateTable('known_browsers')
      .set({ token_hash: tokenHash })
      .where('token_hash', '=', hashToken(browserToken))
      .execute()
  const facts = { session_id: sessionId, logged_in_at: now }
  await tx
    .insertInto('known_browsers')
    .values({ member_id: memberId, token_hash: tokenHash, ...facts })
    .onConflict((on) => on.columns(['token_hash', 'member_id']).doUpdateSet(facts))
    .execute()
  const oldest = tx
    .selectFrom('known_browsers')
    .select('id')
    .where('member_id', '=', memberId)
    .orderBy('logged_in_at', 'desc')
    .orderBy('id', 'desc')
    .offset(mostPerMember)
  await tx.deleteFrom('known_browsers').where('id', 'in', oldest).execute()
}

type Forgetting = { memberId: number; keptSessionId?: number | undefined; sessionId?: number | undefined }

/** Forgets the browser of one session, all but that of one session, or all. How many were forgotten comes back. */
export const forgetBrowsers = async ({ tx }: Work, input: Forgetting): Promise<number> => {
  const { memberId, keptSessionId, sessionId } = input
  const { numDeletedRows } = await tx
    .deleteFrom('known_browsers')
    .where('member_id', '=', memberId)
    .$if(keptSessionId !== undefined, (query) =>
      query.where(sql<boolean>`session_id is distinct from ${keptSessionId ?? 0}`),
    )
    .$if(sessionId !== undefined, (query) => query.where('session_id', '=', sessionId ?? 0))
    .executeTakeFirst()
  return Number(numDeletedRows)
}
