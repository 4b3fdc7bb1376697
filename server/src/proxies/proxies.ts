import type { PaperProxyForm, ProxyForm } from '@spacekeeper/contract/proxies/shapes.ts'
import type { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { change, type ChangeResult, readOnly, type Work, unchanged, type UnchangedResult } from '#platform/db/change.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { lockActing } from '../access/acting-members.ts'
import { holderNameFor, letterName, type Parties, readParties } from './parties.ts'
import { lockProxyMeeting, type ProxyMeetingRow, readProxyFacts } from './proxy-facts.ts'
import { endProxies, mailProxyNews, proxyPart, type ProxyRow } from './proxy-row.ts'
import { refusalWords, refusedField } from './refusals.ts'
import { judgeProxy } from './rules.ts'

type WantedProxy = {
  meetingId: number
  principalId: number
  memberCity: string
  holderId: number
  holderCity: string
  /** Staff who type it from paper: it counts at once. Null: the principal gives it. */
  recordedBy: number | null
}

type Placing = { wanted: WantedProxy; meeting: ProxyMeetingRow }

/** Whether the principal may choose this member at all: who hides from other members can't be chosen by them. */
const isChoosable = ({ recordedBy }: WantedProxy, { holder }: Parties) =>
  holder !== undefined && holder.closed_at === null && (recordedBy !== null || !holder.is_hidden_from_members)

/** Refuses what the rules do not allow, beside the field it is about. */
const checkProxy = async ({ tx, ctx }: Work, { wanted, meeting }: Placing) => {
  const isPaper = wanted.recordedBy !== null
  const reader = isPaper ? 'staff' : 'principal'
  const parties = await readParties(readOnly(tx), wanted)
  const [facts] = await readProxyFacts(ctx, { db: readOnly(tx), pairs: [{ ...wanted, meeting }] })
  if (!facts) return
  const holder = { ...facts.holder, isOnRoll: facts.holder.isOnRoll && isChoosable(wanted, parties) }
  const refusal = judgeProxy({ ...facts, holder }, isPaper ? 'record' : 'give')
  if (refusal === null) return
  const words = refusalWords(refusal, reader, {
    principalName: letterName(parties.principal),
    holderName: await holderNameFor(ctx, { holder: parties.holder, isAccepted: isPaper }),
    held: facts.principal.held,
    mostHeld: facts.holder.mostHeld,
  })
  throw badField(refusedField(refusal, reader), words)
}

const listLive = ({ tx }: Work, { meetingId, principalId }: WantedProxy): Promise<ProxyRow[]> =>
  tx
    .selectFrom('proxies')
    .selectAll()
    .where('meeting_id', '=', meetingId)
    .where('member_id', '=', principalId)
    .where('ended_at', 'is', null)
    .forUpdate()
    .execute()

/** The proxy goes to the member who has it already, such as after a double click: only what is new of it is written. */
const renewProxy = async (
  work: Work,
  { kept, wanted, counts }: { kept: ProxyRow; wanted: WantedProxy; counts: boolean },
) => {
  const isAcceptedNow = counts && kept.accepted_at === null
  const isSame = kept.member_city === wanted.memberCity && kept.holder_city === wanted.holderCity
  if (isSame && !isAcceptedNow) return { id: kept.id, isNew: false }
  await work.tx
    .updateTable('proxies')
    .set({
      member_city: wanted.memberCity,
      holder_city: wanted.holderCity,
      ...(isAcceptedNow && { accepted_at: work.now, recorded_by: wanted.recordedBy }),
    })
    .where('id', '=', kept.id)
    .execute()
  if (isAcceptedNow) await mailProxyNews(work, { proxyId: kept.id, news: 'counts' })
  return { id: kept.id, isNew: true }
}

const insertProxy = async (work: Work, { wanted, counts }: { wanted: WantedProxy; counts: boolean }) => {
  const { id } = await work.tx
    .insertInto('proxies')
    .values({
      meeting_id: wanted.meetingId,
      member_id: wanted.principalId,
      member_city: wanted.memberCity,
      holder_id: wanted.holderId,
      holder_city: wanted.holderCity,
      created_at: work.now,
      recorded_by: wanted.recordedBy,
      accepted_at: counts ? work.now : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await mailProxyNews(work, { proxyId: id, news: counts ? 'counts' : 'asked' })
  return { id, isNew: true }
}

/**
 * Stores a proxy in place of the one that waits, and of the one that counts if it counts at once: otherwise that goes on
 * until the new holder accepts.
 */
const placeProxy = async (
  work: Work,
  { wanted, meeting }: Placing,
): Promise<ChangeResult<undefined> | UnchangedResult<undefined>> => {
  await lockActing(work, [wanted.principalId, wanted.holderId])
  await checkProxy(work, { wanted, meeting })
  const counts = wanted.recordedBy !== null || !(await work.ctx.settings.get('PROXY_HOLDER_ACCEPTS'))
  const live = await listLive(work, wanted)
  const kept = live.find(({ holder_id: holderId }) => holderId === wanted.holderId)
  const replaced = live.filter((row) => row !== kept && (counts || row.accepted_at === null)).map(({ id }) => id)
  await endProxies(work, { ids: replaced, reason: 'replaced' })
  const { id, isNew } = await (kept
    ? renewProxy(work, { kept, wanted, counts })
    : insertProxy(work, { wanted, counts }))
  if (!isNew && replaced.length === 0) return unchanged(undefined)
  return {
    result: undefined,
    ...proxyPart({ id, member_id: wanted.principalId, holder_id: wanted.holderId }, meeting),
  }
}

/** The caller lets another member vote for them. What is refused changes nothing. */
export const giveProxy = async (ctx: Ctx, form: z.infer<typeof ProxyForm>): Promise<{ success: true }> => {
  const wanted: WantedProxy = {
    meetingId: form.meeting,
    principalId: memberOf(ctx).id,
    memberCity: form.memberCity,
    holderId: form.proxy,
    holderCity: form.proxyCity,
    recordedBy: null,
  }
  await change(ctx, 'proxy.given', async (work) => {
    const meeting = await lockProxyMeeting(work, wanted.meetingId)
    if (!meeting) throw badField('meeting', 'Choose a meeting that is still to come.')
    return placeProxy(work, { wanted, meeting })
  })
  return { success: true }
}

/** Staff record a proxy that came on paper. */
export const recordPaperProxy = async (
  ctx: Ctx,
  form: z.infer<typeof PaperProxyForm> & { meetingId: number },
): Promise<void> => {
  const wanted: WantedProxy = {
    meetingId: form.meetingId,
    principalId: form.member,
    memberCity: form.memberCity,
    holderId: form.proxy,
    holderCity: form.proxyCity,
    recordedBy: memberOf(ctx).id,
  }
  await change(ctx, 'proxy.recorded', async (work) => {
    const meeting = await lockProxyMeeting(work, wanted.meetingId)
    if (!meeting) throw new AppError('notFound')
    return placeProxy(work, { wanted, meeting })
  })
}
