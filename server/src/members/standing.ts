import type { membersApi } from '@spacekeeper/contract/members/routes.ts'
import type { SmsOccasion } from '@spacekeeper/contract/messages/shapes.ts'
import type { Output } from '@spacekeeper/contract/route.ts'
import type { Ctx } from '#platform/ctx.ts'
import {
  type ChangePart,
  type ChangeResult,
  type Work,
  type UnchangedResult,
  change,
  unchanged,
} from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { grantDefaults } from '../access/grants.ts'
import { doorLists } from '../devices/channels.ts'
import { messagesChanged } from '../messages/outbox.ts'
import { textMemberJob } from '../messages/texts.ts'
import { endVisit, visitNotices } from '../visits/visits.ts'
import { applicationSettled, type SettledApplication, settleApplications } from './applications.ts'
import { mailMemberJob } from './jobs.ts'
import { type MemberMail, queueReason } from './mails.ts'
import { lockMember, memberNotices } from './member-row.ts'
import { keepAdministrator, checkAuthority } from './roles.ts'
import { type MoveEffect, type StandingFacts, type MoveName, moves, moveMember, stateOf } from './standing-rules.ts'

export const mailOfMove: Partial<Record<MoveEffect, MemberMail>> = {
  mailEnabled: 'enabled',
  mailDisabled: 'disabled',
  mailWelcome: 'welcome',
  mailSuspended: 'suspended',
  mailLifted: 'lifted',
  tellAdministrators: 'newMember',
}

/** Text messages that say the same as the mail, if the site sends any. */
export const smsOfMove: Partial<Record<MoveEffect, SmsOccasion>> = {
  mailEnabled: 'activated_access',
  mailDisabled: 'deactivated_access',
}

const tellMember = async (work: Work, input: { memberId: number; effect: MoveEffect; reason: string }) => {
  const { memberId, effect, reason } = input
  const [mail, occasion] = [mailOfMove[effect], smsOfMove[effect]]
  if (mail && reason !== '') await queueReason(work, { memberId, mail, reason })
  else if (mail) await addJob(work, mailMemberJob, { memberId, mail })
  if (occasion) await addJob(work, textMemberJob, { memberId, occasion })
}

const storeStanding = async (
  { tx, now }: Work,
  input: { memberId: number; move: MoveName; after: StandingFacts; reason: string; joins: boolean },
) => {
  const { memberId, move, after, reason, joins } = input
  await tx
    .updateTable('members')
    .set((is) => ({
      membership_state: after.membership,
      suspended_at: after.isSuspended ? is.fn.coalesce('suspended_at', is.val(now)) : null,
      suspension_reason: after.isSuspended ? is.fn.coalesce('suspension_reason', is.val(reason)) : null,
      ...inactivityOf(move, { reason, now }),
      ...(joins && { first_joined_at: is.fn.coalesce('first_joined_at', is.val(now)) }),
    }))
    .where('id', '=', memberId)
    .execute()
}

/** Why a membership became inactive; forgotten once it is anything else. Whatever only suspends keeps it. */
const inactivityOf = (move: MoveName, { reason, now }: { reason: string; now: Date }) => {
  const { to, by } = moves[move]
  if (to === null) return {}
  if (to !== 'inactive') return { inactive_by: null, inactive_reason: null, inactive_since: null }
  return {
    inactive_by: by === 'staff' ? ('staff' as const) : ('plan' as const),
    inactive_reason: reason || null,
    inactive_since: now,
  }
}

/** The state that the open application of a member gets with a move. */
const settlementOf = (move: MoveName): SettledApplication['state'] | null => {
  const { to, by } = moves[move]
  if (to === null) return null
  if (to === 'active') return 'accepted'
  return by === 'staff' ? 'declined' : 'withdrawn'
}

/** Whatever begins or ends a membership decides on the application that was open before it. */
const settleOpen = async (work: Work, { memberId, move, reason = '' }: StandingChange): Promise<ChangePart[]> => {
  const state = settlementOf(move)
  if (state === null) return []
  const settled = await settleApplications(work, { memberIds: [memberId], state, reason })
  return settled.map(applicationSettled)
}

type StandingChange = { memberId: number; move: MoveName; reason?: string | undefined }

export type MoveOutcome = 'moved' | 'nothing' | 'impossible'

type Move = ChangeResult<MoveOutcome> | UnchangedResult<MoveOutcome>

/** A move within a transaction, which writes what comes back as one of its events. */
export const moveStanding = async (work: Work, input: StandingChange): Promise<Move> => {
  const { memberId, move, reason = '' } = input
  if (move === 'suspend') await keepAdministrator(work, memberId)
  const row = await lockMember(work, memberId)
  if (moves[move].by === 'staff') checkAuthority(work.ctx, { tasks: ['standing'], row })
  const before: StandingFacts = { membership: row.membership_state, isSuspended: row.suspended_at !== null }
  const moved = moveMember(before, move)
  if (moved.outcome === 'suspended') throw new AppError('memberSuspended')
  if (moved.outcome !== 'moved') return unchanged<MoveOutcome>(moved.outcome)
  const after = moved.standing
  const joins = before.membership !== 'active' && after.membership === 'active'
  await storeStanding(work, { memberId, move, after, reason, joins })
  const also = await settleOpen(work, input)
  const granted = moved.effects.includes('grantDefaults') ? await grantDefaults(work, memberId) : 0
  const isSignedOut = moved.effects.includes('endVisit') && (await endVisit(work, { memberId }))
  for (const effect of moved.effects) await tellMember(work, { memberId, effect, reason })
  return {
    result: 'moved',
    event: `member.${move}`,
    subject: { kind: 'member', id: memberId },
    data: {
      from: stateOf(before),
      to: stateOf(after),
      ...(reason && { reason }),
      ...(granted && { granted }),
      ...(isSignedOut && { visitEnded: true }),
    },
    also,
    tell: [
      ...(moved.tellsDoors ? [doorLists.notice({ memberIds: [memberId] })] : []),
      ...memberNotices(memberId),
      ...(isSignedOut ? visitNotices(memberId) : []),
      ...(reason === '' ? [] : [messagesChanged]),
    ],
  }
}

/**
 * Moves a member from one state to another, as the rules allow it. The state, the grants that come with it and the
 * audit event are stored together; doors, screens and mails follow from that, and none of them can undo it.
 */
export const changeStanding = (ctx: Ctx, input: StandingChange): Promise<MoveOutcome> =>
  change(ctx, `member.${input.move}`, (work) => moveStanding(work, { ...input }))

/** Makes a new account a member. Existing clients read from the answer whether it worked. */
export const makeMember = async (ctx: Ctx, memberId: number): Promise<Output<typeof membersApi.makeMember>> => {
  try {
    const outcome = await changeStanding(ctx, { memberId, move: 'makeMember' })
    if (outcome === 'moved') return { success: true, message: 'adminTools.makeMemberSuccess' }
    return { success: false, message: 'adminTools.makeMemberErrorExists' }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'memberSuspended') throw error
    return { success: false, message: 'adminTools.makeMemberError' }
  }
}

/** Sends the welcome mail, whatever state the member is in. */
export const sendWelcome = (ctx: Ctx, memberId: number): Promise<void> =>
  change(ctx, 'member.welcomeSent', async (work) => {
    await lockMember(work, memberId)
    await addJob(work, mailMemberJob, { memberId, mail: 'welcome' })
    return { result: undefined, subject: { kind: 'member', id: memberId } }
  })
