import type { Collector } from '@spacekeeper/contract/billing/words.ts'
import { sayCount } from '@spacekeeper/contract/formatters.ts'
import type { ReminderBook, ReminderStep, StepDetails } from '@spacekeeper/contract/reminders/shapes.ts'
import { mostSteps } from '@spacekeeper/contract/reminders/words.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { type Work, change, unchanged } from '#platform/db/change.ts'
import { onUnique } from '#platform/db/on-unique.ts'
import { readRows } from '#platform/db/read-rows.ts'
import { AppError } from '#platform/http/app-error.ts'
import { screens } from '#platform/live/screens.ts'
import { type Day, localDay } from '#platform/local-day.ts'

/** A step as it is stored: what staff see, and since when it has been. */
export type StoredStep = ReminderStep & { startsOn: Day }

const columns = sql<StoredStep>`id, plan_id as "planId", offset_days as "offsetDays", collectors, channel, subject,
  body as text, action, unpaid, is_on as "isOn", starts_on as "startsOn"`

/** Every step that was not removed, by its days. */
export const listReminderSteps = (ctx: Ctx): Promise<StoredStep[]> =>
  readRows(
    ctx,
    sql<StoredStep>`select ${columns} from reminder_steps where removed_at is null
      order by plan_id nulls first, offset_days, id limit 1000`,
  )

const lastRun = async (ctx: Ctx): Promise<ReminderBook['lastRun']> => {
  const row = await ctx.db.selectFrom('reminder_runs').selectAll().orderBy('day', 'desc').limit(1).executeTakeFirst()
  if (!row) return null
  const { day, finished_at: finishedAt, done, left_out: leftOut, failed } = row
  return { day, finishedAt: finishedAt.toISOString(), done, leftOut, failed }
}

/** The steps and what stands around them, for the screen that edits them. */
export const readBook = async (ctx: Ctx): Promise<ReminderBook> => {
  const [steps, plans] = await Promise.all([
    listReminderSteps(ctx),
    ctx.db
      .selectFrom('plans')
      .select(['id', 'name'])
      .where('archived_at', 'is', null)
      .orderBy(sql`lower(name)`)
      .orderBy('id')
      .limit(500)
      .execute(),
  ])
  const owners = new Set(steps.map(({ planId }) => planId))
  return {
    steps: steps.map(({ startsOn: _, ...step }) => step),
    plans: plans.map(({ id, name }) => ({ id, name, hasOwnSteps: owners.has(id) })),
    graceDays: await ctx.settings.get('GRACE_DAYS'),
    isSmsOn: await ctx.settings.get('SMS_ENABLE'),
    lastRun: await lastRun(ctx),
  }
}

/** Screens show other steps now, and members other days to come. */
const tell = [screens.notice({ topic: 'billing', audience: 'everybody' })]

const nameOf = ({ offsetDays }: { offsetDays: number }) => {
  if (offsetDays === 0) return 'on the day'
  return offsetDays < 0
    ? sayCount(-offsetDays, { one: '1 day before', other: '{count} days before' })
    : sayCount(offsetDays, { one: '1 day after', other: '{count} days after' })
}

const valuesOf = (step: StepDetails) => ({
  offset_days: step.offsetDays,
  collectors: step.collectors === null ? null : sql<Collector[]>`${step.collectors}::text[]`,
  channel: step.channel,
  subject: step.channel === 'sms' ? '' : step.subject,
  body: step.text,
  action: step.action,
  unpaid: step.unpaid,
  is_on: step.isOn,
})

/** Of two steps on the same day by the same way one would be sent for nothing. */
const once = <T>(run: () => Promise<T>): Promise<T> =>
  onUnique(
    { reminder_steps_place: { field: 'offsetDays', message: 'There’s a step of this kind on this day already.' } },
    run,
  )

const today = async (ctx: Ctx): Promise<Day> => localDay(ctx.now(), await ctx.settings.get('SITE_TIME_ZONE'))

const lockPlan = async ({ tx }: Work, planId: number): Promise<string> => {
  const plan = await tx.selectFrom('plans').select('name').where('id', '=', planId).forUpdate().executeTakeFirst()
  if (!plan) throw new AppError('notFound')
  return plan.name
}

export const createStep = (
  ctx: Ctx,
  { planId, ...step }: StepDetails & { planId: number | null },
): Promise<{ id: number }> =>
  change(ctx, 'reminders.stepCreated', async (work) => {
    const { tx } = work
    // Steps of one plan, or of the space, are added one after the other.
    await sql`select pg_advisory_xact_lock(hashtext('reminder steps'), ${planId ?? 0}::int)`.execute(tx)
    if (planId !== null) await lockPlan(work, planId)
    const { count } = await tx
      .selectFrom('reminder_steps')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('removed_at', 'is', null)
      .where('plan_id', planId === null ? 'is' : '=', planId)
      .executeTakeFirstOrThrow()
    if (count >= mostSteps) throw new AppError('tooManySteps')
    const row = tx
      .insertInto('reminder_steps')
      .values({ ...valuesOf(step), plan_id: planId, starts_on: await today(ctx) })
      .returning('id')
    const { id } = await once(() => row.executeTakeFirstOrThrow())
    return {
      result: { id },
      subject: { kind: 'reminderStep', id },
      data: { name: nameOf(step), planId, ...step },
      tell,
    }
  })

const lockStep = async ({ tx }: Work, stepId: number): Promise<StoredStep> => {
  const { rows } = await sql<StoredStep>`select ${columns} from reminder_steps
    where id = ${stepId} and removed_at is null for update`.execute(tx)
  const [step] = rows
  if (!step) throw new AppError('notFound')
  return step
}

/** A step that moves to another day, or is turned on, begins anew: charges whose day has passed are left alone. */
export const updateStep = (ctx: Ctx, { stepId, ...step }: StepDetails & { stepId: number }): Promise<void> =>
  change(ctx, 'reminders.stepChanged', async (work) => {
    const before = await lockStep(work, stepId)
    const beginsAnew = before.offsetDays !== step.offsetDays || (!before.isOn && step.isOn)
    const update = work.tx
      .updateTable('reminder_steps')
      .set({ ...valuesOf(step), ...(beginsAnew && { starts_on: await today(ctx) }) })
      .where('id', '=', stepId)
    await once(() => update.execute())
    const { startsOn: _, ...from } = before
    return {
      result: undefined,
      subject: { kind: 'reminderStep', id: stepId },
      data: { name: nameOf(step), from, to: step },
      tell,
    }
  })

export const removeStep = (ctx: Ctx, { stepId }: { stepId: number }): Promise<void> =>
  change(ctx, 'reminders.stepRemoved', async (work) => {
    const { startsOn: _, ...step } = await lockStep(work, stepId)
    await work.tx.updateTable('reminder_steps').set({ removed_at: ctx.now() }).where('id', '=', stepId).execute()
    return {
      result: undefined,
      subject: { kind: 'reminderStep', id: stepId },
      data: { name: nameOf(step), step },
      tell,
    }
  })

const ownCount = async ({ tx }: Work, planId: number): Promise<number> => {
  const { count } = await tx
    .selectFrom('reminder_steps')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('plan_id', '=', planId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Gives a plan steps of its own, as copies of the space's. They have been as long as those. */
export const separatePlan = (ctx: Ctx, { planId }: { planId: number }): Promise<void> =>
  change(ctx, 'reminders.planSeparated', async (work) => {
    const name = await lockPlan(work, planId)
    if ((await ownCount(work, planId)) > 0) return unchanged(undefined)
    await sql`insert into reminder_steps (plan_id, offset_days, collectors, channel, subject, body, action, unpaid, is_on,
        starts_on)
      select ${planId}::int, offset_days, collectors, channel, subject, body, action, unpaid, is_on, starts_on
      from reminder_steps where plan_id is null and removed_at is null`.execute(work.tx)
    return { result: undefined, subject: { kind: 'plan', id: planId }, data: { name }, tell }
  })

export const joinPlan = (ctx: Ctx, { planId }: { planId: number }): Promise<void> =>
  change(ctx, 'reminders.planJoined', async (work) => {
    const name = await lockPlan(work, planId)
    if ((await ownCount(work, planId)) === 0) return unchanged(undefined)
    await work.tx
      .updateTable('reminder_steps')
      .set({ removed_at: ctx.now() })
      .where('plan_id', '=', planId)
      .where('removed_at', 'is', null)
      .execute()
    return { result: undefined, subject: { kind: 'plan', id: planId }, data: { name }, tell }
  })
