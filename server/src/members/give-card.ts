import { sql } from 'kysely'
import type { Changed, Tx } from '#platform/db/change.ts'
import type { Ctx } from '#platform/ctx.ts'
import { AppError } from '#platform/http/app-error.ts'
import { doorLists } from '../devices/channels.ts'
import { checkAuthority } from './check-authority.ts'
import { lockMember } from './lock-member.ts'
import { memberNotices } from './member-notices.ts'

/** The card that ends as the new one begins. */
export type Replaced = { cardId: number; state: 'lost' | 'retired' }
type GivenCard = {
  memberId: number
  number: string
  label: string
  replaces?: Replaced | undefined
  /** What else the audit keeps. */
  data?: Record<string, unknown>
}

const endReplaced = async (tx: Tx, input: { memberId: number; replaces: Replaced; now: Date }): Promise<string> => {
  const { memberId, replaces, now } = input
  const ended = await tx
    .updateTable('cards')
    .set({ state: replaces.state, ended_at: now })
    .where('id', '=', sql<number>`${replaces.cardId}::int`)
    .where('member_id', '=', memberId)
    .where('state', '=', 'active')
    .returning('label')
    .executeTakeFirst()
  if (!ended) throw new AppError('notFound')
  return ended.label
}

/** Gives a member a card, in place of another if one is named, in the transaction of whatever gives it. */
export const giveCard = async (tx: Tx, input: GivenCard & { ctx: Ctx }): Promise<Changed<void>> => {
  const { ctx, memberId, number, replaces } = input
  checkAuthority(ctx, { tasks: ['cards'], row: await lockMember(tx, memberId) })
  const now = ctx.now()
  const formerLabel = replaces ? await endReplaced(tx, { memberId, replaces, now }) : ''
  const label = input.label || formerLabel
  const { id } = await tx
    .insertInto('cards')
    .values({ member_id: memberId, number, label, added_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return {
    result: undefined,
    subject: { kind: 'member', id: memberId },
    data: { cardId: id, number, label, ...(replaces && { replaces }), ...input.data },
    tell: [doorLists.notice({ memberIds: [memberId] }), ...memberNotices(memberId)],
  }
}
