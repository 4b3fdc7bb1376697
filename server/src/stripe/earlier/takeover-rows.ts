// Reads and writes the row of one take-over.
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { record, type Work } from '#platform/db/change.ts'
import { readRows } from '#platform/db/read-rows.ts'
import { localDay } from '#platform/local-day.ts'
import { billingToday, changeBilling } from '../../billing/billing-work.ts'
import { type EarlierInvoice, takeInvoices } from '../../billing/subscriptions/takeovers.ts'
import { type EarlierSubscription, paidInvoices, type SpaceDays } from './earlier-subscriptions.ts'
import type { Hindrance, OurSide } from './hindrances.ts'

export type TakeOver = OurSide & {
  subscriptionId: number
  memberId: number
  ref: string
  state: string
  /** Why it waits, as was written when it was last looked at. */
  noted: string
  createdAt: Date
  isPaying: boolean
}

/** `isPaying`: what is open is settled in another way at this moment, so that it is not taken by itself as well. */
export type WantedTakeOver = { subscriptionId: number; isPaying?: boolean }

export type EndedPlan = Pick<TakeOver, 'subscriptionId' | 'ref'>

export const findTakeOver = async (
  ctx: Ctx,
  { subscriptionId, isPaying = false }: WantedTakeOver,
): Promise<TakeOver | null> => {
  const today = await billingToday(ctx)
  const [row] = await readRows(
    ctx,
    sql<
      Omit<TakeOver, 'isPaying'>
    >`select s.id as "subscriptionId", s.member_id as "memberId", s.provider_ref as ref, s.state,
        s.created_at as "createdAt", coalesce(t.is_owed_here, false) as "isOwedHere",
        coalesce(t.hindrance, '') as noted,
        exists (select from subscription_breaks b where b.subscription_id = s.id and b.kind = 'pause'
          and b.begun_at is not null and b.cancelled_at is null
          and b.days && daterange(${today}::date - 1, ${today}::date, '[]')) as "hasPause"
      from subscriptions s left join stripe_take_overs t on t.subscription_id = s.id
      where s.id = ${subscriptionId} and s.provider_ref is not null`,
  )
  return row ? { ...row, isPaying } : null
}

export const spaceDaysOf = async (ctx: Ctx, { createdAt }: TakeOver): Promise<SpaceDays> => {
  const zone = await ctx.settings.get('SITE_TIME_ZONE')
  return { zone, today: await billingToday(ctx), since: localDay(createdAt, zone) }
}

export const note = async (ctx: Ctx, { subscriptionId, ref, noted }: TakeOver, hindrance: Hindrance): Promise<void> => {
  if (noted === hindrance) return
  await record(ctx, async ({ tx, now }) => ({
    result: await tx
      .insertInto('stripe_take_overs')
      .values({ subscription_id: subscriptionId, ref, hindrance, begun_at: now })
      .onConflict((same) => same.column('subscription_id').doUpdateSet({ hindrance }))
      .execute(),
  }))
}

/** Stripe takes nothing more for it. */
export const noteDone = async ({ tx, now }: Work, { subscriptionId, ref }: EndedPlan): Promise<void> => {
  const done = { hindrance: '', done_at: now }
  await tx
    .insertInto('stripe_take_overs')
    .values({ subscription_id: subscriptionId, ref, begun_at: now, ...done })
    .onConflict((same) => same.column('subscription_id').doUpdateSet(done))
    .execute()
}

export const take = (ctx: Ctx, { subscriptionId }: TakeOver, invoices: readonly EarlierInvoice[]): Promise<void> =>
  changeBilling(ctx, 'billing.charged', (work) => takeInvoices(work, { subscriptionId, invoices }))

export const takePaid = async (ctx: Ctx, ours: TakeOver, found: EarlierSubscription): Promise<void> =>
  take(ctx, ours, paidInvoices(found, await spaceDaysOf(ctx, ours)))

/** A person decided of one that can't go by itself, such as the member who pays here what is open there. */
export const decideOwedHere = (ctx: Ctx, { subscriptionId, ref }: { subscriptionId: number; ref: string }) =>
  record(ctx, async ({ tx, now }) => ({
    result: await tx
      .insertInto('stripe_take_overs')
      .values({ subscription_id: subscriptionId, ref, is_owed_here: true, begun_at: now })
      .onConflict((same) => same.column('subscription_id').doUpdateSet({ is_owed_here: true }))
      .execute(),
  }))
