import type { ProxyInstruction } from '@spacekeeper/contract/votes/shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { change, type Work, unchanged } from '#platform/db/change.ts'
import { columns } from '#platform/db/columns.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { votesChanged } from './notices.ts'
import { phaseOfMotion } from './rules.ts'

/** The votes of the meeting a proxy is for, with what its principal wants. Only its two members read them. */
export const listInstructions = async (ctx: Ctx, proxyId: number): Promise<ProxyInstruction[]> => {
  const memberId = memberOf(ctx).id
  const proxy = await ctx.db
    .selectFrom('proxies')
    .select(['meeting_id', 'member_id', 'holder_id'])
    .where('id', '=', proxyId)
    .executeTakeFirst()
  if (!proxy || (proxy.member_id !== memberId && proxy.holder_id !== memberId)) throw new AppError('notFound')
  const rows = await ctx.db
    .selectFrom('motions as m')
    .leftJoin('proxy_instructions as i', (on) => on.onRef('i.motion_id', '=', 'm.id').on('i.proxy_id', '=', proxyId))
    .select(columns('m.id as motionId, m.title, i.words, m.opened_at, m.closed_at, m.published_at, m.closes_at'))
    .where('m.meeting_id', '=', proxy.meeting_id)
    .orderBy('m.position')
    .orderBy('m.id')
    .execute()
  return rows.map(({ motionId, title, words, ...times }) => ({
    motionId,
    title,
    words: words ?? '',
    phase: phaseOfMotion(times, ctx.now()),
  }))
}

/** A living proxy that the caller gave, locked. */
const lockOwnProxy = async ({ tx }: Work, { proxyId, memberId }: { proxyId: number; memberId: number }) => {
  const proxy = await tx
    .selectFrom('proxies')
    .select(['id', 'meeting_id', 'member_id', 'holder_id', 'ended_at'])
    .where('id', '=', proxyId)
    .forShare()
    .executeTakeFirst()
  if (!proxy || (proxy.member_id !== memberId && proxy.holder_id !== memberId)) throw new AppError('notFound')
  if (proxy.member_id !== memberId || proxy.ended_at !== null) throw new AppError('notAllowed')
  return proxy
}

type InstructionInput = { proxyId: number; instructions: readonly { motionId: number; words: string }[] }

const refuseStrange = async ({ tx }: Work, meetingId: number, { instructions }: InstructionInput) => {
  const ids = instructions.map(({ motionId }) => motionId)
  if (new Set(ids).size < ids.length) throw badField('instructions', 'Each vote only once.')
  if (ids.length === 0) return
  const { count } = await tx
    .selectFrom('motions')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('meeting_id', '=', meetingId)
    .where('id', 'in', ids)
    .executeTakeFirstOrThrow()
  if (count < ids.length) throw badField('instructions', 'One of these votes is not of this meeting.')
}

/** Tells one's proxy how to vote. What was voted already stays as it is. */
export const instructProxy = (ctx: Ctx, input: InstructionInput): Promise<void> =>
  change(ctx, 'proxy.instructed', async (work) => {
    const { proxyId, instructions } = input
    const proxy = await lockOwnProxy(work, { proxyId, memberId: memberOf(ctx).id })
    await refuseStrange(work, proxy.meeting_id, input)
    const empty = instructions.filter(({ words }) => words === '').map(({ motionId }) => motionId)
    const written = instructions.filter(({ words }) => words !== '')
    if (empty.length > 0)
      await work.tx
        .deleteFrom('proxy_instructions')
        .where('proxy_id', '=', proxyId)
        .where('motion_id', 'in', empty)
        .execute()
    if (written.length > 0)
      await work.tx
        .insertInto('proxy_instructions')
        .values(written.map(({ motionId, words }) => ({ proxy_id: proxyId, motion_id: motionId, words })))
        .onConflict((is) =>
          is.columns(['proxy_id', 'motion_id']).doUpdateSet((old) => ({ words: old.ref('excluded.words') })),
        )
        .execute()
    if (instructions.length === 0) return unchanged(undefined)
    return {
      result: undefined,
      subject: { kind: 'member', id: proxy.member_id },
      data: { proxyId, count: written.length },
      tell: votesChanged,
    }
  })
