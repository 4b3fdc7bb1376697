import { sql } from 'kysely'
import type { Work } from '#platform/db/change.ts'
import { columns } from '#platform/db/columns.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { ownQuery, ownRows, type PersonalData } from '#platform/personal-data.ts'
import type { Retention } from '#platform/retention/retention.ts'
import { deleteCustomerJob } from './job-names.ts'

/** What is saved at Stripe goes with the account: a job deletes the customer there, and with it whatever collects. */
const eraseMember = async (work: Work, memberId: number): Promise<void> => {
  const { tx } = work
  await tx.deleteFrom('stripe_payment_methods').where('member_id', '=', memberId).execute()
  await tx.deleteFrom('automatic_top_ups').where('member_id', '=', memberId).execute()
  const customer = await tx
    .deleteFrom('stripe_customers')
    .where('member_id', '=', memberId)
    .returning('customer_id')
    .executeTakeFirst()
  if (customer?.customer_id) await addJob(work, deleteCustomerJob, { customerId: customer.customer_id })
}

const books = { title: 'Payments by card', reason: 'For ever: the books refer to them.' }
const untilRemoved = (title: string) => ({ title, reason: 'Until you remove it, or close your account.' })

export const stripePersonalData: PersonalData = {
  tables: {
    stripe_customers: {
      exported: 'stripeCustomer',
      kept: {
        title: 'Your number at Stripe',
        reason: 'Until you close your account; then Stripe is told to delete it.',
      },
      closing: 'deleted',
    },
    stripe_payment_methods: {
      exported: 'stripeCustomer',
      kept: untilRemoved('The last digits of your card or bank account'),
      closing: 'deleted',
    },
    stripe_payments: { exported: 'cardPayments', kept: books, closing: { kept: 'Books must add up; without a name.' } },
    stripe_refunds: { exported: 'cardRefunds', kept: books, closing: { kept: 'Books must add up; without a name.' } },
    stripe_disputes: { exported: 'disputes', kept: books, closing: { kept: 'Books must add up; without a name.' } },
    stripe_invoices: { exported: 'cardInvoices', kept: books, closing: { kept: 'Books must add up; without a name.' } },
    stripe_take_overs: { exported: 'takeOvers', kept: books, closing: { kept: 'Books must add up; without a name.' } },
    automatic_top_ups: {
      exported: 'automaticTopUps',
      kept: { title: 'What you agreed to for automatic top-ups', reason: 'Until you close your account.' },
      closing: 'deleted',
    },
    stripe_set_asides: {
      exported: { not: 'It is about the books of the space.' },
      kept: { title: 'Who set aside movements of Stripe’s balance', reason: 'For ever: the books refer to them.' },
      closing: { kept: 'Without a name: the account they point at is emptied.' },
    },
  },
  lists: [
    ownQuery('stripeCustomer', (db, memberId) =>
      db
        .selectFrom('stripe_customers as c')
        .leftJoin('stripe_payment_methods as m', 'm.member_id', 'c.member_id')
        .select(
          columns(
            'c.member_id as id, c.customer_id, c.name, c.email, m.kind as method, m.last4',
            sql<string | null>`m.exp_month || '/' || m.exp_year`.as('expiry'),
            'm.mandate, m.saved_at',
          ),
        )
        .where('c.member_id', '=', memberId),
    ),
    ownRows(
      'automaticTopUps',
      'automatic_top_ups',
      columns(
        'member_id as id, is_on, threshold_cents, amount_cents, monthly_cap_cents, consent, consented_at',
        'off_reason',
      ),
    ),
    ownRows(
      'cardInvoices',
      'stripe_invoices',
      columns('id, invoice_id as invoice, created_at as at, status, total_cents, due_cents, currency, failure'),
    ),
    ownRows(
      'cardPayments',
      'stripe_payments',
      columns(
        'id, created_at as at, purpose, amount_cents, currency, way, method_name as method, state, failure',
        'reversed_cents, intent_id as paymentId',
      ),
    ),
    ownRows(
      'cardRefunds',
      'stripe_refunds',
      columns('id, created_at as at, amount_cents, currency, reason, state, failure, refund_id'),
    ),
    ownQuery('takeOvers', (db, memberId) =>
      db
        .selectFrom('stripe_take_overs as t')
        .innerJoin('subscriptions as s', 's.id', 't.subscription_id')
        .select(columns('s.id, t.ref as subscription, t.hindrance, t.is_owed_here, t.begun_at, t.looked_at, t.done_at'))
        .where('s.member_id', '=', memberId),
    ),
    ownRows(
      'disputes',
      'stripe_disputes',
      columns('id, dispute_id, created_at as at, amount_cents, currency, reason, status, intent_id as paymentId'),
    ),
  ],
  erase: eraseMember,
}

export const stripeRetentions: readonly Retention[] = [
  {
    name: 'stripeEvents',
    title: 'What Stripe told us',
    table: 'stripe_events',
    column: 'received_at',
    where: sql<boolean>`handled_at is not null`,
    days: 90,
    reason: 'Stripe itself keeps events for 30 days; after that they only take room.',
  },
  {
    name: 'stripeReconciliations',
    title: 'Comparisons with Stripe',
    table: 'stripe_reconciliations',
    column: 'began_at',
    days: 365,
    reason: 'For looking up what was put right.',
  },
]
