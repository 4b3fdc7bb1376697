import type { Work } from '#platform/db/change.ts'
import { callers } from '#platform/http/callers.ts'
import { memberOf } from '#platform/http/member-of.ts'
import type { Notice } from '#platform/live/channel.ts'
import { screens } from '#platform/live/screens.ts'

/** The caller has just proven who they are; a strong proof makes the login of their session a strong one. */
export const markProven = async ({ tx, ctx }: Work, isStrong: boolean): Promise<void> => {
  const { sessionId } = memberOf(ctx)
  await tx
    .updateTable('sessions')
    .set({ confirmed_at: ctx.now(), ...(isStrong && { is_strong: true }) })
    .where('id', '=', sessionId)
    .execute()
}

/** Without a passkey and an authenticator app there is no strong login any more: recovery codes go, sessions become weak. */
export const settleStrength = async ({ tx }: Work, memberId: number): Promise<void> => {
  const left = await tx
    .selectFrom('members as m')
    .select('m.id')
    .where('m.id', '=', memberId)
    .where((is) =>
      is.or([
        is.exists(is.selectFrom('passkeys as p').select('p.id').whereRef('p.member_id', '=', 'm.id')),
        is.exists(
          is
            .selectFrom('totp_secrets as s')
            .select('s.member_id')
            .whereRef('s.member_id', '=', 'm.id')
            .where('s.confirmed_at', 'is not', null),
        ),
      ]),
    )
    .executeTakeFirst()
  if (left) return
  await tx.deleteFrom('recovery_codes').where('member_id', '=', memberId).execute()
  await tx.updateTable('sessions').set({ is_strong: false }).where('member_id', '=', memberId).execute()
}

/** Who hears that the way a member logs in is another one: every process, and the member's screens and those of staff. */
export const strengthNotices = (memberId: number): Notice[] => [
  callers.notice({ memberId }),
  screens.notice({ topic: 'profile', audience: { memberId } }),
  screens.notice({ topic: 'members', audience: { staff: ['members'] } }),
]
