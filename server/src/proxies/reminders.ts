import type { Ctx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import { mailProxyNews } from './proxy-row.ts'

const hourMs = 3_600_000
/** Holders are reminded once, from two days before the meeting; not of what they were asked less than half a day ago. */
const aheadMs = 48 * hourMs
const leastWaitMs = 12 * hourMs

/** More than one meeting has; the rest is mailed an hour later. */
const mostReminded = 500

/** Asks holders again whose link ended with their address before they answered. */
export const askAgain = (ctx: Ctx): Promise<void> =>
  record(ctx, async (work) => {
    const rows = await work.tx
      .updateTable('proxies')
      .set({ link_ended_at: null })
      .where('link_ended_at', 'is not', null)
      .returning('id')
      .execute()
    for (const { id: proxyId } of rows) await mailProxyNews(work, { proxyId, news: 'askedAgain' })
    return { result: undefined, tell: [] }
  })

/** Emails those who were asked to be a proxy at a coming meeting and have neither accepted nor declined. */
export const remindHolders = (ctx: Ctx): Promise<void> =>
  record(ctx, async (work) => {
    const now = ctx.now()
    const waiting = await work.tx
      .selectFrom('proxies as p')
      .innerJoin('meetings as g', 'g.id', 'p.meeting_id')
      .select('p.id')
      .where('p.accepted_at', 'is', null)
      .where('p.ended_at', 'is', null)
      .where('p.reminded_at', 'is', null)
      .where('p.created_at', '<=', new Date(now.getTime() - leastWaitMs))
      .where('g.cancelled_at', 'is', null)
      .where('g.opened_at', 'is', null)
      .where('g.starts_at', '>', now)
      .where('g.starts_at', '<=', new Date(now.getTime() + aheadMs))
      .orderBy('p.id')
      .limit(mostReminded)
      .forUpdate('p')
      .execute()
    const ids = waiting.map(({ id }) => id)
    if (ids.length > 0) await work.tx.updateTable('proxies').set({ reminded_at: now }).where('id', 'in', ids).execute()
    for (const proxyId of ids) await mailProxyNews(work, { proxyId, news: 'reminded' })
    return { result: undefined, tell: [] }
  })
