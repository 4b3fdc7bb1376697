import { sql } from 'kysely'
import type { Work } from '#platform/db/change.ts'
import { columns } from '#platform/db/columns.ts'
import { ownQuery, ownRows, type PersonalData, type PersonalList } from '#platform/personal-data.ts'
import type { Retention, RetentionBatch } from '#platform/retention/retention.ts'
import { billingNotices, startWork } from './billing-work.ts'
import { issueInvoices } from './invoices.ts'
import { lockCurrentSubscription } from './subscription-row.ts'
import { endSubscription } from './subscriptions/subscriptions.ts'

const lists: PersonalList[] = [
  ownQuery('plans', (db, memberId) =>
    db
      .selectFrom('subscriptions as s')
      .innerJoin('plans as p', 'p.id', 's.plan_id')
      .select(
        columns(
          's.id, p.name as plan, s.state, s.collector, s.cost_cents, s.currency, s.started_on',
          's.paid_through, s.cancel_on, s.ended_at',
        ),
      )
      .where('s.member_id', '=', memberId),
  ),
  ownQuery(
    'planBreaks',
    (db, memberId) =>
      db
        .selectFrom('subscription_breaks as b')
        .innerJoin('subscriptions as s', 's.id', 'b.subscription_id')
        .select(columns('b.id, b.kind, b.reason, b.created_at', sql<string>`b.days::text`.as('days')))
        .where((is) => is.or([is('s.member_id', '=', memberId), is('b.asked_by', '=', memberId)])),
    ['id', 'kind', 'days', 'reason', 'createdAt'],
  ),
  ownRows(
    'charges',
    'charges',
    columns('id, description, amount_cents, paid_cents, currency, due_on, state, created_at, paid_at'),
  ),
  ownRows('payments', 'payments', columns('id, amount_cents, currency, method, reference, note, paid_on, at')),
  ownRows('invoices', 'invoices', columns('id, number, kind, issued_on, total_cents, currency')),
  ownQuery('couponUses', (db, memberId) =>
    db
      .selectFrom('coupon_uses as u')
      .innerJoin('coupons as k', 'k.id', 'u.coupon_id')
      .select(columns('u.id, k.code, u.at'))
      .where('u.member_id', '=', memberId),
  ),
  ownRows('households', 'household_people', columns('id, role, joined_at, left_at')),
  ownRows(
    'concessions',
    'concessions',
    columns(
      'id, reason, percent, state, asked_at, decided_at, decision_note, ends_on',
      sql<boolean>`proof is not null`.as('hasProof'),
    ),
  ),
]

const eraseProofs = async ({ tx }: Work, { before, most }: RetentionBatch): Promise<number> => {
  const { numUpdatedRows } = await tx
    .updateTable('concessions')
    .set({ proof: null, proof_media_type: null })
    .where('id', 'in', (is) =>
      is
        .selectFrom('concessions')
        .select('id')
        .where('proof', 'is not', null)
        .where('decided_at', '<', before)
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export const billingRetentions: Retention[] = [
  {
    name: 'concessionProofs',
    title: 'Proofs of concessions',
    table: 'concessions',
    setting: 'KEEP_CONCESSION_PROOFS_DAYS',
    remove: eraseProofs,
  },
  {
    name: 'householdInvitations',
    title: 'Invitations to households that were not taken',
    table: 'household_invitations',
    column: 'invited_at',
    days: 90,
    reason: 'Until then they can be accepted.',
  },
]

const kept = { title: 'Plans, charges, payments and invoices', reason: 'For ever, because books must add up.' }
const unnamed = { kept: 'Books must add up; without a name.' }

/** What was used is still owed; days to come are charged no more. */
const endPlan = async (closing: Work, memberId: number) => {
  const work = await startWork(closing)
  if ((await lockCurrentSubscription(work, memberId)) === null) return
  await endSubscription(work, { memberId, reason: 'closed' })
  await issueInvoices(work)
}

/** A member who leaves has no plan, is in no household, asks for nothing, and their invoices name them no more. */
const erase = async (work: Work, memberId: number) => {
  const { tx, now } = work
  await endPlan(work, memberId)
  await tx
    .updateTable('household_people')
    .set({ left_at: now })
    .where('member_id', '=', memberId)
    .where('left_at', 'is', null)
    .execute()
  await sql`delete from household_invitations where lower(email) = (select lower(email) from members
    where id = ${memberId}) or subscription_id in (select id from subscriptions where member_id = ${memberId})`.execute(
    tx,
  )
  await tx
    .updateTable('concessions')
    .set({
      reason: 'closed account',
      decision_note: null,
      proof: null,
      proof_media_type: null,
      state: sql`case when state in ('asked', 'approved') then 'ended' else state end`,
      decided_at: sql`coalesce(decided_at, ${now}::timestamptz)`,
    })
    .where('member_id', '=', memberId)
    .execute()
  await sql`update invoices set content = content || '{"memberName": "", "memberAddress": ""}'::jsonb
    where member_id = ${memberId}`.execute(tx)
  await sql`update subscription_breaks set reason = '' where reason <> '' and subscription_id in (
    select id from subscriptions where member_id = ${memberId})`.execute(tx)
  return { tell: billingNotices(memberId) }
}

export const billingPersonalData: PersonalData = {
  tables: {
    subscriptions: { exported: 'plans', kept, closing: unnamed },
    subscription_breaks: {
      exported: 'planBreaks',
      kept,
      closing: { kept: 'Which days were free; without the reason.' },
    },
    charges: { exported: 'charges', kept, closing: unnamed },
    coupon_uses: { exported: 'couponUses', kept, closing: unnamed },
    payments: { exported: 'payments', kept, closing: unnamed },
    invoices: { exported: 'invoices', kept, closing: unnamed },
    household_people: {
      exported: 'households',
      kept,
      closing: { kept: 'Who was covered by which plan; without a name.' },
    },
    concessions: {
      exported: 'concessions',
      kept: ['concessionProofs'],
      closing: { kept: 'Why less was charged; without the reason and its proof.' },
    },
  },
  lists,
  erase,
}
