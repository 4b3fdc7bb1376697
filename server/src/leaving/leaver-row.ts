import type { Work } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { screens } from '#platform/live/screens.ts'
import { isOverForGood, overSince } from '../billing/subscriptions/ended-members.ts'

/** A member with whether their membership is over, locked until the transaction ends. Locked before their checklist. */
export const lockLeaver = async ({ tx }: Work, memberId: number) => {
  const row = await tx
    .selectFrom('members as m')
    .select(['m.id', 'm.closed_at', 'm.inactive_by', 'm.first_joined_at', 'm.spell'])
    .select([isOverForGood.as('isOver'), overSince.as('overSince')])
    .where('m.id', '=', memberId)
    .forNoKeyUpdate('m')
    .executeTakeFirst()
  if (!row) throw new AppError('notFound')
  return row
}

/** Whether a checklist is of the time a member is away now. Who was back in between gets a new one. */
export const isOfNow = (leaver: { isOver: boolean; spell: number }, leaving: { spell: number }): boolean =>
  leaver.isOver && leaver.spell === leaving.spell

export type LockedLeaver = Awaited<ReturnType<typeof lockLeaver>>

/** The checklist of a member that is theirs now, also one that is done; locked. */
export const lockCurrentLeaving = ({ tx }: Work, memberId: number) =>
  tx
    .selectFrom('leavings')
    .select(['id', 'member_id as memberId', 'state', 'ended_on as endedOn', 'spell'])
    .where('member_id', '=', memberId)
    .where('returned_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/** Whose screens show a checklist. */
export const leavingNotices = (memberId: number) => [
  screens.notice({ topic: 'leaving', audience: { memberId } }),
  screens.notice({ topic: 'leaving', audience: { staff: ['members', 'money'] } }),
]
