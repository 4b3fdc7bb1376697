import { keysOf } from '@spacekeeper/contract/keys-of.ts'
import { sql, type Kysely } from 'kysely'
import { type Services, systemCtx } from '#platform/ctx.ts'
import type { Database } from '#platform/db/database.gen.ts'
import { addDays, type Day, earlierDay, laterDay, localDay, rangeText } from '#platform/local-day.ts'
import { changeSetting } from '../settings/settings.ts'
import { insertRows, skipIds } from './bulk-rows.ts'
import { type CastMember, memberNamed } from './cast.ts'
import {
  household,
  type PaidPeriod,
  planNames,
  plans,
  type Plot,
  type SeededSubscription,
  subscriptionsOf,
  tiers,
} from './plan-tales.ts'
import { createRandom } from './random.ts'

type SeededBooking = { of: SeededSubscription; paid: PaidPeriod; id: number; issuedOn: Day; paidOn: Day }

/** Every charge of the year with the days on which it was asked for and paid, in the order of the subscriptions. */
const bookings = (subscriptions: readonly SeededSubscription[], today: Day): SeededBooking[] =>
  subscriptions
    .flatMap((of) => {
      const random = createRandom(`pays ${of.member.firstName}`)
      return of.periods.map((paid) => {
        const { from } = paid.period
        const issuedOn = laterDay(addDays(from, -14), String(of.row['started_on']))
        return { of, paid, issuedOn, paidOn: earlierDay(addDays(from, random.whole(-6, 4)), today) }
      })
    })
    .map((booked, at) => ({ ...booked, id: at + 1 }))

const timeOf = (day: Day, hour = 1) => new Date(`${day}T0${hour}:00:00Z`)

const chargeRow = ({ of: { row, member, planName }, paid, id, issuedOn, paidOn }: SeededBooking) => {
  const { period, cents, state } = paid
  const isGivenUp = state === 'void' || state === 'writtenOff'
  return {
    id,
    member_id: member.id,
    subscription_id: row['id'],
    plan_id: row['plan_id'],
    kind: 'period',
    period: rangeText(period),
    description: planName,
    amount_cents: 0,
    paid_cents: 0,
    currency: 'AUD',
    discount_cents: isGivenUp ? 0 : Number(row['cost_cents']) - cents,
    due_on: period.from,
    state,
    reason: isGivenUp ? 'Left without paying' : null,
    created_at: timeOf(issuedOn),
    paid_at: state === 'paid' ? timeOf(paidOn, 2) : null,
  }
}

/** What made a charge as large as it is: it was issued, and some were given up. */
const entryRows = ({ of: { row }, paid: { state, cents, period }, id, issuedOn }: SeededBooking) => {
  const isGivenUp = state === 'void' || state === 'writtenOff'
  const asked = isGivenUp ? Number(row['cost_cents']) : cents
  const shared = { charge_id: id, at: timeOf(issuedOn), booked_on: issuedOn, period: rangeText(period) }
  return [
    { ...shared, kind: 'issued', amount_cents: asked },
    ...(isGivenUp ? [{ ...shared, kind: state === 'void' ? 'voided' : 'writtenOff', amount_cents: -asked }] : []),
  ].filter((entry) => entry.amount_cents !== 0)
}

const paymentRow = ({ of: { row, member, planName }, paid, paidOn }: SeededBooking, staffId: number) => ({
  member_id: member.id,
  amount_cents: paid.paidCents,
  currency: 'AUD',
  method: row['collector'] === 'cash' ? 'cash' : 'bank',
  reference: row['collector'] === 'cash' ? '' : `${planName} ${member.lastName}`,
  note: '',
  paid_on: paidOn,
  at: timeOf(paidOn, 2),
  actor_kind: 'member',
  actor_id: staffId,
})

const numberedRows = <Row>(rows: readonly Row[]) => rows.map((row, at) => ({ id: at + 1, ...row }))

/** A year of charges and payments. Identity columns are filled in as well, so that rows can name each other. */
const storeMoney = async (db: Kysely<Database>, booked: readonly SeededBooking[], staffId: number): Promise<void> => {
  const paid = booked.filter(({ paid: { paidCents } }) => paidCents > 0)
  const rows = {
    charges: booked.map(chargeRow),
    charge_entries: numberedRows(booked.flatMap(entryRows)),
    payments: numberedRows(paid.map((one) => paymentRow(one, staffId))),
    payment_allocations: numberedRows(
      paid.map(({ id, paid: { paidCents }, paidOn }, at) => ({
        payment_id: at + 1,
        charge_id: id,
        amount_cents: paidCents,
        at: timeOf(paidOn, 2),
        booked_on: paidOn,
      })),
    ),
  }
  for (const table of keysOf(rows)) {
    await insertRows(db, table, rows[table])
    await skipIds(db, table)
  }
}

const storeOffers = async (db: Kysely<Database>, now: Date): Promise<void> => {
  const offered = { is_visible: true, archived_at: null }
  await insertRows(
    db,
    'tiers',
    tiers.map((tier, at) => ({
      id: at + 1,
      is_featured: false,
      ...offered,
      ...tier,
      position: at,
      ...(tier.name === 'Founders' && { archived_at: now }),
    })),
  )
  await insertRows(
    db,
    'plans',
    planNames.map((name, at) => ({
      id: at + 1,
      ...plans[name],
      ...offered,
      currency: 'AUD',
      collectors: ['bank', 'cash', 'invoice', 'balance'],
      position: at,
      ...(name === 'founder' && { archived_at: now }),
    })),
  )
  await insertRows(db, 'coupons', [
    {
      id: 1,
      code: 'OPENDAY',
      description: 'Handed out at the open day',
      percent: 50,
      periods: 3,
      max_uses: 20,
    },
  ])
}

/** What is between members and their plans beside money: pauses, a household, lower prices. */
const storeArrangements = async (
  db: Kysely<Database>,
  {
    cast,
    subscriptions,
    today,
    now,
  }: Omit<Plot, 'member' | 'id'> & {
    cast: readonly CastMember[]
    subscriptions: readonly SeededSubscription[]
  },
): Promise<void> => {
  const idOf = (firstName: string) => subscriptions.find(({ member }) => member.firstName === firstName)?.row['id']
  const pause = (firstName: string, from: number, to: number, reason: string) => ({
    subscription_id: Number(idOf(firstName)),
    kind: 'pause' as const,
    days: rangeText({ from: addDays(today, from), to: addDays(today, to) }),
    reason,
    created_at: now,
    begun_at: from <= 0 ? new Date(`${addDays(today, from)}T01:00:00Z`) : null,
  })
  const pauses = [pause('Aoife', -20, 40, 'A broken wrist'), pause('Ngozi', 10, 40, 'Away for work')]
  await db.insertInto('subscription_breaks').values(pauses).execute()
  const people = household.people.map((firstName) => ({
    subscription_id: Number(idOf(household.payer)),
    member_id: memberNamed(cast, firstName).id,
    role: 'adult' as const,
    joined_at: now,
  }))
  await db.insertInto('household_people').values(people).execute()
  const asked = { asked_at: now, percent: 30 }
  await db
    .insertInto('concessions')
    .values([
      {
        member_id: memberNamed(cast, 'Saoirse').id,
        reason: 'Student',
        state: 'approved',
        decided_at: now,
        ends_on: addDays(today, 200),
        ...asked,
      },
      { member_id: memberNamed(cast, 'Leilani').id, reason: 'Between two jobs', state: 'asked', ...asked },
    ])
    .execute()
}

/** The reductions of each charge. */
const storeReductions = async (
  db: Kysely<Database>,
  { subscriptions, now }: { subscriptions: readonly SeededSubscription[]; now: Date },
): Promise<void> => {
  const uses = subscriptions.flatMap(({ row, member, couponId }) =>
    couponId === null
      ? []
      : [{ coupon_id: couponId, member_id: member.id, subscription_id: Number(row['id']), turn: 1, at: now }],
  )
  await db.insertInto('coupon_uses').values(uses).execute()
  await sql`update charges c set coupon_use_id = u.id, coupon_periods = 1 from coupon_uses u
    where u.subscription_id = c.subscription_id and c.discount_cents > 0`.execute(db)
  await sql`update charges c set concession_percent = e.percent from concessions e
    where e.member_id = c.member_id and e.state = 'approved' and c.discount_cents > 0`.execute(db)
}

/** What the rows come to, as the portal works it out itself. */
const followMoney = async (db: Kysely<Database>): Promise<void> => {
  await sql`update subscriptions s set paid_through = coalesce(p.paid, s.paid_through), unpaid_since = p.unpaid
    from (select subscription_id as id, min(due_on) filter (where state = 'open') as unpaid,
        max(upper(period)) filter (where state in ('paid', 'processing')) as paid
      from charges group by subscription_id) p where p.id = s.id`.execute(db)
  await sql`update members m set subscription_status = case s.state when 'cancelling' then 'cancelling'
      when 'active' then 'active' when 'pastDue' then 'active' else 'inactive' end
    from subscriptions s where s.member_id = m.id`.execute(db)
}

/**
 * Tiers, plans and coupons, and who is on which plan: a year of charges and payments, and one member for each thing that
 * can be between a member and the treasurer.
 */
export const seedPlans = async (services: Services, cast: readonly CastMember[]): Promise<void> => {
  const db = services.db as unknown as Kysely<Database> // rows are written as they are
  await changeSetting(systemCtx(services), { key: 'ENABLE_STRIPE_MEMBERSHIP_PAYMENTS', value: true })
  const now = services.now()
  const today = localDay(now, await services.settings.get('SITE_TIME_ZONE'))
  const subscriptions = subscriptionsOf(cast, { today, now })
  await storeOffers(db, now)
  await insertRows(
    db,
    'subscriptions',
    subscriptions.map(({ row }) => row),
  )
  for (const table of ['tiers', 'plans', 'coupons', 'subscriptions'] as const) await skipIds(db, table)
  await storeMoney(db, bookings(subscriptions, today), memberNamed(cast, 'Margit').id)
  await storeArrangements(db, { cast, subscriptions, today, now })
  await storeReductions(db, { subscriptions, now })
  await followMoney(db)
}
