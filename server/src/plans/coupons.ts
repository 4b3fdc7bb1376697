import type { Coupon, NewCoupon } from '@spacekeeper/contract/plans/shapes.ts'
import { type Selectable, sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { change, type Work, unchanged } from '#platform/db/change.ts'
import { columns, withTimes } from '#platform/db/columns.ts'
import type { Database } from '#platform/db/database.gen.ts'
import { onUnique } from '#platform/db/on-unique.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { screens } from '#platform/live/screens.ts'
import type { Day } from '#platform/local-day.ts'
import { couponRefusal } from './rules.ts'

type CouponRow = Selectable<Database['coupons']>

const mostCoupons = 500

const couponNotices = () => [screens.notice({ topic: 'billing', audience: { staff: ['money'] } })]

const couponColumns = columns(
  'id, code, description, percent, amount_cents, periods, max_uses, uses, starts_on, ends_on, ended_at',
)

export const listCoupons = async (ctx: Ctx): Promise<Coupon[]> => {
  const rows = await ctx.db
    .selectFrom('coupons')
    .select(couponColumns)
    .orderBy('id', 'desc')
    .limit(mostCoupons)
    .execute()
  return rows.map(withTimes)
}

const clashes = { coupons_code_key: { field: 'code', message: 'There was a coupon with this code already.' } }

export const createCoupon = async (ctx: Ctx, coupon: NewCoupon): Promise<number> => {
  const { percent, amountCents, startsOn, endsOn } = coupon
  if ((percent === null) === (amountCents === null)) throw badField('percent', 'Either a percentage or an amount.')
  if (startsOn !== null && endsOn !== null && endsOn < startsOn)
    throw badField('endsOn', 'This is before the first day.')
  return onUnique(clashes, () =>
    change(ctx, 'coupon.added', async ({ tx }) => {
      const { id } = await tx
        .insertInto('coupons')
        .values({
          code: coupon.code,
          description: coupon.description,
          percent,
          amount_cents: amountCents,
          periods: coupon.periods,
          max_uses: coupon.maxUses,
          starts_on: startsOn,
          ends_on: endsOn,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const { code: name, ...data } = coupon
      return { result: id, subject: { kind: 'coupon', id }, data: { name, ...data }, tell: couponNotices() }
    }),
  )
}

/** Ends a coupon; subscriptions that have it keep what it gives. */
export const endCoupon = (ctx: Ctx, couponId: number): Promise<void> =>
  change(ctx, 'coupon.ended', async ({ tx }) => {
    const row = await tx.selectFrom('coupons').selectAll().where('id', '=', couponId).forUpdate().executeTakeFirst()
    if (!row) throw new AppError('notFound')
    if (row.ended_at !== null) return unchanged(undefined)
    await tx.updateTable('coupons').set({ ended_at: ctx.now() }).where('id', '=', couponId).execute()
    const data = { name: row.code, uses: row.uses }
    return { result: undefined, subject: { kind: 'coupon', id: couponId }, data, tell: couponNotices() }
  })

const refuseUnusable = (row: CouponRow | undefined, today: Day): CouponRow => {
  const facts = row && {
    uses: row.uses,
    maxUses: row.max_uses,
    startsOn: row.starts_on,
    endsOn: row.ends_on,
    isEnded: row.ended_at !== null,
  }
  const refusal = couponRefusal(facts, today)
  if (refusal !== null || !row) throw badField('couponCode', refusal ?? '')
  return row
}

/** Counts one use of a coupon, in the transaction that gives it to a subscription: never more than there are. */
export const takeCoupon = async ({ tx }: Work, { code, today }: { code: string; today: Day }): Promise<Coupon> => {
  const byCode = tx.selectFrom('coupons').selectAll().where('code', '=', code.trim().toUpperCase())
  const row = refuseUnusable(await byCode.forUpdate().executeTakeFirst(), today)
  const taken = tx.updateTable('coupons').set({ uses: sql`uses + 1` })
  return withTimes(await taken.where('id', '=', row.id).returning(couponColumns).executeTakeFirstOrThrow())
}
