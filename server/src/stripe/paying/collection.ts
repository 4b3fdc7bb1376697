import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { readRows } from '#platform/db/read-rows.ts'
import { AppError } from '#platform/http/app-error.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { type Sweep, sweep } from '#platform/sweep.ts'
import { billingToday, changeBilling, noteEvent } from '../../billing/billing-work.ts'
import type { DuesCollection } from '../../billing/collection.ts'
import { lockPayer } from '../../billing/subscription-row.ts'
import { isStripeOn } from '../client.ts'
import { finishPaymentsJob } from '../job-names.ts'
import { findPayment, type StripePaymentRow } from '../payments/payment-rows.ts'
import { endPayment, listWaiting } from '../payments/payment-states.ts'
import { takePayment, callOffPayment } from '../payments/payments-at-stripe.ts'
import { type DuePayer, duePayers, insertTries, type TryCalendar } from './due-payers.ts'
import { finishPayment } from './unfinished-payments.ts'

const calendarOf = async (ctx: Ctx): Promise<TryCalendar> => {
  const [settings, today] = await Promise.all([ctx.settings.all(), billingToday(ctx)])
  return { today, zone: settings.SITE_TIME_ZONE, steps: settings.CARD_RETRY_DAYS }
}

/** A request or a run has so long before it is looked after what it left. */
const runMs = 660_000

/** Begins a try for each of these members whose turn it still is: the rows are there before Stripe is asked. */
const openTries = async (ctx: Ctx, memberIds: readonly number[]): Promise<StripePaymentRow[]> => {
  const calendar = await calendarOf(ctx)
  return changeBilling(ctx, 'stripe.cardPaymentStarted', async (work) => {
    if (memberIds.length === 1) await lockPayer(work, memberIds[0] ?? 0)
    else
      await sql`select from members where id = any(${memberIds}::int[]) order by id for no key update`.execute(work.tx)
    const ofThese = sql`s.member_id = any(${memberIds}::int[])`
    const { rows: payers } = await duePayers(calendar, ofThese, memberIds.length).execute(work.tx)
    if (payers.length === 0) return []
    const rows = await insertTries(work, payers)
    for (const { number, member_id: memberId, amount_cents: amountCents, way } of rows)
      noteEvent(work, 'stripe.cardPaymentStarted', { memberId, cardPaymentId: number, amountCents, way })
    const runAt = new Date(work.now.getTime() + runMs)
    await addJob(work, finishPaymentsJob, {}, { runAt, key: 'finish-payments' })
    return rows
  })
}

const isAway = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'stripeAway' || error.code === 'stripeOff')

/** Takes the money of a try. False where Stripe can't be reached: it goes on later by itself. */
const take = async (ctx: Ctx, row: StripePaymentRow): Promise<boolean> => {
  try {
    await takePayment(ctx, row)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (isAway(error)) return false
    await endPayment(ctx, { row, state: 'failed', failure: error.facts.detail ?? '' })
  }
  return true
}

/** Payments that could still be taken, of which another sum is owed by now, or for which another card was saved since. */
const staleTries = (where: RawBuilder<unknown>) => sql<{ id: number }>`select p.id from stripe_payments p
  where p.purpose = 'dues' and p.state in ('started', 'unconfirmed') and (p.intent_id is not null or p.checkout_id is not null)
    and (p.amount_cents <> (select coalesce(sum(c.amount_cents - c.paid_cents), 0) from charges c
        where c.id = any(p.charge_ids) and c.state = 'open')
      or p.way = 'automatic' and exists (select from stripe_payment_methods m
        where m.member_id = p.member_id and m.method_id <> p.method_id))
    and ${where} order by p.id limit 500`

const callingOff = (ctx: Ctx) => ({
  what: 'payments that are no longer owed',
  nameOf: ({ id }: { id: number }) => `payment ${id}`,
  work: async ({ id }: { id: number }) => {
    const row = await findPayment(ctx, id)
    if (row) await callOffPayment(ctx, row)
  },
})

/**
 * Takes what is due of a member, where it is their turn, and calls off what is no longer owed. May be asked at any
 * moment and any number of times: what is undecided goes on, and nothing is taken twice.
 */
export const collectDues = async (ctx: Ctx, { memberId }: { memberId: number }): Promise<StripePaymentRow | null> => {
  if (!(await isStripeOn(ctx))) return null
  await sweep(ctx, await readRows(ctx, staleTries(sql`p.member_id = ${memberId}::int`)), callingOff(ctx))
  const opened = await openTries(ctx, [memberId])
  // One that was begun by a process that ended, or by another at this moment.
  const begun = opened.length > 0 ? opened : await listWaiting(ctx, { memberId, purpose: 'dues' })
  const row = begun.find((one) => one.way === 'automatic' && one.state === 'started' && one.intent_id === null)
  if (!row) return null
  await take(ctx, row)
  return (await findPayment(ctx, row.id)) ?? null
}

/** So many tries are begun in one transaction, and so many are under way at a time. */
const together = 60
const atOnce = 6

const takeAll = async (ctx: Ctx, run: Sweep, rows: readonly StripePaymentRow[]): Promise<boolean> => {
  const waiting = [...rows]
  let isReached = true
  const takeNext = async (): Promise<void> => {
    for (let row = waiting.shift(); row && isReached; row = waiting.shift()) {
      const one = row
      const [wasTaken = true] = await run.together([one], {
        nameOf: ({ member_id: memberId }) => `member ${memberId}`,
        work: () => take(ctx, one),
      })
      isReached &&= wasTaken
    }
  }
  await Promise.all(Array.from({ length: atOnce }, takeNext))
  return isReached
}

const listDue = async (ctx: Ctx, after: number): Promise<number[]> => {
  const payers: DuePayer[] = await readRows(
    ctx,
    duePayers(await calendarOf(ctx), sql`s.member_id > ${after}::int`, together),
  )
  return payers.map(({ memberId }) => memberId)
}

/** Tries that a process began and did not end. */
const listLeft = async (ctx: Ctx): Promise<{ id: number }[]> =>
  ctx.db
    .selectFrom('stripe_payments')
    .select('id')
    .where('state', '=', 'started')
    .where('purpose', '=', 'dues')
    .where('way', '=', 'automatic')
    .where('created_at', '<', new Date(ctx.now().getTime() - runMs))
    .orderBy('id')
    .limit(500)
    .execute()

/** Takes what is due of all members whose turn it is. While Stripe is away it ends, and goes on with the next run. */
export const collectAll: DuesCollection = async (ctx, run) => {
  if (!(await isStripeOn(ctx))) return
  await run.each(await readRows(ctx, staleTries(sql`true`)), callingOff(ctx))
  await run.each(await listLeft(ctx), {
    nameOf: ({ id }) => `payment ${id}`,
    work: ({ id }) => finishPayment(ctx, { paymentId: id }),
  })
  for (let after = 0; ;) {
    const ids = await listDue(ctx, after)
    if (ids.length === 0) return
    after = Math.max(...ids)
    const [rows = []] = await run.together([ids], {
      nameOf: () => `members up to ${after}`,
      work: () => openTries(ctx, ids),
    })
    if (!(await takeAll(ctx, run, rows))) return
  }
}
