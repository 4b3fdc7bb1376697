import { sql } from 'kysely'
import type { Tx } from '#platform/db/change.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { type Closing, paged, type PersonalData, type PersonalList } from '#platform/personal-data.ts'
import type { Retention } from '#platform/retention/retention.ts'
import { deleteCustomerJob } from './job-names.ts'

const customerList: PersonalList = {
  name: 'stripeCustomer',
  columns: ['id', 'customerId', 'name', 'email', 'method', 'last4', 'expiry', 'mandate', 'savedAt'],
  read: (ctx, memberId) =>
    paged((after, limit) =>
      ctx.db
        .selectFrom('stripe_customers as c')
        .leftJoin('stripe_payment_methods as m', 'm.member_id', 'c.member_id')
        .select([
          'c.member_id as id',
          'c.customer_id as customerId',
          'c.name',
          'c.email',
          'm.kind as method',
          'm.last4',
        ])
        .select([
          sql<string | null>`m.exp_month || '/' || m.exp_year`.as('expiry'),
          'm.mandate',
          'm.saved_at as savedAt',
        ])
        .where('c.member_id', '=', memberId)
        .where('c.member_id', '>', after)
        .limit(limit)
        .execute(),
    )(),
}

const topUpList: PersonalList = {
  name: 'topUps',
  columns: ['id', 'at', 'amountCents', 'currency', 'way', 'method', 'state', 'failure', 'reversedCents', 'paymentId'],
  read: (ctx, memberId) =>
    paged((after, limit) =>
      ctx.db
        .selectFrom('top_ups')
        .select(['id', 'created_at as at', 'amount_cents as amountCents', 'currency', 'way', 'method_name as method'])
        .select(['state', 'failure', 'reversed_cents as reversedCents', 'intent_id as paymentId'])
        .where('member_id', '=', memberId)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),
    )(),
}

const cardPaymentList: PersonalList = {
  name: 'cardPayments',
  columns: ['id', 'at', 'amountCents', 'currency', 'way', 'method', 'state', 'failure', 'paymentId'],
  read: (ctx, memberId) =>
    paged((after, limit) =>
      ctx.db
        .selectFrom('card_payments')
        .select(['id', 'created_at as at', 'amount_cents as amountCents', 'currency', 'way', 'method_name as method'])
        .select(['state', 'failure', 'intent_id as paymentId'])
        .where('member_id', '=', memberId)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),
    )(),
}

const refundList: PersonalList = {
  name: 'cardRefunds',
  columns: ['id', 'at', 'amountCents', 'currency', 'reason', 'state', 'failure', 'refundId'],
  read: (ctx, memberId) =>
    paged((after, limit) =>
      ctx.db
        .selectFrom('stripe_refunds')
        .select(['id', 'created_at as at', 'amount_cents as amountCents', 'currency', 'reason', 'state', 'failure'])
        .select('refund_id as refundId')
        .where('member_id', '=', memberId)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),
    )(),
}

const disputeList: PersonalList = {
  name: 'disputes',
  columns: ['id', 'disputeId', 'at', 'amountCents', 'currency', 'reason', 'status', 'paymentId'],
  read: (ctx, memberId) =>
    paged((after, limit) =>
      ctx.db
        .selectFrom('stripe_disputes')
        .select(['id', 'dispute_id as disputeId', 'created_at as at', 'amount_cents as amountCents', 'currency'])
        .select(['reason', 'status', 'intent_id as paymentId'])
        .where('member_id', '=', memberId)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),
    )(),
}

const automaticList: PersonalList = {
  name: 'automaticTopUps',
  columns: ['id', 'isOn', 'thresholdCents', 'amountCents', 'monthlyCapCents', 'consent', 'consentedAt', 'offReason'],
  read: (ctx, memberId) =>
    paged((after, limit) =>
      ctx.db
        .selectFrom('automatic_top_ups')
        .select(['member_id as id', 'is_on as isOn', 'threshold_cents as thresholdCents'])
        .select(['amount_cents as amountCents', 'monthly_cap_cents as monthlyCapCents', 'consent'])
        .select(['consented_at as consentedAt', 'off_reason as offReason'])
        .where('member_id', '=', memberId)
        .where('member_id', '>', after)
        .limit(limit)
        .execute(),
    )(),
}

const invoiceList: PersonalList = {
  name: 'cardInvoices',
  columns: ['id', 'invoice', 'at', 'status', 'totalCents', 'dueCents', 'currency', 'failure'],
  read: (ctx, memberId) =>
    paged((after, limit) =>
      ctx.db
        .selectFrom('stripe_invoices')
        .select(['id', 'invoice_id as invoice', 'created_at as at', 'status', 'total_cents as totalCents'])
        .select(['due_cents as dueCents', 'currency', 'failure'])
        .where('member_id', '=', memberId)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),
    )(),
}

/** What is saved at Stripe goes with the account: a job deletes the customer there, and with it whatever collects. */
const eraseMember = async (tx: Tx, { memberId }: Closing): Promise<void> => {
  await tx.deleteFrom('stripe_payment_methods').where('member_id', '=', memberId).execute()
  await tx.deleteFrom('automatic_top_ups').where('member_id', '=', memberId).execute()
  const customer = await tx
    .deleteFrom('stripe_customers')
    .where('member_id', '=', memberId)
    .returning('customer_id')
    .executeTakeFirst()
  if (customer?.customer_id) await addJob(tx, deleteCustomerJob, { customerId: customer.customer_id })
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
    top_ups: { exported: 'topUps', kept: books, closing: { kept: 'Books must add up; without a name.' } },
    card_payments: { exported: 'cardPayments', kept: books, closing: { kept: 'Books must add up; without a name.' } },
    stripe_refunds: { exported: 'cardRefunds', kept: books, closing: { kept: 'Books must add up; without a name.' } },
    stripe_disputes: { exported: 'disputes', kept: books, closing: { kept: 'Books must add up; without a name.' } },
    stripe_invoices: { exported: 'cardInvoices', kept: books, closing: { kept: 'Books must add up; without a name.' } },
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
  lists: [customerList, topUpList, automaticList, invoiceList, cardPaymentList, refundList, disputeList],
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
