import { fieldMessages } from '@spacekeeper/contract/fields.ts'
import type { MovePreview } from '@spacekeeper/contract/members/bulk-shapes.ts'
import type { Selection } from '@spacekeeper/contract/members/shapes.ts'
import { type BulkMove, bulkRefusals } from '@spacekeeper/contract/members/words.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { type Work, change, unchanged } from '#platform/db/change.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { addJobs } from '#platform/jobs/add-job.ts'
import { fullName } from '#platform/shown-name.ts'
import { grantDefaultsToMany } from '../../access/grants.ts'
import { bulkPriority } from '../../messages/outbox.ts'
import { textMemberJob } from '../../messages/texts.ts'
import { endVisits } from '../../visits/visits.ts'
import { applicationSettled, type SettledApplication, settleApplications } from '../applications.ts'
import { matchSelection } from '../filters.ts'
import { mailMemberJob } from '../jobs.ts'
import { mostMembers } from '../list.ts'
import { grantedPermissions } from '../role-rules.ts'
import { isLetIn, type MoveEffect, moveMember } from '../standing-rules.ts'
import { mailOfMove, smsOfMove } from '../standing.ts'
import { manyNotices, type StandingBefore, storeBulkAction } from './actions.ts'
import { bulkFingerprint, someNames } from './grants.ts'
import { bulkRefusalOf } from './rules.ts'

export type BulkMoveInput = { selection: Selection; move: BulkMove }

const candidates = (db: Pick<Ctx['db'], 'selectFrom'>, { selection, now }: { selection: Selection; now: Date }) =>
  db
    .selectFrom('members')
    .select([
      'id',
      'first_name',
      'last_name',
      'is_admin',
      'permissions',
      'membership_state',
      'suspended_at',
      'inactive_by',
      'inactive_reason',
      'inactive_since',
      'spell',
      'first_joined_at',
      'profile_update_required',
    ])
    .where(matchSelection(selection, now))
    .limit(mostMembers)

type Candidate = Awaited<ReturnType<ReturnType<typeof candidates>['execute']>>[number]

const standingOf = (row: Pick<Candidate, 'membership_state' | 'suspended_at'>) => ({
  membership: row.membership_state,
  isSuspended: row.suspended_at !== null,
})

/** Which members are changed, and why the others are left out. */
const sort = (ctx: Ctx, { move, rows }: { move: BulkMove; rows: readonly Candidate[] }) => {
  const judged = rows.map((row) => {
    const member = { id: row.id, isAdmin: row.is_admin, permissions: grantedPermissions(row) }
    const isUpdateRequired = row.profile_update_required
    return { row, why: bulkRefusalOf(ctx.actor, { move, member, standing: standingOf(row), isUpdateRequired }) }
  })
  return {
    moved: judged.filter(({ why }) => why === null).map(({ row }) => row),
    leftOut: bulkRefusals
      .map((why) => ({ why, count: judged.filter((one) => one.why === why).length }))
      .filter(({ count }) => count > 0),
  }
}

const fingerprint = (move: BulkMove, moved: readonly Candidate[]) =>
  bulkFingerprint(move, [[0, moved.map(({ id }) => id)]])

/** Which of many members a change would touch, before anything happens. */
export const previewMoves = async (ctx: Ctx, { selection, move }: BulkMoveInput): Promise<MovePreview> => {
  const [rows, { defaults }] = await Promise.all([
    candidates(ctx.db, { selection, now: ctx.now() })
      .orderBy(sql`lower(first_name)`)
      .orderBy(sql`lower(last_name)`)
      .orderBy('id')
      .execute(),
    ctx.db
      .selectFrom('devices')
      .select(sql<number>`count(*)::int`.as('defaults'))
      .where('is_default_access', '=', true)
      .where('removed_at', 'is', null)
      .where('kind', 'in', ['door', 'interlock'])
      .executeTakeFirstOrThrow(),
  ])
  const { moved, leftOut } = sort(ctx, { move, rows })
  return {
    fingerprint: fingerprint(move, moved),
    selected: rows.length,
    changes: { count: moved.length, ...someNames(moved.map(fullName)) },
    leftOut,
    defaults,
  }
}

const storeMoves = ({ tx, now }: Work, input: { move: BulkMove; memberIds: readonly number[]; reason: string }) => {
  const { move, memberIds, reason } = input
  return tx
    .updateTable('members')
    .set((is) =>
      move === 'requireUpdate'
        ? { profile_update_required: true }
        : move === 'suspend'
          ? { suspended_at: now, suspension_reason: reason }
          : {
              membership_state: 'active' as const,
              inactive_by: null,
              inactive_reason: null,
              inactive_since: null,
              first_joined_at: is.fn.coalesce('first_joined_at', is.val(now)),
            },
    )
    .where('id', '=', sql<number>`any(${memberIds}::int[])`)
    .execute()
}

/** Emails and text messages of these effects, which wait for messages that one person is waiting for. */
export const tellMembers = async (
  work: Work,
  input: { effects: ReadonlyMap<number, readonly MoveEffect[]>; reason: string },
): Promise<void> => {
  const hasReason = input.reason !== ''
  const told = [...input.effects].flatMap(([memberId, effects]) => effects.map((effect) => ({ memberId, effect })))
  const mails = told.flatMap(({ memberId, effect }) => {
    const mail = mailOfMove[effect]
    // An email to staff for each of hundreds would say what the person who did it knows.
    return mail && effect !== 'tellAdministrators' ? [{ memberId, mail, hasReason }] : []
  })
  const texts = told.flatMap(({ memberId, effect }) => {
    const occasion = smsOfMove[effect]
    return occasion ? [{ memberId, occasion }] : []
  })
  await addJobs(work, { declared: mailMemberJob, payloads: mails, priority: bulkPriority })
  await addJobs(work, { declared: textMemberJob, payloads: texts, priority: bulkPriority })
}

const isStart = (move: BulkMove) => move === 'makeMember' || move === 'activate'

/** What follows for each member. Those asked to review their details read it when they next open the portal. */
const effectsOf = (move: BulkMove, moved: readonly Candidate[]): Map<number, readonly MoveEffect[]> => {
  if (move === 'requireUpdate') return new Map()
  return new Map(
    moved.map((row) => {
      const result = moveMember(standingOf(row), move)
      return [row.id, result.outcome === 'moved' ? result.effects : []]
    }),
  )
}

const standingsBefore = (moved: readonly Candidate[], settled: readonly SettledApplication[]): StandingBefore[] => {
  const settledOf = new Map(settled.map(({ memberId, applicationId }) => [memberId, applicationId]))
  return moved.map((row) => ({ ...row, application_id: settledOf.get(row.id) ?? null }))
}

type ConfirmedMove = BulkMoveInput & { reason: string; fingerprint: string }

/**
 * Changes exactly those previewed, by the same rules as one by one: the rows are locked, then judged.
 * What they were before is kept, so that all of it can be undone.
 */
export const moveMany = async (
  ctx: Ctx,
  input: ConfirmedMove,
): Promise<{ touched: number; actionId: number | null }> => {
  const { selection, move, reason } = input
  if (move === 'suspend' && reason === '') throw badField('reason', fieldMessages.empty)
  return change(ctx, `members.${move}`, async (work) => {
    // By their ids, as every transaction locks members: otherwise two could deadlock.
    const rows = await candidates(work.tx, { selection, now: work.now }).orderBy('id').forNoKeyUpdate().execute()
    const { moved } = sort(ctx, { move, rows })
    if (fingerprint(move, moved) !== input.fingerprint) throw new AppError('previewOutdated')
    if (moved.length === 0)
      return unchanged<{ touched: number; actionId: number | null }>({ touched: 0, actionId: null })
    const memberIds = moved.map(({ id }) => id)
    await storeMoves(work, { move, memberIds, reason })
    const grants = isStart(move) ? await grantDefaultsToMany(work, memberIds) : []
    const settled = isStart(move) ? await settleApplications(work, { memberIds, state: 'accepted' }) : []
    const left = move === 'suspend' ? await endVisits(work, memberIds) : []
    await tellMembers(work, { effects: effectsOf(move, moved), reason })
    const actionId = await storeBulkAction(work, {
      kind: move,
      memberIds,
      grants,
      standings: standingsBefore(moved, settled),
    })
    return {
      result: { touched: memberIds.length, actionId },
      data: { count: memberIds.length, memberIds, bulkActionId: actionId, ...(reason && { reason }) },
      also: settled.map(applicationSettled),
      tell: manyNotices({
        memberIds,
        doorsOf: moved
          .filter((row) => isStart(move) || (move === 'suspend' && isLetIn(standingOf(row))))
          .map(({ id }) => id),
        hasVisits: left.length > 0,
      }),
    }
  })
}
