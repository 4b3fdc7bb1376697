import type { ProxyRequest } from '@spacekeeper/contract/proxies/shapes.ts'
import type { ReadonlyKysely } from 'kysely/readonly'
import type { Ctx, WorkCtx } from '#platform/ctx.ts'
import { change, readOnly, type Work, unchanged } from '#platform/db/change.ts'
import type { Database } from '#platform/db/database.gen.ts'
import { AppError } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { hashToken } from '#platform/secrets/tokens.ts'
import { lockActing } from '../access/acting-members.ts'
import { letterName, readParties } from './parties.ts'
import { findProxyMeeting, meetingTitle, type ProxyMeetingRow, readProxyFacts } from './proxy-facts.ts'
import {
  endProxies,
  type LockedProxy,
  lockProxy,
  mailProxyNews,
  proxyPart,
  type ProxyRow,
  proxyState,
} from './proxy-row.ts'
import { refusalWords } from './refusals.ts'
import { judgeProxy, meetingStage } from './rules.ts'

type WaitingProxy = { row: Pick<ProxyRow, 'member_id' | 'holder_id'>; meeting: ProxyMeetingRow; principalName: string }

/** Why holders can't accept proxies that wait, in words and the same order; null where they can. */
export const acceptanceRefusals = async (
  ctx: WorkCtx,
  { db, waiting }: { db: ReadonlyKysely<Database>; waiting: readonly WaitingProxy[] },
): Promise<(string | null)[]> => {
  if (waiting.length === 0) return []
  const pairs = waiting.map(({ row, meeting }) => ({ meeting, principalId: row.member_id, holderId: row.holder_id }))
  const facts = await readProxyFacts(ctx, { db, pairs })
  return facts.map((one, at) => {
    const refusal = judgeProxy(one, 'accept')
    if (refusal === null) return null
    return refusalWords(refusal, 'holder', {
      principalName: waiting[at]?.principalName ?? '',
      holderName: '',
      held: one.principal.held,
      mostHeld: one.holder.mostHeld,
    })
  })
}

const acceptProxy = async (work: Work, { row, meeting }: LockedProxy) => {
  const { tx, ctx } = work
  if (proxyState(row) === 'counts') return unchanged(undefined)
  await lockActing(work, [row.member_id, row.holder_id])
  const { principal } = await readParties(readOnly(tx), { principalId: row.member_id, holderId: row.holder_id })
  const waiting = [{ row, meeting, principalName: letterName(principal) }]
  const [refusal = null] = await acceptanceRefusals(ctx, { db: readOnly(tx), waiting })
  if (refusal !== null) throw new AppError('proxyRefused', { detail: refusal })
  const former = await tx
    .selectFrom('proxies')
    .select('id')
    .where('meeting_id', '=', meeting.id)
    .where('member_id', '=', row.member_id)
    .where('accepted_at', 'is not', null)
    .where('ended_at', 'is', null)
    .execute()
  await endProxies(work, { ids: former.map(({ id }) => id), reason: 'replaced' })
  await tx.updateTable('proxies').set({ accepted_at: ctx.now() }).where('id', '=', row.id).execute()
  await mailProxyNews(work, { proxyId: row.id, news: 'accepted' })
  return { result: undefined, ...proxyPart(row, meeting) }
}

/** Also of one that was accepted: who can't come after all gives it back. */
const declineProxy = async (work: Work, { row, meeting }: LockedProxy) => {
  const stage = meetingStage(meeting, work.now)
  if (stage === 'over' || stage === 'cancelled') throw new AppError('proxySettled')
  await endProxies(work, { ids: [row.id], reason: 'declined' })
  return { result: undefined, event: 'proxy.declined' as const, ...proxyPart(row, meeting) }
}

type ProxyAnswer = { proxyId: number; holderId?: number; isAccepted: boolean }

const settleProxy = (ctx: Ctx, { proxyId, holderId, isAccepted }: ProxyAnswer): Promise<void> =>
  change(ctx, 'proxy.accepted', async (work) => {
    const locked = await lockProxy(work, proxyId)
    if (holderId !== undefined && locked.row.holder_id !== holderId) throw new AppError('notFound')
    const { end_reason: end } = locked.row
    if (end === 'declined' && !isAccepted) return unchanged(undefined)
    if (end !== null) throw new AppError('proxySettled')
    return isAccepted ? acceptProxy(work, { ...locked }) : declineProxy(work, { ...locked })
  })

/** The caller, who is the holder, accepts a proxy or gives it back. Saying the same twice changes nothing more. */
export const answerProxy = (ctx: Ctx, answer: { proxyId: number; isAccepted: boolean }): Promise<void> =>
  settleProxy(ctx, { ...answer, holderId: memberOf(ctx).id })

const findByToken = async (ctx: Ctx, token: string) => {
  const row = await ctx.db
    .selectFrom('proxies as p')
    .innerJoin('members as m', 'm.id', 'p.member_id')
    .selectAll('p')
    .where('p.token_hash', '=', hashToken(token))
    .where('m.closed_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new AppError('invalidLink')
  return row
}

/** What a holder reads behind the link in their email. */
export const getProxyRequest = async (ctx: Ctx, token: string): Promise<ProxyRequest> => {
  const row = await findByToken(ctx, token)
  const meeting = await findProxyMeeting(ctx, row.meeting_id)
  if (!meeting) throw new AppError('invalidLink')
  const { principal, holder } = await readParties(ctx.db, { principalId: row.member_id, holderId: row.holder_id })
  const state = proxyState(row)
  const principalName = letterName(principal)
  const waiting = state === 'waiting' ? [{ row, meeting, principalName }] : []
  const [refusal = null] = await acceptanceRefusals(ctx, { db: ctx.db, waiting })
  return {
    principalName,
    holderName: letterName(holder),
    meeting: { id: meeting.id, title: meetingTitle(meeting), startsAt: meeting.startsAt.toISOString() },
    state,
    obstacle: refusal,
  }
}

/** The holder answers by the link in their email. */
export const answerProxyRequest = async (
  ctx: Ctx,
  { token, isAccepted }: { token: string; isAccepted: boolean },
): Promise<void> => {
  const { id: proxyId } = await findByToken(ctx, token)
  await settleProxy(ctx, { proxyId, isAccepted })
}
