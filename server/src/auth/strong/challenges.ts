import { challengeMinutes } from '@spacekeeper/contract/auth/words.ts'
import type { Ctx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import { hashToken, newToken } from '#platform/secrets/tokens.ts'

type ChallengeUse = { purpose: 'register' | 'logIn' | 'confirm'; memberId: number | null }

/** A challenge for a passkey to sign. Only its hash is stored. */
export const createChallenge = (ctx: Ctx, { purpose, memberId }: ChallengeUse): Promise<string> => {
  const challenge = newToken()
  const expiresAt = new Date(ctx.now().getTime() + challengeMinutes * 60_000)
  return record(ctx, async ({ tx }) => {
    await tx
      .insertInto('passkey_challenges')
      .values({ challenge_hash: hashToken(challenge), purpose, member_id: memberId, expires_at: expiresAt })
      .execute()
    return { result: challenge }
  })
}

/** The challenge that a browser says it answered; null where it says nothing that can be read. */
const readChallenge = (clientDataJSON: string): string | null => {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))
    const isFound = typeof data === 'object' && data !== null && 'challenge' in data
    return isFound && typeof data.challenge === 'string' ? data.challenge : null
  } catch {
    return null
  }
}

/** Uses up the challenge that was answered; null where it is none of ours, was answered before or is too old. */
export const takeChallenge = async (
  ctx: Ctx,
  { purpose, memberId, clientDataJSON }: ChallengeUse & { clientDataJSON: string },
): Promise<string | null> => {
  const challenge = readChallenge(clientDataJSON)
  if (challenge === null) return null
  return record(ctx, async ({ tx }) => {
    const row = await tx
      .deleteFrom('passkey_challenges')
      .where('challenge_hash', '=', hashToken(challenge))
      .where('purpose', '=', purpose)
      .where('member_id', memberId === null ? 'is' : '=', memberId)
      .where('expires_at', '>', ctx.now())
      .returning('purpose')
      .executeTakeFirst()
    return { result: row ? challenge : null }
  })
}
