import { sql } from 'kysely'
import { type Ctx, type Services, systemCtx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import { addDays, type Day, daysBetween, earlierDay, localDay, startOfDay } from '#platform/local-day.ts'
import { fullName } from '#platform/shown-name.ts'
import { aGrant } from '../access/factory.ts'
import { runBilling } from '../billing/subscriptions/nightly.ts'
import { aDevice } from '../devices/factory.ts'
import { aMember } from '../members/factory.ts'
import { sendMessageJob } from '../messages/outbox.ts'
import { runReminders } from '../reminders/reminder-run.ts'
import { changeSetting } from '../settings/settings.ts'
import { setUpEndpoint } from '../stripe/events/webhook-endpoint.ts'
import { copyOffers, type RehearsalOffers } from './offers.ts'

/** What a rehearsal asks of a Stripe that is none; `startStripe` of the simulators is one. */
export type StandIn = {
  secretKey: string
  publishableKey: string
  now: () => Date
  advance: (to: Date) => Promise<void>
  idle: () => Promise<void>
  control: (name: string, body?: Record<string, unknown>) => Promise<unknown>
}

/** A portal and a Stripe on one clock, that know nothing yet. */
export type StageParts = {
  /** Its address is one that the stand-in reaches. */
  services: Services
  standIn: StandIn
  runJobs: () => Promise<void>
  /** Lets jobs that wait for a day of the clock begin. */
  releaseJobs?: () => Promise<void>
}

export type RehearsalStage = StageParts & {
  ctx: Ctx
  /** Acts as the member. */
  memberCtx: Ctx
  memberId: number
  memberName: string
  doorId: number
  tag: string
  zone: string
  /** The time of the day at which the clock stops. */
  stopMs: number
}

const person = { firstName: 'Robin', lastName: 'Example', screenName: 'robin', email: 'robin@example.org' }
const tag = '0412345678'

const connectStripe = async (ctx: Ctx, standIn: StandIn): Promise<void> => {
  for (const [key, value] of [
    ['STRIPE_SECRET_KEY', standIn.secretKey],
    ['STRIPE_PUBLISHABLE_KEY', standIn.publishableKey],
    ['ENABLE_STRIPE', true],
    ['ENABLE_STRIPE_MEMBERSHIP_PAYMENTS', true],
    // Joining is rehearsed where money is concerned.
    ['SIGNUP_STEPS', []],
    ['SIGNUP_NEEDS_APPROVAL', false],
    ['REQUIRE_ACCESS_CARD', false],
  ] as const) {
    await changeSetting(ctx, { key, value })
  }
  await setUpEndpoint(ctx)
}

/** Copies what is offered, connects the stand-in, and puts one member with a card before one door. */
export const openStage = async (parts: StageParts, offers: RehearsalOffers): Promise<RehearsalStage> => {
  const { services, standIn } = parts
  const ctx = systemCtx(services)
  await copyOffers(ctx, offers)
  await connectStripe(ctx, standIn)
  const { memberId, doorId } = await record(ctx, async ({ tx }) => {
    const now = ctx.now()
    const { id } = await aMember(tx, { ...person, state: 'noob', cards: [tag], registeredAt: now })
    const door = await aDevice(tx, { name: 'Front door' })
    await aGrant(tx, { memberId: id, deviceId: door.id })
    return { result: { memberId: id, doorId: door.id } }
  })
  const actor = { kind: 'member', id: memberId, isAdmin: false, permissions: [], state: 'noob', sessionId: 0 } as const
  const zone = await ctx.settings.get('SITE_TIME_ZONE')
  const memberName = fullName(person)
  const stage = { ...parts, ctx, memberCtx: { ...ctx, actor }, memberId, memberName, doorId, tag, zone, stopMs: noonMs }
  await settleStage(stage)
  return stage
}

/** What this process is to do, apart from sending messages, which none does. */
const hasJobs = async ({ services: { pool } }: StageParts): Promise<boolean> => {
  const { rows } = await pool.query<{ waits: boolean }>(
    `select exists (select from graphile_worker.jobs where locked_at is null and run_at <= now()
      and attempts < max_attempts and task_identifier <> $1) as waits`,
    [sendMessageJob.name],
  )
  return rows[0]?.waits === true
}

/** Webhooks arrive and what waits is done, until nothing more happens. */
export const settleStage = async (stage: StageParts): Promise<void> => {
  for (let round = 0; round < 6; round += 1) {
    await stage.standIn.idle()
    await stage.releaseJobs?.()
    if (!(await hasJobs(stage))) return
    await stage.runJobs()
  }
}

export const todayOf = ({ standIn, zone }: Pick<RehearsalStage, 'standIn' | 'zone'>): Day =>
  localDay(standIn.now(), zone)

/** At noon members are awake, and reminders go out. */
const noonMs = 12 * 3_600_000

/** The time of the day by its clock. */
const timeOf = ({ standIn, zone }: RehearsalStage): number =>
  standIn.now().getTime() - startOfDay(todayOf({ standIn, zone }), zone).getTime()

/** A plan begins now: its periods will begin at this time of the day, so that the clock stops no earlier. */
export const keepTime = (stage: RehearsalStage): void => {
  stage.stopMs = Math.min(timeOf(stage), 19 * 3_600_000)
}

/** Days before something is charged on which messages may announce it. */
const quietBefore = 8

/** How far the clock may go at once without passing over a day on which the portal itself would do something. */
const nextStop = async ({ ctx, memberId }: RehearsalStage, today: Day): Promise<Day> => {
  const row = await ctx.db
    .selectFrom('subscriptions')
    .select(['state', 'charged_through as charged', 'paid_through as paid', 'cancel_on as end'])
    .select(
      sql<boolean>`exists (select from charges c where c.member_id = subscriptions.member_id and c.state in ('open', 'processing'))
        or exists (select from subscription_breaks b where b.subscription_id = subscriptions.id
          and b.cancelled_at is null and upper(b.days) > ${today}::date)`.as('isBusy'),
    )
    .where('member_id', '=', memberId)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  const tomorrow = addDays(today, 1)
  const nextWeek = addDays(today, 7)
  if (!row || row.state === 'ended') return nextWeek
  if (row.isBusy || row.state !== 'active') return tomorrow
  const quiet = addDays(earlierDay(row.charged, row.paid), -quietBefore)
  return quiet > tomorrow ? earlierDay(quiet, nextWeek) : tomorrow
}

const liveOn = async (stage: RehearsalStage, at: Date): Promise<void> => {
  await stage.standIn.advance(at)
  await stage.standIn.idle()
  await runBilling(stage.ctx)
  await settleStage(stage)
  await runReminders(stage.ctx)
  await settleStage(stage)
}

/** Lives through the days up to one, as a portal would, and tells of each; ends earlier where it is told to. */
export const walkTo = async (stage: RehearsalStage, to: Day, onDay: () => Promise<boolean>): Promise<void> => {
  for (let today = todayOf(stage); today < to; today = todayOf(stage)) {
    const next = earlierDay(to, await nextStop(stage, today))
    const stop = new Date(startOfDay(next, stage.zone).getTime() + stage.stopMs)
    await liveOn(stage, stop)
    if (daysBetween(today, todayOf(stage)) <= 0 || !(await onDay())) return
  }
}
