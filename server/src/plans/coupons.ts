import type { Coupon, NewCoupon } from '@spacekeeper/contract/plans/shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { change, unchanged } from '#platform/db/change.ts'
import { columns, withTimes } from '#platform/db/columns.ts'
import { onUnique } from '#platform/db/on-unique.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { screens } from '#platform/live/screens.ts'

const mostCoupons = 500

const couponNotices = () => [screens.notice({ topic: 'billing', audience: { staff: ['money'] } })]

/** How often a coupon was used: the rows of its uses, and those from before they were rows. */
const usesOf = sql<number>`(uses_before + (select count(*) from coupon_uses u where u.coupon_id = coupons.id))::int`

const couponColumns = columns(
  'id, code, description, percent, amount_cents, periods, max_uses, uses_per_member, starts_on, ends_on, ended_at',
  usesOf.as('uses'),
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

const clashes = { coupons_code_key: { field: 'code', message: 'This code was already used for another coupon.' } }

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
          uses_per_member: coupon.usesPerMember,
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
    const row = await tx
      .selectFrom('coupons')
      .select(['code', 'ended_at', usesOf.as('uses')])
      .where('id', '=', couponId)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw new AppError('notFound')
    if (row.ended_at !== null) return unchanged(undefined)
    await tx.updateTable('coupons').set({ ended_at: ctx.now() }).where('id', '=', couponId).execute()
    const data = { name: row.code, uses: row.uses }
    return { result: undefined, subject: { kind: 'coupon', id: couponId }, data, tell: couponNotices() }
  })
