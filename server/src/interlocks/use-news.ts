import { z } from 'zod'
import { queueLines } from '#platform/chat/queue-lines.ts'
import type { Ctx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import { job } from '#platform/jobs/job.ts'
import { linesOfNews, type DeviceNews, type NewsWords } from '../access/chat-lines.ts'
import { type EndReason, describeDuration } from './rules.ts'

/** How a use of a machine ended. */
type UseEnd = DeviceNews & { reason: EndReason; durationMs: number }

const describeEnd = (
  { reason, durationMs }: UseEnd,
  { member, device }: { member: string; device: string },
): string => {
  const after = `after ${describeDuration(durationMs)}`
  if (reason === 'lost') return `${device} went offline: the use by ${member} ended ${after}.`
  if (reason === 'maxDuration') {
    return `${device} switched off: the use by ${member} ended ${after}, the longest allowed.`
  }
  if (reason === 'accessEnded') {
    return `${device} switched off: the use by ${member} ended ${after}, because they can no longer use it.`
  }
  if (reason === 'lockedOut') return `${device} was locked: the use by ${member} ended ${after}.`
  return `${member} finished with ${device} ${after}.`
}

/** What it cost is private. */
export const endWords: NewsWords<UseEnd> = {
  topic: 'interlocks',
  describe: (end, names) => ({ words: describeEnd(end, names), tone: 'notice' }),
}

/** Added by the transaction that ends a use: the chats hear of it once it is committed, and never if it is not. */
export const useEndedJob = job('sayUseEnded', z.object({ sessionId: z.uuid() }))

/** Says in the chats how a use of a machine ended. */
export const sayUseEnded = async (ctx: Ctx, sessionId: string): Promise<void> => {
  const use = await ctx.db
    .selectFrom('interlock_sessions')
    .select(['device_id', 'member_id', 'started_at', 'ended_at', 'end_reason'])
    .where('id', '=', sessionId)
    .executeTakeFirst()
  if (!use?.ended_at || !use.end_reason) return
  const end = {
    deviceId: use.device_id,
    memberId: use.member_id,
    at: use.ended_at,
    reason: use.end_reason,
    durationMs: use.ended_at.getTime() - use.started_at.getTime(),
  }
  const lines = await linesOfNews(ctx, { ...endWords, news: [end] })
  if (lines.length > 0) await record(ctx, async (work) => ({ result: await queueLines(work, lines) }))
}
