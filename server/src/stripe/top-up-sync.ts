import type { TopUpState } from '@spacekeeper/contract/stripe/words.ts'
import type Stripe from 'stripe'
import type { Ctx } from '#platform/ctx.ts'
import { type ChangePart, change, unchanged, type Work } from '#platform/db/change.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { balanceNotices, bookEntry } from '../memberbucks/ledger.ts'
import { endAutomaticTopUps } from './automatic-rows.ts'
import { stripeCall } from './client.ts'
import { mailCardsJob } from './mails.ts'
import { isWithdrawn, keepDisputes } from './mirrored-disputes.ts'
import { dbNow } from './sync-subscriptions.ts'
import { lockTopUp, topUpNotices, type TopUpRow } from './top-up-rows.ts'

/** By this a payment at Stripe says which top-up it is. */
export const topUpKey = 'spacekeeper_top_up'

/** A payment as it stands at Stripe: what came in of it, and what of that is gone again. */
type IntentFacts = {
  intentId: string
  status: string
  receivedCents: number
  /** Given back, or taken back by a bank. */
  goneCents: number
  isConfirmationAsked: boolean
  failure: string
  receiptUrl: string
  disputes: readonly Stripe.Dispute[]
}

const disputesOf = async (stripe: Stripe, charge: Stripe.Charge | null, wasDisputed: boolean) =>
  charge && (charge.disputed || wasDisputed) ? (await stripe.disputes.list({ charge: charge.id, limit: 100 })).data : []

const goneOf = (charge: Stripe.Charge | null, disputes: readonly Stripe.Dispute[]): number => {
  // An enquiry (warning) takes no money, and one that was won has given it back.
  const taken = disputes.filter(({ status }) => isWithdrawn(status))
  return (charge?.amount_refunded ?? 0) + taken.reduce((sum, { amount }) => sum + amount, 0)
}

const factsOf = async (stripe: Stripe, intent: Stripe.PaymentIntent, wasDisputed: boolean): Promise<IntentFacts> => {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  const disputes = await disputesOf(stripe, charge, wasDisputed)
  const error = intent.last_payment_error
  return {
    intentId: intent.id,
    status: intent.status,
    receivedCents: intent.amount_received,
    goneCents: intent.status === 'succeeded' ? Math.min(goneOf(charge, disputes), intent.amount_received) : 0,
    isConfirmationAsked: intent.status === 'requires_action' || error?.code === 'authentication_required',
    failure: (error?.message ?? '').slice(0, 500),
    receiptUrl: charge?.receipt_url ?? '',
    disputes,
  }
}

/** What a payment that has not succeeded means for its top-up. On Stripe's page a member may try again. */
const stateOf = (row: TopUpRow, facts: IntentFacts): TopUpState => {
  if (facts.status === 'processing') return 'processing'
  if (facts.status === 'canceled') return 'canceled'
  if (row.way === 'checkout') return row.state === 'processing' ? 'failed' : row.state
  if (facts.isConfirmationAsked) return 'unconfirmed'
  return facts.status === 'requires_payment_method' ? 'failed' : row.state
}

type TopUpStep = { row: TopUpRow; facts: IntentFacts }

type TopUpMail = { name: 'toppedUp' | 'topUpFailed' | 'topUpReversed'; amountCents: number }

const mail = (work: Work, { row, facts }: TopUpStep, { name, amountCents }: TopUpMail) =>
  addJob(work, mailCardsJob, {
    mail: name,
    memberId: row.member_id,
    facts: { amountCents, method: row.method_name, reason: facts.failure },
  })

const partOf = ({ row }: TopUpStep, event: ChangePart['event'], data: Record<string, unknown>): ChangePart => ({
  ...(event !== undefined && { event }),
  subject: { kind: 'member', id: row.member_id },
  data: { topUpId: row.id, ...data },
  tell: [...topUpNotices(row.member_id), ...balanceNotices(row.member_id)],
})

const movementOf = ({ row }: TopUpStep, amountCents: number) => ({
  memberId: row.member_id,
  amountCents,
  type: 'stripe' as const,
  source: 'payment' as const,
  contraAccount: 'cardClearing' as const,
  description: '',
  floorCents: null,
})

/** The money is there: on the balance once, whichever process hears of it first. */
const credit = async (work: Work, step: TopUpStep): Promise<ChangePart> => {
  const { row, facts } = step
  const idempotencyKey = `stripe ${facts.intentId}`
  const movement = { ...movementOf(step, facts.receivedCents), idempotencyKey }
  const booked = await bookEntry(work, { movement })
  if (booked.outcome !== 'booked') throw new Error(`a top-up could not be booked: ${booked.outcome}`)
  await work.tx
    .updateTable('top_ups')
    .set({ state: 'succeeded', ledger_entry_id: booked.entryId, settled_at: work.now, failure: '' })
    .set({ receipt_url: facts.receiptUrl, intent_id: facts.intentId })
    .where('id', '=', row.id)
    .execute()
  // Who paid on their screen has seen it there.
  if (row.way === 'automatic' || row.state === 'processing')
    await mail(work, step, { name: 'toppedUp', amountCents: facts.receivedCents })
  return partOf(step, 'stripe.toppedUp', { amountCents: facts.receivedCents, balanceCents: booked.balanceCents })
}

/** What was given back or disputed leaves the balance, below nothing if it has been spent; what was won comes back. */
const reverse = async (work: Work, step: TopUpStep): Promise<ChangePart> => {
  const { row, facts } = step
  const amountCents = row.reversed_cents - facts.goneCents
  const booked = await bookEntry(work, { movement: movementOf(step, amountCents) })
  if (booked.outcome !== 'booked') throw new Error(`a top-up could not be reversed: ${booked.outcome}`)
  await work.tx.updateTable('top_ups').set({ reversed_cents: facts.goneCents }).where('id', '=', row.id).execute()
  await mail(work, step, { name: 'topUpReversed', amountCents })
  return partOf(step, 'stripe.topUpReversed', { amountCents, balanceCents: booked.balanceCents })
}

const move = async (work: Work, step: TopUpStep, state: TopUpState): Promise<ChangePart[]> => {
  const { row, facts } = step
  const isOver = state === 'failed' || state === 'canceled'
  await work.tx
    .updateTable('top_ups')
    .set({ state, intent_id: facts.intentId, failure: facts.failure, settled_at: isOver ? work.now : null })
    .where('id', '=', row.id)
    .execute()
  if (row.state === 'processing' && state === 'failed')
    await mail(work, step, { name: 'topUpFailed', amountCents: row.amount_cents })
  const off =
    row.way === 'automatic' && (state === 'failed' || state === 'unconfirmed')
      ? await endAutomaticTopUps(work, {
          memberId: row.member_id,
          reason: offReason(state, facts),
          amountCents: row.amount_cents,
        })
      : []
  const event = state === 'failed' ? 'stripe.topUpFailed' : 'stripe.topUpChanged'
  return [partOf(step, event, { amountCents: row.amount_cents, state }), ...off]
}

function offReason(state: TopUpState, { failure }: IntentFacts): string {
  if (state === 'unconfirmed') return 'Your bank asked you to confirm a payment, which only you can do.'
  return failure || 'A payment was refused.'
}

const apply = async (work: Work, step: TopUpStep): Promise<ChangePart[]> => {
  const { row, facts } = step
  if (facts.status !== 'succeeded') {
    const state = stateOf(row, facts)
    // What has come in stays in; it goes out again as a refund or a dispute.
    if (row.state === 'succeeded' || (state === row.state && row.intent_id !== null)) return []
    return move(work, step, state)
  }
  const parts = row.state === 'succeeded' ? [] : [await credit(work, step)]
  const isMoved = facts.goneCents !== row.reversed_cents
  return isMoved ? [...parts, await reverse(work, step)] : parts
}

const idOf = (object: string | { id: string } | null): string | null =>
  typeof object === 'string' ? object : (object?.id ?? null)

const findRowOf = (ctx: Ctx, intent: Stripe.PaymentIntent) =>
  ctx.db
    .selectFrom('top_ups')
    .select(['id', 'member_id', 'reversed_cents'])
    .where('customer_id', '=', idOf(intent.customer) ?? '')
    .where((is) => {
      const named = Number(intent.metadata[topUpKey])
      const isNamed = Number.isSafeInteger(named) && named > 0 && named < 2_147_483_648
      return is.or([is('intent_id', '=', intent.id), ...(isNamed ? [is('id', '=', named)] : [])])
    })
    .executeTakeFirst()

/**
 * What Stripe says of a payment becomes what its top-up is here, however often and from wherever it is asked. False where the
 * payment is no top-up of ours.
 */
export const syncTopUp = async (ctx: Ctx, intentId: string): Promise<boolean> => {
  const seenAt = await dbNow(ctx)
  const found = await stripeCall(ctx, async (stripe) => {
    const intent = await stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] })
    const row = await findRowOf(ctx, intent)
    return row && { row, facts: await factsOf(stripe, intent, row.reversed_cents > 0) }
  })
  if (!found) return false
  await keepDisputes(ctx, { memberId: found.row.member_id, intentId, disputes: found.facts.disputes })
  await change(ctx, 'stripe.topUpChanged', async (work) => {
    const row = await lockTopUp(work, found.row.id)
    if (row.intent_id !== null && row.intent_id !== intentId) {
      ctx.log.error({ topUpId: row.id }, 'stripe: a top-up has two payments; the second is not booked')
      return unchanged(undefined)
    }
    if (row.seen_at !== null && row.seen_at > seenAt) return unchanged(undefined)
    await work.tx.updateTable('top_ups').set({ seen_at: seenAt }).where('id', '=', row.id).execute()
    const [first, ...also] = await apply(work, { row, facts: found.facts })
    return first ? { ...first, result: undefined, also } : unchanged(undefined)
  })
  return true
}
