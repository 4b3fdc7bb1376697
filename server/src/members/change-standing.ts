import type { SmsOccasion } from '@spacekeeper/contract/messages.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change, unchanged, type Tx } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { doorLists } from '../devices/channels.ts'
import { endVisit } from '../visits/end-visit.ts'
import { visitNotices } from '../visits/visit-notices.ts'
import { checkAuthority } from './check-authority.ts'
import { textMemberJob } from '../messages/text-member-job.ts'
import { grantDefaults } from './grant-defaults.ts'
import { mailMemberJob } from './jobs.ts'
import { keepAdministrator } from './keep-administrator.ts'
import { lockMember } from './lock-member.ts'
import type { MemberMail } from './mails.ts'
import { memberNotices } from './member-notices.ts'
import { moveMember, moves, stateOf, type Effect, type MoveName, type Standing } from './rules.ts'

const mails: Partial<Record<Effect, MemberMail>> = {
  mailEnabled: 'enabled',
  mailDisabled: 'disabled',
  mailWelcome: 'welcome',
  mailSuspended: 'suspended',
  mailLifted: 'lifted',
  tellAdministrators: 'newMember',
}

/** What the mail says is said in a text message too, if the site sends any. */
const texts: Partial<Record<Effect, SmsOccasion>> = {
  mailEnabled: 'activated_access',
  mailDisabled: 'deactivated_access',
}

const tellMember = async (tx: Tx, input: { memberId: number; effect: Effect; reason: string }) => {
  const { memberId, effect, reason } = input
  const [mail, occasion] = [mails[effect], texts[effect]]
  if (mail) await addJob(tx, mailMemberJob, { memberId, mail, reason: reason || null })
  if (occasion) await addJob(tx, textMemberJob, { memberId, occasion })
}

const store = async (
  tx: Tx,
  input: { memberId: number; after: Standing; reason: string; now: Date; joins: boolean },
) => {
  const { memberId, after, reason, now, joins } = input
  await tx
    .updateTable('members')
    .set((is) => ({
      membership_state: after.membership,
      suspended_at: after.isSuspended ? is.fn.coalesce('suspended_at', is.val(now)) : null,
      suspension_reason: after.isSuspended ? is.fn.coalesce('suspension_reason', is.val(reason)) : null,
      ...(joins && { first_joined_at: is.fn.coalesce('first_joined_at', is.val(now)) }),
    }))
    .where('id', '=', memberId)
    .execute()
}

type Wish = { memberId: number; move: MoveName; reason?: string | undefined }
export type Outcome = 'moved' | 'nothing' | 'impossible'

/**
 * Moves a member from one state to another, as the rules allow it. The state, the grants that come with it and the
 * audit event are stored together; doors, screens and mails follow from that, and none of them can undo it.
 */
export const changeStanding = (ctx: Ctx, wish: Wish): Promise<Outcome> =>
  change(ctx, `member.${wish.move}`, async (tx) => {
    const { memberId, move, reason = '' } = wish
    if (move === 'suspend') await keepAdministrator(tx, { ctx, memberId })
    const row = await lockMember(tx, memberId)
    if (moves[move].by === 'staff') checkAuthority(ctx, { tasks: ['standing'], row })
    const before: Standing = { membership: row.membership_state, isSuspended: row.suspended_at !== null }
    const moved = moveMember(before, move)
    if (moved.outcome === 'suspended') throw new AppError('memberSuspended')
    if (moved.outcome !== 'moved') return unchanged<Outcome>(moved.outcome)
    const now = ctx.now()
    const after = moved.standing
    const joins = before.membership !== 'active' && after.membership === 'active'
    await store(tx, { memberId, after, reason, now, joins })
    const granted = moved.effects.includes('grantDefaults') ? await grantDefaults(tx, { memberId, now }) : 0
    const isSignedOut = moved.effects.includes('endVisit') && (await endVisit(tx, { memberId, now }))
    for (const effect of moved.effects) await tellMember(tx, { memberId, effect, reason })
    return {
      result: 'moved',
      subject: { kind: 'member', id: memberId },
      data: {
        from: stateOf(before),
        to: stateOf(after),
        ...(reason && { reason }),
        ...(granted && { granted }),
        ...(isSignedOut && { visitEnded: true }),
      },
      tell: [
        ...(moved.tellsDoors ? [doorLists.notice({ memberIds: [memberId] })] : []),
        ...memberNotices(memberId),
        ...(isSignedOut ? visitNotices(memberId) : []),
      ],
    }
  })
