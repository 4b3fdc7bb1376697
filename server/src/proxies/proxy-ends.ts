import type { ProxyEnd } from '@spacekeeper/contract/proxies/words.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change, type ChangePart, readOnly, type Work, unchanged } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { sweep } from '#platform/sweep.ts'
import { findProxyMeeting, proxyNotices } from './proxy-facts.ts'
import { endProxies, lockProxy, proxyPart, type LockedProxy } from './proxy-row.ts'
import { meetingStage } from './rules.ts'

const checkEndable = ({ row, meeting }: LockedProxy, now: Date): void => {
  const stage = meetingStage(meeting, now)
  if (row.ended_at !== null || stage === 'over' || stage === 'cancelled') throw new AppError('proxySettled')
}

/** The caller takes their proxy back, also while the meeting is on. */
export const withdrawProxy = (ctx: Ctx, proxyId: number): Promise<void> =>
  change(ctx, 'proxy.withdrawn', async (work) => {
    const { row, meeting } = await lockProxy(work, proxyId)
    if (row.member_id !== memberOf(ctx).id) throw new AppError('notAllowed')
    if (row.end_reason === 'withdrawn') return unchanged(undefined)
    checkEndable({ row, meeting }, ctx.now())
    await endProxies(work, { ids: [row.id], reason: 'withdrawn' })
    return { result: undefined, ...proxyPart(row, meeting) }
  })

/** Staff end a proxy, and say why. */
export const removeProxy = (ctx: Ctx, { proxyId, reason }: { proxyId: number; reason: string }): Promise<void> =>
  change(ctx, 'proxy.removed', async (work) => {
    const { row, meeting } = await lockProxy(work, proxyId)
    checkEndable({ row, meeting }, ctx.now())
    await endProxies(work, { ids: [row.id], reason: 'removed', words: reason })
    const part = proxyPart(row, meeting)
    return { result: undefined, ...part, data: { ...part.data, reason } }
  })

type MeetingEnding = { meetingId: number; memberId?: number; reason: ProxyEnd }

const endOfMeeting = async (work: Work, { meetingId, memberId, reason }: MeetingEnding): Promise<ChangePart[]> => {
  const rows = await work.tx
    .selectFrom('proxies')
    .select(['id', 'member_id', 'holder_id'])
    .where('meeting_id', '=', meetingId)
    .where('ended_at', 'is', null)
    .$if(memberId !== undefined, (query) => query.where('member_id', '=', memberId ?? 0))
    .forUpdate()
    .execute()
  if (rows.length === 0) return []
  const meeting = await findProxyMeeting({ db: readOnly(work.tx) }, meetingId)
  await endProxies(work, { ids: rows.map(({ id }) => id), reason })
  return rows.map((row) => ({
    event: reason === 'arrived' ? 'proxy.arrived' : 'proxy.cancelled',
    ...(meeting ? proxyPart(row, meeting) : { tell: proxyNotices }),
  }))
}

/**
 * Ends what a member gave for a meeting when they arrive, within the transaction that notes it. What it returns goes
 * into that change as `also`, and its `tell` where no audit is written. The lock keeps one from being given meanwhile.
 */
export const endProxyOnArrival = async (
  work: Work,
  { meetingId, memberId }: { meetingId: number; memberId: number },
): Promise<ChangePart[]> => {
  await work.tx.selectFrom('meetings').select('id').where('id', '=', meetingId).forShare().execute()
  return endOfMeeting(work, { meetingId, memberId, reason: 'arrived' })
}

/** Ends all proxies of a meeting that is cancelled, within the transaction that does it; for its `also`. */
export const endOpenProxies = (work: Work, meetingId: number): Promise<ChangePart[]> =>
  endOfMeeting(work, { meetingId, reason: 'cancelled' })

const mostExpired = 200

/** Ends proxies that were not accepted before their meeting began; again where there are more than a batch. */
export const expireProxies = async (ctx: Ctx): Promise<void> => {
  const late = await ctx.db
    .selectFrom('proxies as p')
    .innerJoin('meetings as g', 'g.id', 'p.meeting_id')
    .select('p.id')
    .where('p.accepted_at', 'is', null)
    .where('p.ended_at', 'is', null)
    .where((is) => is.or([is('g.opened_at', 'is not', null), is('g.starts_at', '<=', ctx.now())]))
    .orderBy('p.id')
    .limit(mostExpired)
    .execute()
  await sweep(ctx, late, {
    what: 'proxies',
    nameOf: ({ id }) => `proxy ${id}`,
    work: async ({ id }) => {
      await change(ctx, 'proxy.expired', async (work) => {
        const { row, meeting } = await lockProxy(work, id)
        const isLate = meetingStage(meeting, ctx.now()) !== 'coming'
        if (row.ended_at !== null || row.accepted_at !== null || !isLate) return unchanged(undefined)
        await endProxies(work, { ids: [id], reason: 'expired' })
        return { result: undefined, ...proxyPart(row, meeting) }
      })
    },
  })
}
