import { sql } from 'kysely'
import type Stripe from 'stripe'
import type { Ctx } from '#platform/ctx.ts'
import { record, type Work } from '#platform/db/change.ts'
import { readRows } from '#platform/db/read-rows.ts'
import { billingNotices, billingToday, changeBilling } from '../billing/billing-work.ts'
import { mirrorSubscription } from '../billing/mirror.ts'
import { stripeCall } from './client.ts'
import { mailFailedTry } from './failed-tries.ts'
import { type InvoiceAtStripe, subscriptionFacts } from './subscription-facts.ts'

type SyncedSubscription = { id: number; member_id: number; plan_id: number; created_at: Date }

const findOurs = (
  ctx: Ctx,
  { ref, id }: { ref: string; id: number | undefined },
): Promise<SyncedSubscription | undefined> => {
  const rows = ctx.db.selectFrom('subscriptions').select(['id', 'member_id', 'plan_id', 'created_at'])
  return (id === undefined ? rows.where('provider_ref', '=', ref) : rows.where('id', '=', id)).executeTakeFirst()
}

/** The database's clock, which several portals share. */
export const dbNow = async (ctx: Ctx): Promise<Date> => {
  const [row] = await readRows(ctx, sql<{ at: Date }>`select clock_timestamp() as at`)
  return row?.at ?? ctx.now()
}

type KnownInvoice = {
  status: string
  total_cents: number
  needs_confirmation: boolean
  failure: string | null
  next_attempt_at: Date | null
}

const listKnown = async (ctx: Ctx, subscriptionId: number): Promise<Map<string, KnownInvoice>> => {
  const rows = await ctx.db
    .selectFrom('stripe_invoices')
    .select(['invoice_id', 'status', 'total_cents', 'needs_confirmation', 'failure', 'next_attempt_at'])
    .where('subscription_id', '=', subscriptionId)
    .execute()
  return new Map(rows.map(({ invoice_id: id, ...known }) => [id, known]))
}

/** Open ones change without their status changing: a payment may be on its way, or failed. */
const isSettled = (invoice: Stripe.Invoice, known: Map<string, KnownInvoice>): boolean =>
  known.get(invoice.id)?.status === invoice.status && invoice.status !== 'open'

/** The invoices that changed since they were last seen, oldest first. Pages are read until one is known throughout. */
const listChanged = async (
  stripe: Stripe,
  ref: string,
  known: Map<string, KnownInvoice>,
): Promise<Stripe.Invoice[]> => {
  const changed: Stripe.Invoice[] = []
  const open = new Set([...known].filter(([, { status }]) => status === 'open' || status === 'draft').map(([id]) => id))
  for (let after: string | undefined; ;) {
    const page = await stripe.invoices.list({ subscription: ref, limit: 20, ...(after && { starting_after: after }) })
    for (const invoice of page.data) open.delete(invoice.id)
    changed.push(...page.data.filter((invoice) => !isSettled(invoice, known)))
    after = page.data.at(-1)?.id
    const isAllKnown = page.data.every((invoice) => isSettled(invoice, known))
    if (!page.has_more || !after || (isAllKnown && open.size === 0)) break
  }
  return changed.filter(({ status }) => status !== 'draft').toSorted((a, b) => a.created - b.created)
}

const listLines = async (stripe: Stripe, invoice: Stripe.Invoice): Promise<Stripe.InvoiceLineItem[]> => {
  if (!invoice.lines.has_more) return invoice.lines.data
  return stripe.invoices.listLineItems(invoice.id, { limit: 100 }).autoPagingToArray({ limit: 1000 })
}

const findIntents = async (stripe: Stripe, invoice: Stripe.Invoice): Promise<Map<string, Stripe.PaymentIntent>> => {
  const intents = new Map<string, Stripe.PaymentIntent>()
  for (const { payment } of invoice.payments?.data ?? []) {
    const { payment_intent: intent } = payment
    const id = typeof intent === 'string' ? intent : intent?.id
    if (id !== undefined) {
      intents.set(id, await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }))
    }
  }
  return intents
}

/** What was over before the subscription was ours was booked by those who had it then. */
const isFromBefore = ({ status, lines }: Stripe.Invoice, { created_at: since }: SyncedSubscription): boolean =>
  status !== 'open' && lines.data.every(({ period }) => period.end * 1000 < since.getTime())

const readInvoice = async (stripe: Stripe, { id }: Stripe.Invoice): Promise<InvoiceAtStripe> => {
  const invoice = await stripe.invoices.retrieve(id, { expand: ['payments'] })
  const [lines, intents] = await Promise.all([listLines(stripe, invoice), findIntents(stripe, invoice)])
  return { invoice, lines, intents }
}

/** An invoice of a change that waits for its payment: until it is paid, nothing has changed. */
const isOfPendingUpdate = (subscription: Stripe.Subscription, invoice: Stripe.Invoice): boolean =>
  subscription.pending_update !== null && invoice.status === 'open' && invoice.billing_reason === 'subscription_update'

const failureOf = ({ intents }: InvoiceAtStripe): { failure: string | null; needsConfirmation: boolean } => {
  const last = [...intents.values()].at(-1)
  return {
    failure: last?.last_payment_error?.message?.slice(0, 500) ?? null,
    needsConfirmation:
      last?.status === 'requires_action' || last?.last_payment_error?.code === 'authentication_required',
  }
}

/** What only the page of the plan says, such as that the bank asks: no charge or payment changes with it. */
const isNews = (one: InvoiceAtStripe, known: Map<string, KnownInvoice>): boolean => {
  const before = known.get(one.invoice.id)
  const { failure, needsConfirmation } = failureOf(one)
  const nextAt = one.invoice.next_payment_attempt
  return (
    one.invoice.status === 'open' &&
    (before?.needs_confirmation !== needsConfirmation ||
      before.failure !== failure ||
      (before.next_attempt_at?.getTime() ?? null) !== (nextAt === null ? null : nextAt * 1000))
  )
}

const invoiceStatuses = ['draft', 'open', 'paid', 'void', 'uncollectible'] as const

const keepInvoices = async (
  { tx }: Work,
  { found, ours, seenAt }: { found: readonly InvoiceAtStripe[]; ours: SyncedSubscription; seenAt: Date },
): Promise<void> => {
  for (const one of found) {
    const { invoice } = one
    const { failure, needsConfirmation } = failureOf(one)
    const seen = {
      status: invoiceStatuses.find((status) => status === invoice.status) ?? 'draft',
      total_cents: invoice.total,
      due_cents: invoice.amount_remaining,
      hosted_url: invoice.hosted_invoice_url ?? null,
      needs_confirmation: needsConfirmation,
      attempts: invoice.attempt_count,
      next_attempt_at: invoice.next_payment_attempt === null ? null : new Date(invoice.next_payment_attempt * 1000),
      failure: invoice.status === 'paid' ? null : failure,
      seen_at: seenAt,
    }
    await tx
      .insertInto('stripe_invoices')
      .values({
        invoice_id: invoice.id,
        subscription_id: ours.id,
        member_id: ours.member_id,
        currency: invoice.currency.toUpperCase(),
        created_at: new Date(invoice.created * 1000),
        ...seen,
      })
      .onConflict((same) => same.column('invoice_id').doUpdateSet(seen))
      .execute()
  }
}

/** Events may come before it is known whose subscription it is. */
const claimEvents = async ({ tx }: Work, ref: string): Promise<void> => {
  const early = tx.updateTable('stripe_events').set({ outcome: 'synced' }).where('root_id', '=', ref)
  await early.where('outcome', '=', 'notOurs').execute()
}

const plansOfPrices = async (ctx: Ctx): Promise<Map<string, number>> => {
  const rows = await ctx.db.selectFrom('stripe_prices').select(['price_id', 'plan_id']).execute()
  return new Map(rows.map(({ price_id: id, plan_id: planId }) => [id, planId]))
}

const readAtStripe = async (
  stripe: Stripe,
  { ref, known, ours }: { ref: string; known: Map<string, KnownInvoice>; ours: SyncedSubscription },
) => {
  const subscription = await stripe.subscriptions.retrieve(ref)
  const found: InvoiceAtStripe[] = []
  for (const invoice of await listChanged(stripe, ref, known)) {
    const isBefore = isFromBefore(invoice, ours)
    found.push(isBefore ? { invoice, lines: [], intents: new Map() } : await readInvoice(stripe, invoice))
  }
  return { subscription, found }
}

/**
 * Asks Stripe for a subscription and its invoices and writes what it says: terms, charges, payments, state; access
 * follows. May be called at any time, any number of times, in any order and by several portals. Returns false where
 * the subscription is not one of ours.
 */
export const syncSubscription = async (ctx: Ctx, ref: string, ownId?: number): Promise<boolean> => {
  const ours = await findOurs(ctx, { ref, id: ownId })
  if (!ours) return false
  const [known, prices, settings, today] = await Promise.all([
    listKnown(ctx, ours.id),
    plansOfPrices(ctx),
    ctx.settings.all(),
    billingToday(ctx),
  ])
  const seenAt = await dbNow(ctx)
  const { subscription, found } = await stripeCall(ctx, (stripe) => readAtStripe(stripe, { ref, known, ours }))
  const invoices = found.filter(
    ({ invoice }) => !isFromBefore(invoice, ours) && !isOfPendingUpdate(subscription, invoice),
  )
  const input = { zone: settings.SITE_TIME_ZONE, today, seenAt, planOf: (id: string) => prices.get(id) }
  const facts = subscriptionFacts(subscription, { ...input, planId: ours.plan_id, invoices })
  await changeBilling(ctx, 'billing.charged', async (work) => {
    const isWritten = await mirrorSubscription(work, { subscriptionId: ours.id, facts })
    if (!isWritten) return
    if (ownId !== undefined) await claimEvents(work, ref)
    await keepInvoices(work, { found, ours, seenAt })
    for (const one of found) {
      await mailFailedTry(work, { found: one, subscriptionId: ours.id, tried: failureOf(one) })
    }
  })
  if (found.some((one) => isNews(one, known))) {
    await record(ctx, async () => ({ result: undefined, tell: billingNotices(ours.member_id) }))
  }
  return true
}
