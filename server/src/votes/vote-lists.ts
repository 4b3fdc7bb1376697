import { Choice, type MotionRow, type MotionView, type VotingRight } from '@spacekeeper/contract/votes/shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { AppError } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { asMotionRow, motionQuery } from './motion-rows.ts'
import { keyFolder } from './secret/box-key.ts'
import { findNoVote, heldVotes, isMotionOpen, votingRights } from './voting-rights.ts'

const mostClosed = 100

const mostListed = 200

const isStaff = (ctx: Ctx) => memberOf(ctx).permissions.includes('meetings')

/** Members read what a meeting will vote on as soon as it is written, and of other votes those that are announced. */
const isAnnounced = sql<boolean>`(m.meeting_id is not null or m.opens_at is not null or m.opened_at is not null)`

const queryFor = (ctx: Ctx) => motionQuery(ctx.db, { memberId: memberOf(ctx).id, now: ctx.now() })

const asRows = async (ctx: Ctx, query: ReturnType<typeof queryFor>): Promise<MotionRow[]> => {
  const [rows, now] = [await query.execute(), ctx.now()]
  return rows.map((row) => asMotionRow(row, now))
}

const isOfCancelled = sql<boolean>`(g.cancelled_at is not null)`

/** Votes that are open, those to come, and the newest that are closed. */
export const listVotes = async (ctx: Ctx) => {
  const open = queryFor(ctx).where('m.opened_at', 'is not', null).where('m.closed_at', 'is', null)
  const planned = queryFor(ctx).where('m.opened_at', 'is', null).where(isAnnounced)
    .where(sql<boolean>`not ${isOfCancelled}
    and g.closed_at is null`)
  const closed = queryFor(ctx).where('m.closed_at', 'is not', null)
  const [openRows, plannedRows, closedRows] = await Promise.all([
    asRows(ctx, open.orderBy('m.closes_at').orderBy('m.position').orderBy('m.id').limit(mostListed)),
    asRows(
      ctx,
      planned
        .orderBy(sql`coalesce(m.opens_at, g.starts_at)`)
        .orderBy('m.position')
        .orderBy('m.id')
        .limit(mostListed),
    ),
    asRows(ctx, closed.orderBy('m.closed_at', 'desc').orderBy('m.id', 'desc').limit(mostClosed)),
  ])
  return { open: openRows, planned: plannedRows, closed: closedRows }
}

/** On how many open motions a member has a vote that is not used. */
export const countWaitingVotes = async (ctx: Ctx): Promise<{ count: number }> => {
  const memberId = memberOf(ctx).id
  const { count } = await ctx.db
    .selectFrom('motions as m')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('m.closed_at', 'is', null)
    .where(isMotionOpen(ctx.now()))
    .where(
      sql<boolean>`exists (select from ${heldVotes(memberId)} h where not exists (
        select from vote_marks v where v.motion_id = m.id and v.principal_id = h."principalId"))`,
    )
    .executeTakeFirstOrThrow()
  return { count }
}

/** The votes of a meeting in their order. */
export const listVotesOfMeeting = async (ctx: Ctx, meetingId: number): Promise<MotionRow[]> => {
  const meeting = await ctx.db.selectFrom('meetings').select('id').where('id', '=', meetingId).executeTakeFirst()
  if (!meeting) throw new AppError('notFound')
  return asRows(ctx, queryFor(ctx).where('m.meeting_id', '=', meetingId).orderBy('m.position').orderBy('m.id'))
}

/** Votes without a meeting, for staff: those that are not closed first, then the newest. */
export const listOwnVotes = (ctx: Ctx): Promise<MotionRow[]> =>
  asRows(
    ctx,
    queryFor(ctx)
      .where('m.meeting_id', 'is', null)
      .orderBy(sql`m.closed_at is not null`)
      .orderBy('m.id', 'desc')
      .limit(mostListed),
  )

/** Whether the caller could vote on a motion, or is staff: they read who voted what in an open ballot. */
export const seesVoters = async (ctx: Ctx, motionId: number): Promise<boolean> =>
  isStaff(ctx) || (await findNoVote(ctx.db, { motionId, memberId: memberOf(ctx).id })) !== 'notOnRoll'

const listRights = async (ctx: Ctx, motionId: number): Promise<VotingRight[]> => {
  const shownNames = await ctx.settings.get('SHOWN_NAME')
  const rights = await votingRights(ctx.db, { motionId, memberId: memberOf(ctx).id, now: ctx.now(), shownNames })
  if (rights.length === 0) return []
  const [cast, instructed] = await Promise.all([
    ctx.db
      .selectFrom('open_votes')
      .select(['principal_id', 'choice'])
      .where('motion_id', '=', motionId)
      .where(
        'principal_id',
        'in',
        rights.map(({ principalId }) => principalId),
      )
      .execute(),
    ctx.db
      .selectFrom('proxy_instructions as i')
      .innerJoin('proxies as p', 'p.id', 'i.proxy_id')
      .select(['i.proxy_id', 'i.words'])
      .where('i.motion_id', '=', motionId)
      .where('p.holder_id', '=', memberOf(ctx).id)
      .execute(),
  ])
  return rights.map(({ proxyId, ...right }) => {
    const choice = cast.find((row) => row.principal_id === right.principalId)?.choice
    const words = instructed.find((row) => row.proxy_id === proxyId)?.words
    return { ...right, instructions: words ?? null, choice: choice === undefined ? null : Choice.parse(choice) }
  })
}

/** A vote with what the caller can do. A draft without a meeting is there for staff alone. */
export const getMotion = async (ctx: Ctx, motionId: number): Promise<MotionView> => {
  const row = await queryFor(ctx)
    .where('m.id', '=', motionId)
    .where(isStaff(ctx) ? sql<boolean>`true` : isAnnounced)
    .executeTakeFirst()
  if (!row) throw new AppError('notFound')
  const { waiting, ...motion } = asMotionRow(row, ctx.now())
  const [rights, noVote] = await Promise.all([
    listRights(ctx, motionId),
    findNoVote(ctx.db, { motionId, memberId: memberOf(ctx).id }),
  ])
  return {
    ...motion,
    details: row.details,
    lot: row.lot,
    rights,
    noVote: motion.phase === 'open' ? noVote : null,
    erasesOrder: keyFolder(ctx) !== null,
    seesVoters: motion.ballot === 'open' && (isStaff(ctx) || noVote !== 'notOnRoll'),
  }
}
