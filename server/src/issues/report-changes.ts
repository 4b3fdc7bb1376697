import type { IssueChanges } from '@spacekeeper/contract/issues/shapes.ts'
import { staffIssuesApi } from '@spacekeeper/contract/issues/staff-routes.ts'
import type { Ctx, WorkCtx } from '#platform/ctx.ts'
import { changeRow } from '#platform/db/change-row.ts'
import { change, type Work, unchanged } from '#platform/db/change.ts'
import { onUnique } from '#platform/db/on-unique.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { refusePast } from '#platform/http/past-days.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { keyLapse } from '../devices/key-owners.ts'
import { addEntries } from './entries.ts'
import { addFollowers } from './followers.ts'
import { issuesChanged } from './notices.ts'
import { mailOwnerJob } from './owner-mails.ts'
import { mailReportJob } from './report-mails.ts'
import { tellBackJob } from './unsafe.ts'

const lockReport = async ({ tx }: Work, reportId: number) => {
  const report = await tx
    .selectFrom('issue_reports')
    .selectAll()
    .where('id', '=', reportId)
    .forUpdate()
    .executeTakeFirst()
  if (!report) throw new AppError('notFound')
  return report
}

type LockedReport = Awaited<ReturnType<typeof lockReport>>

/** Refuses a member who can't own a report. */
const checkOwner = async ({ tx }: Work, ownerId: number): Promise<void> => {
  const owner = await tx
    .selectFrom('members as m')
    .select('m.id')
    .where('m.id', '=', ownerId)
    .where(keyLapse('m'), 'is', null)
    .executeTakeFirst()
  if (!owner) throw badField('ownerId', 'Choose a member who looks after devices.')
}

/** What is done as soon as a report is: its maintenance counts from now, and members hear. */
export const finishReport = async (work: Work, report: LockedReport): Promise<void> => {
  const { tx, ctx } = work
  if (report.plan_id !== null)
    await tx
      .updateTable('maintenance_plans')
      .set({ last_done_at: ctx.now() })
      .where('id', '=', report.plan_id)
      .execute()
  await addJob(work, mailReportJob, { reportId: report.id, occasion: 'done', entryId: null, by: actorOf(ctx) })
  if (report.device_id !== null && report.is_unsafe)
    await addJob(work, tellBackJob, { deviceId: report.device_id, isUnlocked: false })
}

const actorOf = ({ actor }: WorkCtx) => (actor.kind === 'member' ? actor.id : null)

const columns = { state: 'state', ownerId: 'owner_id', dueOn: 'due_on' } as const

const planOpen = 'Another report about this maintenance is open already.'

/** Changes state, owner and due date. */
export const changeReport = (ctx: Ctx, { issueId, ...changes }: IssueChanges & { issueId: number }): Promise<void> =>
  onUnique({ issue_reports_plan: { field: 'state', message: planOpen } }, () =>
    change(ctx, 'issue.changed', async (work) => {
      const report = await lockReport(work, issueId)
      if (report.merged_into !== null) throw new AppError('issueMerged')
      await refusePast(ctx, staffIssuesApi.changeReport, { input: changes, before: { dueOn: report.due_on } })
      const { state, ownerId, dueOn } = changes
      if (typeof ownerId === 'number' && ownerId !== report.owner_id) await checkOwner(work, ownerId)
      const isFinished = state === 'done' && report.state !== 'done'
      const differences = await changeRow(work.tx.updateTable('issue_reports').where('id', '=', issueId), {
        row: report,
        columns,
        changes,
        ...(state !== undefined && state !== report.state && { stamps: { done_at: isFinished ? ctx.now() : null } }),
      })
      if (differences === null) return unchanged(undefined)
      await addEntries(work, [
        ...(differences.state && state ? [{ reportId: issueId, kind: 'state' as const, state }] : []),
        ...(differences.ownerId ? [{ reportId: issueId, kind: 'owner' as const, ownerId: ownerId ?? null }] : []),
        ...(differences.dueOn ? [{ reportId: issueId, kind: 'due' as const, text: dueOn ?? '' }] : []),
      ])
      if (isFinished) await finishReport(work, report)
      const by = actorOf(ctx)
      const isNewOwner = differences.ownerId && typeof ownerId === 'number' && ownerId !== by
      if (isNewOwner) await addJob(work, mailOwnerJob, { reportId: issueId, ownerId, by })
      return {
        result: undefined,
        subject: { kind: 'issue', id: issueId },
        data: { name: report.title, ...differences },
        tell: issuesChanged,
      }
    }),
  )

/** Writes a note for staff, or an answer that goes to the reporter as well. */
export const writeNote = (
  ctx: Ctx,
  { issueId, text, isInternal }: { issueId: number; text: string; isInternal: boolean },
): Promise<void> =>
  change(ctx, isInternal ? 'issue.noted' : 'issue.answered', async (work) => {
    const { title } = await lockReport(work, issueId)
    const { id: entryId } = await work.tx
      .insertInto('issue_entries')
      .values({
        report_id: issueId,
        at: ctx.now(),
        member_id: actorOf(ctx),
        kind: isInternal ? 'note' : 'reply',
        text,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (!isInternal) await addJob(work, mailReportJob, { reportId: issueId, occasion: 'answered', entryId, by: null })
    return {
      result: undefined,
      subject: { kind: 'issue', id: issueId },
      data: { name: title },
      tell: issuesChanged,
    }
  })

const moveFollowers = async (work: Work, { from, into }: { from: LockedReport; into: LockedReport }) => {
  const followers = await work.tx
    .selectFrom('issue_followers')
    .select('member_id')
    .where('report_id', '=', from.id)
    .execute()
  const all = [...followers.map(({ member_id }) => member_id), ...(from.reporter_id === null ? [] : [from.reporter_id])]
  const memberIds = [...new Set(all)].filter((id) => id !== into.reporter_id)
  await addFollowers(work, { reportId: into.id, memberIds })
}

/** Says that a report is the same as another one, which its members follow from then on. */
export const mergeReport = (ctx: Ctx, { issueId, intoId }: { issueId: number; intoId: number }): Promise<void> =>
  change(ctx, 'issue.merged', async (work) => {
    const { tx } = work
    if (issueId === intoId) throw badField('intoId', 'Choose another report.')
    // Always in one order, so that two who merge each into the other do not wait for each other for ever.
    const rows = new Map<number, LockedReport>()
    for (const id of [issueId, intoId].toSorted((a, b) => a - b)) {
      const row = await tx.selectFrom('issue_reports').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
      if (row) rows.set(id, row)
    }
    const [from, into] = [rows.get(issueId), rows.get(intoId)]
    if (!from) throw new AppError('notFound')
    if (!into) throw badField('intoId', 'There’s no report with this number.')
    if (from.merged_into !== null) throw new AppError('issueMerged')
    if (into.merged_into !== null) throw badField('intoId', 'That report was merged into another one itself.')
    await moveFollowers(work, { from, into })
    await tx
      .updateTable('issue_reports')
      .set({ state: 'done', done_at: from.done_at ?? ctx.now(), merged_into: intoId })
      .where('id', '=', issueId)
      .execute()
    if (from.is_unsafe && !into.is_unsafe)
      await tx.updateTable('issue_reports').set({ is_unsafe: true }).where('id', '=', intoId).execute()
    await addEntries(work, [
      { reportId: issueId, kind: 'merged', text: into.title },
      { reportId: intoId, kind: 'merged', text: from.title },
    ])
    return {
      result: undefined,
      subject: { kind: 'issue', id: issueId },
      data: { name: from.title, into: into.title },
      tell: issuesChanged,
    }
  })
