import { plainCard } from '@spacekeeper/contract/card-numbers.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change, type Work, unchanged } from '#platform/db/change.ts'
import { onUnique } from '#platform/db/on-unique.ts'
import { AppError } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { isCard, withPlain } from '../access/card-forms.ts'
import { doorLists } from '../devices/channels.ts'
import { replaceCard } from '../members/cards/given-cards.ts'
import { lockMember, memberNotices } from '../members/member-row.ts'
import { settleSignup } from './completion.ts'
import { mayRegisterCard } from './rules.ts'

/** Who to ask where members cannot change the number themselves. */
const settled = async (ctx: Ctx) => {
  const address = await ctx.settings.get('EMAIL_ADMIN')
  return new AppError(
    'cardSettled',
    address === '' ? {} : { detail: `Your card number can’t be changed here any more. Please write to ${address}.` },
  )
}

const isFirst = async ({ tx }: Work, memberId: number) =>
  (await tx.selectFrom('cards').select('id').where('member_id', '=', memberId).executeTakeFirst()) === undefined

const holdsCard = async ({ tx }: Work, { memberId, number }: { memberId: number; number: string }) =>
  (await tx
    .selectFrom('cards as c')
    .select('id')
    .where('member_id', '=', memberId)
    .where(isCard(withPlain({ card: number })))
    .where('state', '=', 'active')
    .executeTakeFirst()) !== undefined

/** A card that was another member’s is theirs, or was lost: anyone may hold it. Staff can still give it to a member. */
const wasAnothers = async ({ tx }: Work, { memberId, number }: { memberId: number; number: string }) => {
  const row = await tx
    .selectFrom('cards as c')
    .select('id')
    .where('plain_number', '=', plainCard(number))
    .where((is) => is.or([is('member_id', '<>', memberId), is('state', '=', 'lost')]))
    .executeTakeFirst()
  return row !== undefined
}

const storeCard = (ctx: Ctx, number: string): Promise<{ success: true }> =>
  onUnique({ cards_active_number: 'cardTaken' }, () =>
    change(ctx, 'signup.cardRegistered', async (work) => {
      const memberId = memberOf(ctx).id
      const member = await lockMember(work, memberId)
      if (member.suspended_at !== null) throw new AppError('keptOut')
      const mayRegister = mayRegisterCard({
        membership: member.membership_state,
        isSuspended: false,
        hadCard: !(await isFirst(work, memberId)),
      })
      // Sent twice, as when an answer was lost, it is registered once.
      if (await holdsCard(work, { memberId, number })) return unchanged({ success: true as const })
      if (!mayRegister) throw await settled(ctx)
      if (await wasAnothers(work, { memberId, number })) throw new AppError('cardTaken')
      const replaced = await replaceCard(work, { memberId, number, now: ctx.now() })
      if (!replaced) return unchanged({ success: true as const })
      return {
        result: { success: true as const },
        subject: { kind: 'member', id: memberId },
        data: { number, ...(replaced.from !== null && { from: replaced.from }) },
        tell: [doorLists.notice({ memberIds: [memberId] }), ...memberNotices(memberId)],
      }
    }),
  )

/**
 * Registers the caller’s card while they join, and lets them in if that was the last step. It says no more of a number that is
 * taken than that it can’t be used, and the route counts tries, so that numbers can’t be guessed at length.
 */
export const registerCard = async (ctx: Ctx, number: string): Promise<{ success: true }> => {
  const done = await storeCard(ctx, number)
  await settleSignup(ctx, { memberId: memberOf(ctx).id, hasPaid: false })
  return done
}
