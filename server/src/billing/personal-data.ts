import { sql } from 'kysely'
import type { Tx } from '#platform/db/change.ts'
import { type Closing, type PersonalData, paged, type PersonalList } from '#platform/personal-data.ts'
import type { Retention, RetentionBatch } from '#platform/retention/retention.ts'
import { billingNotices, startWork } from './billing-work.ts'
import { issueInvoices } from './invoices.ts'
import { lockCurrent } from './subscription-row.ts'
import { endSubscription } from './subscriptions.ts'

const lists: PersonalList[] = [
  {
    name: 'plans',
    columns: [
      'id',
      'plan',
      'state',
      'collector',
      'costCents',
      'currency',
      'startedOn',
      'paidThrough',
      'cancelOn',
      'endedAt',
    ],
    read: (ctx, memberId) =>
      paged((after, limit) =>
        ctx.db
          .selectFrom('subscriptions as s')
          .innerJoin('plans as p', 'p.id', 's.plan_id')
          .select(['s.id', 'p.name as plan', 's.state', 's.collector', 's.cost_cents as costCents', 's.currency'])
          .select(['s.started_on as startedOn', 's.paid_through as paidThrough', 's.cancel_on as cancelOn'])
          .select('s.ended_at as endedAt')
          .where('s.member_id', '=', memberId)
          .where('s.id', '>', after)
          .orderBy('s.id')
          .limit(limit)
          .execute(),
      )(),
  },
  {
    name: 'planBreaks',
    columns: ['id', 'kind', 'days', 'reason', 'createdAt'],
    read: (ctx, memberId) =>
      paged((after, limit) =>
        ctx.db
          .selectFrom('subscription_breaks as b')
          .innerJoin('subscriptions as s', 's.id', 'b.subscription_id')
          .select(['b.id', 'b.kind', 'b.reason', 'b.created_at as createdAt'])
          .select(sql<string>`b.days::text`.as('days'))
          .where((is) => is.or([is('s.member_id', '=', memberId), is('b.asked_by', '=', memberId)]))
          .where('b.id', '>', after)
          .orderBy('b.id')
          .limit(limit)
          .execute(),
      )(),
  },
  {
    name: 'charges',
    columns: ['id', 'description', 'amountCents', 'paidCents', 'currency', 'dueOn', 'state', 'createdAt', 'paidAt'],
    read: (ctx, memberId) =>
      paged((after, limit) =>
        ctx.db
          .selectFrom('charges')
          .select(['id', 'description', 'amount_cents as amountCents', 'paid_cents as paidCents', 'currency'])
          .select(['due_on as dueOn', 'state', 'created_at as createdAt', 'paid_at as paidAt'])
          .where('member_id', '=', memberId)
          .where('id', '>', after)
          .orderBy('id')
          .limit(limit)
          .execute(),
      )(),
  },
  {
    name: 'payments',
    columns: ['id', 'amountCents', 'currency', 'method', 'reference', 'note', 'paidOn', 'at'],
    read: (ctx, memberId) =>
      paged((after, limit) =>
        ctx.db
          .selectFrom('payments')
          .select(['id', 'amount_cents as amountCents', 'currency', 'method', 'reference', 'note'])
          .select(['paid_on as paidOn', 'at'])
          .where('member_id', '=', memberId)
          .where('id', '>', after)
          .orderBy('id')
          .limit(limit)
          .execute(),
      )(),
  },
  {
    name: 'invoices',
    columns: ['id', 'number', 'kind', 'issuedOn', 'totalCents', 'currency'],
    read: (ctx, memberId) =>
      paged((after, limit) =>
        ctx.db
          .selectFrom('invoices')
          .select(['id', 'number', 'kind', 'issued_on as issuedOn', 'total_cents as totalCents', 'currency'])
          .where('member_id', '=', memberId)
          .where('id', '>', after)
          .orderBy('id')
          .limit(limit)
          .execute(),
      )(),
  },
  {
    name: 'households',
    columns: ['id', 'role', 'joinedAt', 'leftAt'],
    read: (ctx, memberId) =>
      paged((after, limit) =>
        ctx.db
          .selectFrom('household_people')
          .select(['id', 'role', 'joined_at as joinedAt', 'left_at as leftAt'])
          .where('member_id', '=', memberId)
          .where('id', '>', after)
          .orderBy('id')
          .limit(limit)
          .execute(),
      )(),
  },
  {
    name: 'concessions',
    columns: ['id', 'reason', 'percent', 'state', 'askedAt', 'decidedAt', 'decisionNote', 'endsOn', 'hasProof'],
    read: (ctx, memberId) =>
      paged((after, limit) =>
        ctx.db
          .selectFrom('concessions')
          .select(['id', 'reason', 'percent', 'state', 'asked_at as askedAt', 'decided_at as decidedAt'])
          .select(['decision_note as decisionNote', 'ends_on as endsOn'])
          .select(sql<boolean>`proof is not null`.as('hasProof'))
          .where('member_id', '=', memberId)
          .where('id', '>', after)
          .orderBy('id')
          .limit(limit)
          .execute(),
      )(),
  },
]

const eraseProofs = async (tx: Tx, { before, most }: RetentionBatch): Promise<number> => {
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
const endPlan = async (tx: Tx, { ctx, memberId }: Closing) => {
  const work = await startWork(tx, ctx)
  if ((await lockCurrent(work, memberId)) === null) return
  await endSubscription(work, { memberId, reason: 'closed' })
  await issueInvoices(work)
}

/** A member who leaves has no plan, is in no household, asks for nothing, and their invoices name them no more. */
const erase = async (tx: Tx, closing: Closing) => {
  const { memberId, now } = closing
  await endPlan(tx, closing)
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
