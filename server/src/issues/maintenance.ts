import { isPlausible, type MaintenanceDetails, type MaintenancePlan } from '@spacekeeper/contract/issues/shapes.ts'
import { mostPlans } from '@spacekeeper/contract/issues/words.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { change, type Work, unchanged } from '#platform/db/change.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { type Day, localDay } from '#platform/local-day.ts'
import { sweep } from '#platform/sweep.ts'
import { getDevice } from '../devices/devices.ts'
import { addEntries } from './entries.ts'
import { issuesChanged } from './notices.ts'
import { queuePosts } from './posts.ts'
import { finishReport } from './report-changes.ts'
import { dueDayOf, isPlanDue } from './rules.ts'

type PlanFilter = { deviceId: number } | { isWithoutReport: true }

/** How long the machine has run since the maintenance was last done; what ran across that moment counts from it. */
const hoursSince = (now: Date) => sql<number>`coalesce((
  select extract(epoch from sum(coalesce(s.ended_at, ${now}) - greatest(s.started_at, p.last_done_at)))::float8 / 3600
  from interlock_sessions s
  where s.device_id = p.device_id and coalesce(s.ended_at, ${now}) > p.last_done_at), 0)`

/** Maintenance as it stands: what is due and which report is open because of it. */
export const listMaintenance = async (
  ctx: Ctx,
  filter: PlanFilter,
): Promise<(MaintenancePlan & { deviceId: number; device: string })[]> => {
  const zone = await ctx.settings.get('SITE_TIME_ZONE')
  const today = localDay(ctx.now(), zone)
  const rows = await ctx.db
    .selectFrom('maintenance_plans as p')
    .innerJoin('devices as d', 'd.id', 'p.device_id')
    .leftJoin('issue_reports as r', (join) => join.onRef('r.plan_id', '=', 'p.id').on('r.state', '!=', 'done'))
    .select(['p.id', 'p.title', 'p.instructions', 'p.every', 'p.unit', 'p.last_done_at', 'p.device_id'])
    .select(['d.name', 'r.id as report_id', hoursSince(ctx.now()).as('hours')])
    .where('p.removed_at', 'is', null)
    .where('d.removed_at', 'is', null)
    .$if('deviceId' in filter, (query) =>
      query.where('p.device_id', '=', 'deviceId' in filter ? filter.deviceId : 0).limit(mostPlans),
    )
    .$if('isWithoutReport' in filter, (query) => query.where('r.id', 'is', null).limit(5000))
    .orderBy('p.id')
    .execute()
  return rows.map((row) => {
    const { id, title, instructions, every, unit } = row
    const lastDoneOn: Day = localDay(row.last_done_at, zone)
    const facts = { every, unit, lastDoneOn, hoursSince: row.hours }
    return {
      id,
      title,
      instructions,
      every,
      unit,
      lastDoneOn,
      hoursSince: unit === 'hours' ? Math.round(row.hours * 10) / 10 : null,
      dueOn: dueDayOf(facts),
      isDue: isPlanDue(facts, today),
      issueId: row.report_id,
      deviceId: row.device_id,
      device: row.name,
    }
  })
}

/** Hours are counted by what machines report; nothing else has any. */
const checkDetails = (details: MaintenanceDetails, device: { kind: string }) => {
  if (!isPlausible(details)) throw badField('every', 'That’s longer than ten years.')
  if (details.unit === 'hours' && device.kind !== 'interlock')
    throw badField('unit', 'Only machines have running hours. Choose days or months.')
}

const lockPlan = async ({ tx }: Work, planId: number) => {
  const plan = await tx
    .selectFrom('maintenance_plans as p')
    .innerJoin('devices as d', 'd.id', 'p.device_id')
    .selectAll('p')
    .select(['d.name as device', 'd.kind'])
    .where('p.id', '=', planId)
    .where('p.removed_at', 'is', null)
    .forUpdate('p')
    .executeTakeFirst()
  if (!plan) throw new AppError('notFound')
  return plan
}

const subjectOf = (planId: number) => ({ kind: 'maintenance', id: planId })

/** Adds maintenance to a device. It counts as done now. */
export const addMaintenance = async (ctx: Ctx, input: MaintenanceDetails & { deviceId: number }): Promise<number> => {
  const { deviceId, title, instructions, every, unit } = input
  const device = await getDevice(ctx, { deviceId })
  checkDetails(input, device)
  return change(ctx, 'maintenance.added', async ({ tx }) => {
    const plans = await tx
      .selectFrom('maintenance_plans')
      .select('id')
      .where('device_id', '=', deviceId)
      .where('removed_at', 'is', null)
      .execute()
    if (plans.length >= mostPlans) throw badField('title', `There are ${mostPlans} already. Remove one first.`)
    const { id } = await tx
      .insertInto('maintenance_plans')
      .values({ device_id: deviceId, title, instructions, every, unit, last_done_at: ctx.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    return {
      result: id,
      subject: subjectOf(id),
      data: { name: title, device: device.name, every, unit },
      tell: issuesChanged,
    }
  })
}

export const changeMaintenance = (ctx: Ctx, input: MaintenanceDetails & { planId: number }): Promise<void> =>
  change(ctx, 'maintenance.changed', async (work) => {
    const { planId, title, instructions, every, unit } = input
    const plan = await lockPlan(work, planId)
    checkDetails(input, plan)
    const isSame = [
      plan.title === title,
      plan.instructions === instructions,
      plan.every === every,
      plan.unit === unit,
    ].every(Boolean)
    if (isSame) return unchanged(undefined)
    await work.tx
      .updateTable('maintenance_plans')
      .set({ title, instructions, every, unit })
      .where('id', '=', planId)
      .execute()
    return {
      result: undefined,
      subject: subjectOf(planId),
      data: { name: title, device: plan.device, every, unit },
      tell: issuesChanged,
    }
  })

/** Notes that maintenance was done, also before it was due. */
export const completePlan = (ctx: Ctx, planId: number): Promise<void> =>
  change(ctx, 'maintenance.done', async (work) => {
    const plan = await lockPlan(work, planId)
    await work.tx.updateTable('maintenance_plans').set({ last_done_at: ctx.now() }).where('id', '=', planId).execute()
    const report = await work.tx
      .updateTable('issue_reports')
      .set({ state: 'done', done_at: ctx.now() })
      .where('plan_id', '=', planId)
      .where('state', '!=', 'done')
      .returningAll()
      .executeTakeFirst()
    if (report) {
      await addEntries(work, [{ reportId: report.id, kind: 'state', state: 'done' }])
      await finishReport(work, report)
    }
    return {
      result: undefined,
      subject: subjectOf(planId),
      data: { name: plan.title, device: plan.device },
      tell: issuesChanged,
    }
  })

export const removeMaintenance = (ctx: Ctx, planId: number): Promise<void> =>
  change(ctx, 'maintenance.removed', async (work) => {
    const plan = await lockPlan(work, planId)
    await work.tx.updateTable('maintenance_plans').set({ removed_at: ctx.now() }).where('id', '=', planId).execute()
    return {
      result: undefined,
      subject: subjectOf(planId),
      data: { name: plan.title, device: plan.device },
      tell: issuesChanged,
    }
  })

/** Opens a report for maintenance that is due; nothing where one is open already. */
const openReport = (ctx: Ctx, plan: MaintenancePlan & { deviceId: number; device: string }): Promise<void> =>
  change(ctx, 'issue.due', async (work) => {
    const opened = await work.tx
      .insertInto('issue_reports')
      .values({
        title: plan.title,
        description: plan.instructions,
        device_id: plan.deviceId,
        plan_id: plan.id,
        reported_at: ctx.now(),
        due_on: plan.dueOn,
      })
      .onConflict((on) => on.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!opened) return unchanged(undefined)
    const reportId = opened.id
    await addEntries(work, [{ reportId, kind: 'reported' }])
    await queuePosts(work, { reportId, settings: await ctx.settings.all() })
    return {
      result: undefined,
      subject: { kind: 'issue', id: reportId },
      data: { name: plan.title, device: plan.device },
      tell: issuesChanged,
    }
  })

/** Opens reports for what is due by now. It may run as often as it likes. */
export const openDueMaintenance = async (ctx: Ctx): Promise<void> => {
  const plans = await listMaintenance(ctx, { isWithoutReport: true })
  await sweep(
    ctx,
    plans.filter(({ isDue }) => isDue),
    { what: 'maintenance', nameOf: ({ id }) => `plan ${id}`, work: (plan) => openReport(ctx, plan) },
  )
}
