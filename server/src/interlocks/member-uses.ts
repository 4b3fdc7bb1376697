import type { Ctx } from '#platform/ctx.ts'
import { decimalSeconds } from '#platform/decimal-seconds.ts'
import { fullNameOf } from '#platform/shown-name.ts'

const maxUses = 1000

const listSessions = (ctx: Ctx, memberId: number) =>
  ctx.db
    .selectFrom('interlock_sessions as s')
    .innerJoin('devices as d', 'd.id', 's.device_id')
    .leftJoin('members as e', 'e.id', 's.ended_by_id')
    .select(['d.name', 's.started_at', 's.last_heard_at', 's.ended_at', 's.cost_cents', 's.review'])
    .select(fullNameOf<string | null>('e').as('ended_by'))
    .where('s.member_id', '=', memberId)
    .orderBy('s.started_at', 'desc')
    .limit(maxUses)
    .execute()

const listRefused = (ctx: Ctx, memberId: number) =>
  ctx.db
    .selectFrom('swipes as s')
    .innerJoin('devices as d', 'd.id', 's.device_id')
    .select(['d.name', 's.swiped_at'])
    .where('s.member_id', '=', memberId)
    .where('d.kind', '=', 'interlock')
    .where('s.outcome', '<>', 'granted')
    .orderBy('s.id', 'desc')
    .limit(maxUses)
    .execute()

/** The uses of machines by a member and the cards machines refused, newest first, in the shape existing clients read. */
export const listMemberUses = async (ctx: Ctx, memberId: number) => {
  const [sessions, refused] = await Promise.all([listSessions(ctx, memberId), listRefused(ctx, memberId)])
  const uses = sessions.map((row) => ({
    interlockName: row.name,
    dateStarted: row.started_at.toISOString(),
    totalTime: decimalSeconds(((row.ended_at ?? row.last_heard_at).getTime() - row.started_at.getTime()) / 1000),
    totalCost: row.cost_cents / 100,
    isBeingChecked: row.review === 'waiting',
    status: row.ended_at === null ? (0 as const) : (1 as const), // as the contract lists them
    userEnded: row.ended_by,
  }))
  const refusals = refused.map((row) => ({
    interlockName: row.name,
    dateStarted: row.swiped_at.toISOString(),
    totalTime: decimalSeconds(0),
    totalCost: 0,
    isBeingChecked: false,
    status: -1 as const, // as the contract lists them
    userEnded: null,
  }))
  return [...uses, ...refusals].toSorted((a, b) => b.dateStarted.localeCompare(a.dateStarted)).slice(0, maxUses)
}
