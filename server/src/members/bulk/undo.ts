import type { UndoPreview } from '@spacekeeper/contract/members/bulk-shapes.ts'
import type { BulkKind } from '@spacekeeper/contract/members/words.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { type Work, change, unchanged } from '#platform/db/change.ts'
import { columns } from '#platform/db/columns.ts'
import { AppError } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { fullNameOf } from '#platform/shown-name.ts'
import { grantNotices, lockGrants } from '../../access/grants.ts'
import { type GrantBefore, restoreGrants } from '../../access/restored-grants.ts'
import { endVisits } from '../../visits/visits.ts'
import { reopenApplications } from '../applications.ts'
import { grantedPermissions, staffRefusal } from '../role-rules.ts'
import { asBulkAction, bulkActionRows, kindsFor, type StandingBefore, undoableSince, manyNotices } from './actions.ts'
import { mostNames, someNames } from './grants.ts'
import { tellMembers } from './moves.ts'
import { taskFor } from './rules.ts'

type Readable = Pick<Ctx['db'], 'selectFrom'>

const isGrants = (kind: BulkKind) => kind === 'grant' || kind === 'revoke'

const isStanding = (kind: BulkKind) => !isGrants(kind) && kind !== 'requireUpdate'

/** What a bulk change did and nothing has changed since, of members who still have an account. */
const readGrants = async (db: Readable, actionId: number): Promise<GrantBefore[]> =>
  db
    .selectFrom('bulk_grants as b')
    .innerJoin('members as m', 'm.id', 'b.member_id')
    .innerJoin('devices as d', 'd.id', 'b.device_id')
    .select(columns('b.member_id, b.device_id, b.source, b.granted_at, b.granted_by, b.had_exception'))
    .where('b.action_id', '=', actionId)
    .where('b.is_changed_since', '=', false)
    .where('m.closed_at', 'is', null)
    .where('d.removed_at', 'is', null)
    .execute()

/**
 * A member who has taken a plan since, or paid for the one they had, is in by their own act. Only a plan that staff had put them
 * out with before lets no one in.
 */
const isInByPlan = sql<boolean>`exists (select from bulk_actions a, subscriptions s
  where a.id = b.action_id and a.kind in ('makeMember', 'activate') and s.has_access
    and (b.inactive_by is distinct from 'staff' or s.created_at > a.at)
    and (s.member_id = b.member_id or s.id = (
      select h.subscription_id from household_people h where h.member_id = b.member_id and h.left_at is null)))`

const readStandings = (db: Readable, actionId: number) =>
  db
    .selectFrom('bulk_standings as b')
    .innerJoin('members as m', 'm.id', 'b.member_id')
    .select(['m.id', 'm.is_admin', 'm.permissions', 'm.state'])
    .select(['b.membership_state', 'b.inactive_by', 'b.inactive_reason', 'b.inactive_since', 'b.first_joined_at'])
    .select(['b.spell', 'b.application_id'])
    .where('b.action_id', '=', actionId)
    .where('b.is_changed_since', '=', false)
    .where(sql<boolean>`not ${isInByPlan}`)
    .where('m.closed_at', 'is', null)
    .orderBy('m.id')
    .execute()

type Undoable = {
  memberIds: number[]
  grants: GrantBefore[]
  standings: (StandingBefore & { state: string })[]
  outranked: number
}

/** The members for which a bulk change can be undone now, and what they had before. */
const readUndoable = async (ctx: Ctx, input: { db: Readable; id: number; kind: BulkKind }): Promise<Undoable> => {
  const { db, id, kind } = input
  const grants = await readGrants(db, id)
  if (isGrants(kind)) {
    return { memberIds: [...new Set(grants.map(({ memberId }) => memberId))], grants, standings: [], outranked: 0 }
  }
  const unchangedRows = await readStandings(db, id)
  const standings = unchangedRows.filter((row) => {
    const member = { id: row.id, isAdmin: row.is_admin, permissions: grantedPermissions(row) }
    return staffRefusal(ctx.actor, { task: taskFor(kind), member }) === null
  })
  const reverted = new Set(standings.map((row) => row.id))
  return {
    memberIds: [...reverted],
    grants: grants.filter(({ memberId }) => reverted.has(memberId)),
    standings,
    outranked: unchangedRows.length - standings.length,
  }
}

/** For how many members a bulk change would be undone, and for how many it would not. */
export const previewUndo = async (ctx: Ctx, actionId: number): Promise<UndoPreview> => {
  const row = await bulkActionRows(ctx).where('a.id', '=', actionId).executeTakeFirst()
  if (!row) throw new AppError('notFound')
  if (!kindsFor(memberOf(ctx).permissions).includes(row.kind)) throw new AppError('notAllowed')
  const { memberIds, outranked } = await readUndoable(ctx, { db: ctx.db, id: row.id, kind: row.kind })
  const shown = await ctx.db
    .selectFrom('members')
    .select(fullNameOf('members').as('name'))
    .where('id', '=', sql<number>`any(${memberIds}::int[])`)
    .orderBy(sql`lower(first_name)`)
    .orderBy(sql`lower(last_name)`)
    .orderBy('id')
    .limit(mostNames)
    .execute()
  const names = shown.map(({ name }) => name)
  return {
    ...asBulkAction(row),
    reverts: { count: memberIds.length, ...someNames(names, memberIds.length) },
    changedSince: changedSince(row, { memberIds, outranked }),
    outranked,
  }
}

/** How many of those changed stay as they are because they were changed again. */
const changedSince = (
  action: { member_count: number; undone_count: number },
  { memberIds, outranked }: Pick<Undoable, 'memberIds' | 'outranked'>,
): number => action.member_count - action.undone_count - memberIds.length - outranked

/** Locks the members of a change by their ids and before its grants, as every transaction does, and leaves out who is in. */
const lockTouched = async (work: Work, actionId: number) => {
  await sql`select m.id from members m join bulk_standings b on b.member_id = m.id
    where b.action_id = ${actionId} order by m.id for no key update of m`.execute(work.tx)
  await lockGrants(work)
  await sql`update bulk_standings b set is_changed_since = true
    where b.action_id = ${actionId} and not b.is_changed_since and ${isInByPlan}`.execute(work.tx)
}

const restoreStandings = async (work: Work, input: { kind: BulkKind; standings: readonly StandingBefore[] }) => {
  const { kind, standings } = input
  if (standings.length === 0) return
  const before = sql`jsonb_to_recordset(${JSON.stringify(standings)}::jsonb) as b(id int, membership_state text,
    inactive_by text, inactive_reason text, inactive_since timestamptz, first_joined_at timestamptz, spell int)`
  const restored =
    kind === 'requireUpdate'
      ? sql`profile_update_required = false`
      : kind === 'suspend'
        ? sql`suspended_at = null, suspension_reason = null`
        : sql`membership_state = b.membership_state, inactive_by = b.inactive_by,
          inactive_reason = b.inactive_reason, inactive_since = b.inactive_since, first_joined_at = b.first_joined_at,
          spell = coalesce(b.spell, m.spell)`
  await sql`update members m set ${restored} from ${before} where m.id = b.id`.execute(work.tx)
  await reopenApplications(
    work,
    standings.flatMap(({ application_id: settled }) => settled ?? []),
  )
}

/** Members were told of the change, so they are told that it is undone: with the email that says what is so now. */
const tellUndone = (work: Work, input: { kind: BulkKind; memberIds: readonly number[] }) => {
  const { kind, memberIds } = input
  if (!isStanding(kind)) return undefined
  const effect = kind === 'suspend' ? ('mailLifted' as const) : ('mailDisabled' as const)
  return tellMembers(work, { effects: new Map(memberIds.map((id) => [id, [effect]])), reason: '' })
}

/**
 * Undoes a bulk change for the members it changed, except what was changed again since. What was read is read again
 * under the locks that every other change of it takes. Members the caller may not change are left for staff with more
 * rights, who undo it for the rest.
 */
export const undoBulkAction = (ctx: Ctx, actionId: number): Promise<{ reverted: number; changedSince: number }> =>
  change(ctx, 'members.bulkUndone', async (work) => {
    const { tx, now } = work
    const action = await tx
      .selectFrom('bulk_actions')
      .selectAll()
      .where('id', '=', actionId)
      .forUpdate()
      .executeTakeFirst()
    if (!action) throw new AppError('notFound')
    const { kind } = action
    if (!kindsFor(memberOf(ctx).permissions).includes(kind)) throw new AppError('notAllowed')
    if (action.at <= undoableSince(now)) throw new AppError('undoTooLate')
    await lockTouched(work, actionId)
    const { memberIds, grants, standings, outranked } = await readUndoable(ctx, { db: tx, id: actionId, kind })
    const isAllUndone = isGrants(kind) || memberIds.length + outranked === 0
    if (action.undone_at !== null && isAllUndone) throw new AppError('alreadyUndone')
    const result = { reverted: memberIds.length, changedSince: changedSince(action, { memberIds, outranked }) }
    if (memberIds.length === 0) return unchanged(result)
    await restoreStandings(work, { kind, standings })
    await restoreGrants(work, grants)
    const left = kind !== 'makeMember' && kind !== 'activate' ? [] : await endVisits(work, memberIds)
    await tellUndone(work, { kind, memberIds })
    await tx
      .updateTable('bulk_actions')
      .set({
        undone_at: now,
        undone_by: memberOf(ctx).id,
        undone_count: action.undone_count + memberIds.length,
      })
      .where('id', '=', actionId)
      .execute()
    return {
      result,
      data: {
        count: memberIds.length,
        memberIds,
        bulkActionId: actionId,
        kind,
        changedSince: result.changedSince,
        ...(outranked > 0 && { outranked }),
      },
      tell: [
        ...grantNotices({ deviceIds: [...new Set(grants.map(({ deviceId }) => deviceId))], memberIds }),
        ...(isGrants(kind)
          ? []
          : manyNotices({ memberIds, doorsOf: isStanding(kind) ? memberIds : [], hasVisits: left.length > 0 })),
      ],
    }
  })
