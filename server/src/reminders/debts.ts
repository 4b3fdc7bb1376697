import { duesReference } from '@spacekeeper/contract/bank/references.ts'
import { currencies } from '@spacekeeper/contract/currencies.ts'
import { formatCents } from '@spacekeeper/contract/formatters.ts'
import type { Settings } from '@spacekeeper/contract/index.ts'
import type { Placeholder } from '@spacekeeper/contract/reminders/words.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Ctx, ReadingCtx } from '#platform/ctx.ts'
import { within, type Work } from '#platform/db/change.ts'
import { readRows } from '#platform/db/read-rows.ts'
import { addDays, type Day } from '#platform/local-day.ts'
import { longDay } from '#platform/long-day.ts'
import { lastTryOfCharge } from '../billing/charges/charges.ts'
import { listOwed } from '../billing/charges/dues.ts'
import type { DebtFacts } from './rules.ts'

/** A charge that is not settled, with all that a reminder of it decides by and says. */
export type Debt = DebtFacts & {
  chargeId: number
  memberId: number
  subscriptionId: number | null
  openCents: number
  currency: string
  description: string
  plan: string | null
  /** The first day without access if nothing is paid until then; null where access does not hang on the charge. */
  accessEndsOn: Day | null
  firstName: string
  lastName: string
  email: string
  phone: string
}

type OwedPart = Pick<Debt, 'openCents' | 'currency' | 'description' | 'accessEndsOn'>

const columns = (input: { today: Day; zone: string }) => sql<
  Omit<Debt, keyof OwedPart>
>`c.id as "chargeId", c.member_id as "memberId", c.subscription_id as "subscriptionId",
  c.state as "chargeState", c.due_on as "dueOn", (c.created_at at time zone ${input.zone}::text)::date as "createdOn",
  s.plan_id as "planId", p.name as plan, s.collector, s.state as "subscriptionState", c.subscription_id is null as "isApart",
  s.more_time_until as "moreTimeUntil",
  exists (select from subscription_breaks b where b.subscription_id = s.id and b.cancelled_at is null
    and b.days @> ${input.today}::date) as "isOnBreak",
  coalesce(s.collector = 'bank', false) and exists (select from bank_mandates bm where bm.member_id = c.member_id
    and bm.revoked_at is null) as "hasMandate",
  coalesce((tr.told_at at time zone ${input.zone}::text)::date = ${input.today}::date, false) as "wasToldToday",
  coalesce(s.collector = 'stripe' and tr.next_try_on >= ${input.today}::date, false) as "isTriedAgain",
  m.suspended_at is not null as "isSuspended", m.closed_at is not null as "isClosed",
  m.email_verified_at is not null as "isVerified", m.first_name as "firstName", m.last_name as "lastName", m.email,
  m.phone, (select max(d.offset_days) from reminders_done d where d.charge_id = c.id) as "lastDoneOffset"`

/** Reads the facts that decide about charges, and how much of each is owed, by the one answer that screens give as well. */
const readDebts = async (
  ctx: ReadingCtx,
  input: { where: RawBuilder<unknown>; today: Day; limit: number },
): Promise<{ debts: Debt[]; last: Pick<Debt, 'dueOn' | 'chargeId'> | undefined; isAll: boolean }> => {
  const { today, limit } = input
  const zone = await ctx.settings.get('SITE_TIME_ZONE')
  const query = sql<Omit<Debt, keyof OwedPart>>`select ${columns({ today: input.today, zone })}
    from charges c join members m on m.id = c.member_id
      left join subscriptions s on s.id = c.subscription_id left join plans p on p.id = s.plan_id
      left join lateral ${lastTryOfCharge} tr on true
    where ${input.where} order by c.due_on, c.id limit ${limit}::int`
  const rows = await readRows(ctx, query)
  const memberIds = [...new Set(rows.map(({ memberId }) => memberId))]
  const owed = await listOwed(ctx, { memberIds, today })
  const debts = rows.flatMap((row) => {
    const dues = owed.get(row.memberId)
    const line = dues?.unsettled.find(({ chargeId }) => chargeId === row.chargeId)
    if (!dues || !line) return []
    const { amountCents: openCents, currency, description } = line
    const accessEndsOn = dues.subscriptionId === row.subscriptionId ? dues.accessEndsOn : null
    return [{ ...row, openCents, currency, description, accessEndsOn }]
  })
  return { debts, last: rows.at(-1), isAll: rows.length < limit }
}

/** Read at once; a run over ten thousand open charges takes twenty queries. */
const pageSize = 500

/** Every charge that is not settled and falls due by a day, oldest first, page by page. */
export const pagesOfDebts = async function* (ctx: Ctx, { today, dueBy }: { today: Day; dueBy: Day }) {
  let [dueOn, id] = ['0001-01-01', 0]
  for (;;) {
    const where = sql`c.state in ('open', 'processing') and c.due_on <= ${dueBy}::date
      and (c.due_on, c.id) > (${dueOn}::date, ${id}::int)`
    const { debts, last, isAll } = await readDebts(ctx, { where, today, limit: pageSize })
    if (debts.length > 0) yield debts
    if (!last || isAll) return
    ;[dueOn, id] = [last.dueOn, last.chargeId]
  }
}

/** These charges as they are now; in a transaction that locked their members, as they stay until its end. */
export const findDebts = async (
  work: Work,
  { chargeIds, today }: { chargeIds: readonly number[]; today: Day },
): Promise<Debt[]> => {
  const where = sql`c.id = any(${chargeIds}::int[])`
  return (await readDebts(within(work), { today, where, limit: chargeIds.length })).debts
}

/** What a member has open, oldest first. */
export const debtsOfMember = async (
  ctx: Ctx,
  { memberId, today }: { memberId: number; today: Day },
): Promise<Debt[]> => {
  const where = sql`c.member_id = ${memberId} and c.state in ('open', 'processing')`
  return (await readDebts(ctx, { today, where, limit: 50 })).debts
}

type DebtWords = Pick<
  Debt,
  'memberId' | 'firstName' | 'plan' | 'description' | 'openCents' | 'currency' | 'dueOn' | 'accessEndsOn'
>

/** What stands in place of the blanks of a template. */
export const placeholderWords = (settings: Settings, debt: DebtWords): Record<Placeholder, string> => {
  const locale = settings.SITE_LOCALE_CURRENCY
  return {
    name: debt.firstName,
    amount: formatCents(debt.openCents, { locale, currency: debt.currency }),
    plan: debt.plan ?? debt.description,
    due: longDay(debt.dueOn, locale),
    accessEnds: longDay(debt.accessEndsOn ?? debt.dueOn, locale),
    reference: duesReference(debt.memberId),
    site: settings.SITE_NAME,
  }
}

/** A charge of a member made up for the purpose. */
export const madeUpDebt = (settings: Settings, today: Day): DebtWords => ({
  memberId: 4130,
  firstName: 'Sam',
  plan: 'Full membership, monthly',
  description: 'Full membership, monthly',
  openCents: 6500,
  currency: currencies[settings.SITE_LOCALE_CURRENCY],
  dueOn: today,
  accessEndsOn: addDays(today, settings.GRACE_DAYS),
})
