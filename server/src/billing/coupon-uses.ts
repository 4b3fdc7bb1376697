import { sql } from 'kysely'
import { badField } from '#platform/http/app-error.ts'
import { type CouponFacts, couponRefusal } from '../plans/rules.ts'
import type { BillingWork } from './billing-work.ts'
import type { Reduction } from './periods.ts'
import type { Subscription } from './subscription-row.ts'

type LockedCoupon = CouponFacts & {
  id: number
  /** The first of the uses of the member that is free; null where all are taken. */
  turn: number | null
}

/** A coupon by its code, locked, because its uses are counted before one is added. */
const lockCoupon = async (
  { tx }: BillingWork,
  { code, memberId }: { code: string; memberId: number },
): Promise<LockedCoupon | undefined> => {
  const typed = code.trim().toUpperCase()
  await sql`select from coupons where code = ${typed} for update`.execute(tx)
  const { rows } = await sql<LockedCoupon>`select k.id, k.max_uses as "maxUses", k.uses_per_member as "usesPerMember",
      k.starts_on as "startsOn", k.ends_on as "endsOn", k.ended_at is not null as "isEnded",
      (k.uses_before + (select count(*) from coupon_uses u where u.coupon_id = k.id))::int as uses,
      (select count(*) from coupon_uses u where u.coupon_id = k.id and u.member_id = ${memberId})::int as "usesOfMember",
      (select min(n) from generate_series(1, k.uses_per_member) n where not exists (select from coupon_uses u
        where u.coupon_id = k.id and u.member_id = ${memberId} and u.turn = n)) as turn
    from coupons k where k.code = ${typed}`.execute(tx)
  return rows[0]
}

/** Takes a coupon for a subscription: once for each member, or as often as staff say, and never more than there are. */
export const takeCoupon = async (
  work: BillingWork,
  { id, memberId }: Pick<Subscription, 'id' | 'memberId'>,
  code: string,
): Promise<void> => {
  const coupon = await lockCoupon(work, { code, memberId })
  const refusal = couponRefusal(coupon, work.today)
  if (refusal !== null || !coupon || coupon.turn === null) throw badField('couponCode', refusal ?? '')
  await work.tx
    .insertInto('coupon_uses')
    .values({ coupon_id: coupon.id, member_id: memberId, subscription_id: id, turn: coupon.turn, at: work.now })
    .execute()
}

/** The use of the coupon that makes the next periods of a subscription cheaper; null where none does. */
export const findCouponUse = async ({ tx }: BillingWork, { id }: Pick<Subscription, 'id'>): Promise<number | null> => {
  const { rows } = await sql<{ id: number }>`select use_id as id from coupon_in_use(${id}::int)`.execute(tx)
  return rows[0]?.id ?? null
}

/** A plan that ended before its coupon counted for anything gives the use back. */
export const releaseCoupons = async ({ tx }: BillingWork, { id }: Pick<Subscription, 'id'>): Promise<void> => {
  await sql`delete from coupon_uses u where u.subscription_id = ${id} and u.periods_before = 0
    and not exists (select from charges c where c.coupon_use_id = u.id and c.state <> 'void')`.execute(tx)
}

/** Reductions by the coupons of these uses, by the numbers of the uses. */
export const findReductions = async (
  { tx }: BillingWork,
  useIds: readonly number[],
): Promise<ReadonlyMap<number, Reduction>> => {
  if (useIds.length === 0) return new Map()
  const { rows } = await sql<Reduction & { id: number }>`select u.id, k.percent, k.amount_cents as "amountCents"
    from coupon_uses u join coupons k on k.id = u.coupon_id where u.id = any(${useIds}::int[])`.execute(tx)
  return new Map(rows.map(({ id, percent, amountCents }) => [id, { percent, amountCents }]))
}
