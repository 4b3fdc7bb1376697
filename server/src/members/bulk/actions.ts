import type { BulkAction } from '@spacekeeper/contract/members/bulk-shapes.ts'
import { type BulkKind, bulkKinds, undoDays } from '@spacekeeper/contract/members/words.ts'
import type { Permission } from '@spacekeeper/contract/route.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import type { Work } from '#platform/db/change.ts'
import { callers } from '#platform/http/callers.ts'
import { memberOf } from '#platform/http/member-of.ts'
import type { Notice } from '#platform/live/channel.ts'
import { screens } from '#platform/live/screens.ts'
import { fullNameOf } from '#platform/shown-name.ts'
import type { GrantBefore } from '../../access/restored-grants.ts'
import { doorListNotices } from '../../devices/channels.ts'
import { permissionFor } from './rules.ts'

/** What a membership was before a bulk change. Members who are asked to review their details were not asked before. */
export type StandingBefore = {
  id: number
  membership_state: string
  inactive_by: string | null
  inactive_reason: string | null
  inactive_since: Date | null
  first_joined_at: Date | null
  spell: number | null
  /** The application that the change settled. */
  application_id: number | null
}

type NewBulkAction = {
  kind: BulkKind
  memberIds: readonly number[]
  grants: readonly GrantBefore[]
  standings?: readonly StandingBefore[]
}

/** Keeps what a bulk change changed and what was there before. Returns the number by which it is undone. */
export const storeBulkAction = async ({ tx, ctx }: Work, input: NewBulkAction): Promise<number> => {
  const { kind, memberIds, grants, standings = [] } = input
  const { id } = await tx
    .insertInto('bulk_actions')
    .values({
      kind,
      at: ctx.now(),
      by_id: ctx.actor.kind === 'member' ? ctx.actor.id : null,
      member_count: memberIds.length,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`insert into bulk_grants (action_id, member_id, device_id, source, granted_at, granted_by, had_exception)
    select ${id}::int, b."memberId", b."deviceId", b.source, b."grantedAt", b."grantedBy", b."hadException"
    from jsonb_to_recordset(${JSON.stringify(grants)}::jsonb) as b("memberId" int, "deviceId" int, source text,
      "grantedAt" timestamptz, "grantedBy" int, "hadException" boolean)`.execute(tx)
  await sql`insert into bulk_standings
      (action_id, member_id, membership_state, inactive_by, inactive_reason, inactive_since, first_joined_at, spell,
        application_id)
    select ${id}::int, b.id, b.membership_state, b.inactive_by, b.inactive_reason, b.inactive_since, b.first_joined_at,
      b.spell, b.application_id
    from jsonb_to_recordset(${JSON.stringify(standings)}::jsonb) as b(id int, membership_state text,
      inactive_by text, inactive_reason text, inactive_since timestamptz, first_joined_at timestamptz, spell int,
      application_id int)`.execute(tx)
  return id
}

const dayMs = 24 * 60 * 60 * 1000

/** Older ones cannot be undone. */
export const undoableSince = (now: Date): Date => new Date(now.getTime() - undoDays * dayMs)

/** The kinds of change that the caller may make, and undo. */
export const kindsFor = (held: readonly Permission[]): BulkKind[] =>
  bulkKinds.filter((kind) => held.includes(permissionFor(kind)))

const mostActions = 50

export const bulkActionRows = (ctx: Ctx) =>
  ctx.db
    .selectFrom('bulk_actions as a')
    .leftJoin('members as doer', 'doer.id', 'a.by_id')
    .leftJoin('members as undoer', 'undoer.id', 'a.undone_by')
    .selectAll('a')
    .select([
      fullNameOf<string | null>('doer').as('doer'),
      fullNameOf<string | null>('undoer').as('undoer'),
      sql<number>`(select count(*)::int from bulk_standings b where b.action_id = a.id and not b.is_changed_since)`.as(
        'left',
      ),
      sql<string[]>`array(select d.name from devices d where a.kind in ('grant', 'revoke') and exists (
        select from bulk_grants g where g.action_id = a.id and g.device_id = d.id) order by d.name)`.as('devices'),
    ])

type BulkActionRow = Awaited<ReturnType<ReturnType<typeof bulkActionRows>['execute']>>[number]

export const asBulkAction = (row: BulkActionRow): BulkAction => ({
  id: row.id,
  kind: row.kind,
  at: row.at.toISOString(),
  by: row.doer,
  count: row.member_count,
  devices: row.devices,
  undone: row.undone_at && {
    at: row.undone_at.toISOString(),
    by: row.undoer,
    count: row.undone_count,
    left: row.left,
  },
})

/** The newest bulk changes that the caller may undo, undone ones among them. */
export const listBulkActions = async (ctx: Ctx): Promise<BulkAction[]> => {
  const rows = await bulkActionRows(ctx)
    .where('a.at', '>', undoableSince(ctx.now()))
    .where('a.kind', 'in', kindsFor(memberOf(ctx).permissions))
    .orderBy('a.id', 'desc')
    .limit(mostActions)
    .execute()
  return rows.map(asBulkAction)
}

/** What a member had before bulk changes goes with the account. */
export const forgetBulkChanges = async ({ tx }: Work, memberId: number): Promise<void> => {
  await tx.deleteFrom('bulk_grants').where('member_id', '=', memberId).execute()
  await tx.deleteFrom('bulk_standings').where('member_id', '=', memberId).execute()
}

type ChangedMembers = {
  memberIds: readonly number[]
  /** Whose cards start or stop working. */
  doorsOf: readonly number[]
  hasVisits: boolean
}

/** Who hears of a change of many members. Screens hear of it once, however many members it is about. */
export const manyNotices = ({ memberIds, doorsOf, hasVisits }: ChangedMembers): Notice[] => {
  const topics = ['profile', 'access', 'members', ...(hasVisits ? (['visits'] as const) : [])] as const
  return [
    ...memberIds.map((memberId) => callers.notice({ memberId })),
    ...doorListNotices('memberIds', doorsOf),
    ...topics.map((topic) => screens.notice({ topic, audience: 'everybody' })),
  ]
}
