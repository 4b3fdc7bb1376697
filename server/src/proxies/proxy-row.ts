import type { ProxyEnd, ProxyState } from '@spacekeeper/contract/proxies/words.ts'
import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { ChangePart, Work } from '#platform/db/change.ts'
import type { Database } from '#platform/db/database.gen.ts'
import { AppError } from '#platform/http/app-error.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { job } from '#platform/jobs/job.ts'
import { screens } from '#platform/live/screens.ts'
import { lockProxyMeeting, meetingTitle, type ProxyMeetingRow, proxyNotices } from './proxy-facts.ts'

export type ProxyRow = Selectable<Database['proxies']>

/** What the two members are mailed about. */
export const proxyNews = [
  'asked',
  'askedAgain',
  'reminded',
  'counts',
  'accepted',
  'declined',
  'withdrawn',
  'removed',
  'replaced',
  'expired',
] as const

export type ProxyNews = (typeof proxyNews)[number]

export const mailProxyJob = job('mailProxy', z.object({ proxyId: z.number().int(), news: z.enum(proxyNews) }))

export const mailProxyNews = (work: Work, { proxyId, news }: { proxyId: number; news: ProxyNews }): Promise<void> =>
  addJob(work, mailProxyJob, { proxyId, news })

type StateColumns = { accepted_at: Date | null; end_reason: ProxyEnd | null }

export const proxyState = ({ accepted_at: acceptedAt, end_reason: end }: StateColumns): ProxyState =>
  end ?? (acceptedAt === null ? 'waiting' : 'counts')

/** What the audit keeps of a proxy: it is about the principal. */
export const proxyPart = (
  row: Pick<ProxyRow, 'id' | 'member_id' | 'holder_id'>,
  meeting: ProxyMeetingRow,
): Required<Pick<ChangePart, 'subject' | 'data' | 'tell'>> => ({
  subject: { kind: 'member', id: row.member_id },
  data: { meeting: meetingTitle(meeting), meetingId: meeting.id, proxyId: row.id, holderId: row.holder_id },
  // Which votes the holder may cast changes with it.
  tell: [...proxyNotices, screens.notice({ topic: 'votes', audience: { memberId: row.holder_id } })],
})

export type LockedProxy = { row: ProxyRow; meeting: ProxyMeetingRow }

/** A proxy with its meeting, both locked, the meeting first: what else is decided there waits. */
export const lockProxy = async (work: Work, proxyId: number): Promise<LockedProxy> => {
  const found = await work.tx.selectFrom('proxies').select('meeting_id').where('id', '=', proxyId).executeTakeFirst()
  const meeting = found && (await lockProxyMeeting(work, found.meeting_id))
  const row =
    meeting &&
    (await work.tx.selectFrom('proxies').selectAll().where('id', '=', proxyId).forUpdate().executeTakeFirst())
  if (!row) throw new AppError('notFound')
  return { row, meeting }
}

type ProxyEnding = { ids: readonly number[]; reason: ProxyEnd; words?: string }

/** Ends proxies within a transaction, and has their members mailed where the reason is news to them. */
export const endProxies = async (work: Work, { ids, reason, words = '' }: ProxyEnding): Promise<void> => {
  if (ids.length === 0) return
  await work.tx
    .updateTable('proxies')
    .set({ ended_at: work.now, end_reason: reason, end_words: words })
    .where('id', 'in', ids)
    .where('ended_at', 'is', null)
    .execute()
  if (reason === 'arrived' || reason === 'cancelled') return
  for (const proxyId of ids) await mailProxyNews(work, { proxyId, news: reason })
}
