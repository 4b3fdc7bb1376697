import type { MyConcession } from '@spacekeeper/contract/billing/shapes.ts'
import type { StaffConcession } from '@spacekeeper/contract/billing/staff-shapes.ts'
import type { ConcessionState } from '@spacekeeper/contract/billing/words.ts'
import type { File } from '@spacekeeper/contract/route.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { readRows } from '#platform/db/read-rows.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import type { Day } from '#platform/local-day.ts'
import { endingOf, takeDocument } from '#platform/pdf/uploaded-document.ts'
import { fullNameOf } from '#platform/shown-name.ts'
import { type BillingWork, changeBilling, noteEvent } from '../billing-work.ts'
import { mustBeChargedHere } from '../kept-plans.ts'
import { mailPlanJob } from '../mails.ts'
import { lockPayer } from '../subscription-row.ts'

type CurrentConcession = { id: number; state: string }

const findCurrent = async ({ tx }: BillingWork, memberId: number): Promise<CurrentConcession | undefined> =>
  tx
    .selectFrom('concessions')
    .select(['id', 'state'])
    .where('member_id', '=', memberId)
    .where('state', 'in', ['asked', 'approved'])
    .forUpdate()
    .executeTakeFirst()

/** A concession whose last day is over makes room for a new request. */
const endOver = async ({ tx, today }: BillingWork, memberId: number): Promise<void> => {
  await sql`update concessions set state = 'ended'
    where member_id = ${memberId} and state = 'approved' and ends_on <= ${today}::date`.execute(tx)
}

/** A member asks for a lower price. Staff answer. */
export const askForConcession = (
  ctx: Ctx,
  { memberId, reason, percent }: { memberId: number; reason: string; percent: number },
): Promise<{ concessionId: number }> =>
  changeBilling(ctx, 'billing.concessionAsked', async (work) => {
    await lockPayer(work, memberId)
    await endOver(work, memberId)
    if (await findCurrent(work, memberId)) throw new AppError('concessionThere')
    const { id } = await work.tx
      .insertInto('concessions')
      .values({ member_id: memberId, reason, percent, state: 'asked', asked_at: ctx.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    noteEvent(work, 'billing.concessionAsked', { memberId, concessionId: id, percent })
    return { concessionId: id }
  })

/** Adds a proof to the request that waits, in place of one sent before. */
export const sendProof = async (
  ctx: Ctx,
  { memberId, file }: { memberId: number; file: Uint8Array },
): Promise<void> => {
  const { content, mediaType } = await takeDocument(file)
  await changeBilling(ctx, 'billing.concessionAsked', async (work) => {
    const asked = await findCurrent(work, memberId)
    if (asked?.state !== 'asked') throw new AppError('notFound')
    await work.tx
      .updateTable('concessions')
      .set({ proof: content, proof_media_type: mediaType })
      .where('id', '=', asked.id)
      .execute()
    noteEvent(work, 'billing.concessionAsked', { memberId, concessionId: asked.id, hasProof: true })
  })
}

/** A member takes back a request, or gives up a concession. */
export const withdrawConcession = (ctx: Ctx, memberId: number): Promise<void> =>
  changeBilling(ctx, 'billing.concessionEnded', async (work) => {
    const current = await findCurrent(work, memberId)
    if (!current) throw new AppError('notFound')
    if (current.state === 'approved') await mustBeChargedHere(work, { memberId })
    await work.tx
      .updateTable('concessions')
      .set({ state: 'ended', decided_at: sql`coalesce(decided_at, ${ctx.now()}::timestamptz)` })
      .where('id', '=', current.id)
      .execute()
    noteEvent(work, 'billing.concessionEnded', { memberId, concessionId: current.id })
  })

const lockForStaff = async ({ tx, ctx }: BillingWork, concessionId: number) => {
  const row = await tx
    .selectFrom('concessions')
    .select(['id', 'member_id', 'state'])
    .where('id', '=', concessionId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('notFound')
  const staff = memberOf(ctx)
  if (row.member_id === staff.id && !staff.isAdmin) throw new AppError('ownConcession')
  return { ...row, staffId: staff.id }
}

type ConcessionApproval = { concessionId: number; percent: number; endsOn: Day | null; note: string }

/** Staff approve a request, for as much and as long as they say. */
export const approveConcession = (
  ctx: Ctx,
  { concessionId, percent, endsOn, note }: ConcessionApproval,
): Promise<void> =>
  changeBilling(ctx, 'billing.concessionApproved', async (work) => {
    if (endsOn !== null && endsOn <= work.today) throw badField('endsOn', 'Choose a day after today.')
    const { member_id: memberId, state, staffId } = await lockForStaff(work, concessionId)
    if (state !== 'asked') throw new AppError('alreadyDecided')
    await mustBeChargedHere(work, { memberId })
    await work.tx
      .updateTable('concessions')
      .set({
        state: 'approved',
        percent,
        ends_on: endsOn,
        decided_at: ctx.now(),
        decided_by: staffId,
        decision_note: note,
      })
      .where('id', '=', concessionId)
      .execute()
    noteEvent(work, 'billing.concessionApproved', { memberId, concessionId, percent, endsOn })
    await addJob(work, mailPlanJob, {
      mail: 'concessionApproved',
      memberId,
      concessionId,
      facts: { percent, until: endsOn ?? '' },
    })
  })

/** Staff refuse a request, or end what was approved, with a reason. */
export const declineConcession = (
  ctx: Ctx,
  { concessionId, reason }: { concessionId: number; reason: string },
): Promise<void> =>
  changeBilling(ctx, 'billing.concessionDeclined', async (work) => {
    const { member_id: memberId, state, staffId } = await lockForStaff(work, concessionId)
    if (state !== 'asked' && state !== 'approved') throw new AppError('alreadyDecided')
    if (state === 'approved') await mustBeChargedHere(work, { memberId })
    await work.tx
      .updateTable('concessions')
      .set({
        state: state === 'asked' ? 'declined' : 'ended',
        decided_at: ctx.now(),
        decided_by: staffId,
        decision_note: reason,
      })
      .where('id', '=', concessionId)
      .execute()
    noteEvent(work, 'billing.concessionDeclined', { memberId, concessionId })
    await addJob(work, mailPlanJob, { mail: 'concessionDeclined', memberId, concessionId, facts: {} })
  })

/** The request or concession of a member that counts; else the last, if staff declined it. */
export const findConcession = async (ctx: Ctx, { memberId, today }: { memberId: number; today: Day }) => {
  const [row] = await readRows<MyConcession>(
    ctx,
    sql<MyConcession>`select id, state, reason, percent, asked_at as "askedAt", ends_on as "endsOn",
        decision_note as "decisionNote", proof is not null as "hasProof"
      from concessions where member_id = ${memberId} and (ends_on is null or ends_on > ${today}::date)
        and (state in ('asked', 'approved') or decision_note is not null)
      order by id desc limit 1`,
  )
  return row ? { ...row, askedAt: new Date(row.askedAt).toISOString() } : null
}

/** Requests for staff, the oldest first; what was decided, the newest first. */
export const listConcessions = async (
  ctx: Ctx,
  { state }: { state: ConcessionState },
): Promise<{ concessions: StaffConcession[] }> => {
  const rows = await readRows<StaffConcession>(
    ctx,
    sql<StaffConcession>`select c.id, c.member_id as "memberId", ${fullNameOf('m')} as "memberName",
        c.state, c.reason, c.percent, c.asked_at as "askedAt", c.proof_media_type as "proofType", p.name as plan,
        c.decided_at as "decidedAt", ${fullNameOf('d')} as "decidedBy",
        c.decision_note as "decisionNote", c.ends_on as "endsOn"
      from concessions c join members m on m.id = c.member_id
      left join members d on d.id = c.decided_by
      left join subscriptions s on s.member_id = c.member_id and s.state <> 'ended'
      left join plans p on p.id = s.plan_id
      where c.state = ${state}
      order by case when c.state = 'asked' then c.id else -c.id end limit 200`,
  )
  const instant = (at: string | null) => at && new Date(at).toISOString()
  return {
    concessions: rows.map((row) => ({
      ...row,
      askedAt: new Date(row.askedAt).toISOString(),
      decidedAt: instant(row.decidedAt),
    })),
  }
}

export const downloadProof = async (ctx: Ctx, concessionId: number): Promise<File> => {
  const row = await ctx.db
    .selectFrom('concessions')
    .select(['proof', 'proof_media_type as mediaType'])
    .where('id', '=', concessionId)
    .executeTakeFirst()
  if (!row?.proof || row.mediaType === null) throw new AppError('notFound')
  const name = `proof-${concessionId}${endingOf(row.mediaType)}`
  return { name, mediaType: row.mediaType, content: row.proof }
}
