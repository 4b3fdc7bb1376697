import type Stripe from 'stripe'
import { addJob } from '#platform/jobs/add-job.ts'
import { type BillingWork, billingNotices, changeBilling } from '../../billing/billing-work.ts'
import { balanceNotices, bookEntry } from '../../memberbucks/ledger.ts'
import { mailCardsJob } from '../mails.ts'
import { latestChargeOf, listDisputesOf } from '../refunds/given-back.ts'
import { isWithdrawn, keepDisputes } from '../refunds/mirrored-disputes.ts'
import { endAutomaticTopUps } from './automatic-rows.ts'
import type { PaymentMove, PaymentPurpose } from './payment-purpose.ts'
import { lockPayment, type StripePaymentRow } from './payment-rows.ts'

const events = {
  started: 'stripe.topUpStarted',
  changed: 'stripe.topUpChanged',
  failed: 'stripe.topUpFailed',
  arrived: 'stripe.toppedUp',
  reversed: 'stripe.topUpReversed',
} as const

const note = (
  work: BillingWork,
  { row, step, data }: { row: StripePaymentRow; step: keyof typeof events; data: Record<string, unknown> },
): void => {
  const { member_id: memberId, number: topUpId } = row
  work.parts.push({
    event: events[step],
    subject: { kind: 'member', id: memberId },
    data: { topUpId, ...data },
    tell: [...billingNotices(memberId), ...balanceNotices(memberId)],
  })
}

type TopUpMail = { mail: 'toppedUp' | 'topUpFailed' | 'topUpReversed'; amountCents: number; reason?: string }

const tellMember = (work: BillingWork, row: StripePaymentRow, { mail, amountCents, reason = '' }: TopUpMail) =>
  addJob(work, mailCardsJob, {
    mail,
    memberId: row.member_id,
    facts: { amountCents, method: row.method_name, reason },
  })

/** Moves the balance below zero if it must: it follows what happened at Stripe. */
const bookOnBalance = async (
  work: BillingWork,
  { member_id: memberId }: StripePaymentRow,
  { amountCents, idempotencyKey }: { amountCents: number; idempotencyKey?: string },
) => {
  const booked = await bookEntry(work, {
    movement: {
      memberId,
      amountCents,
      type: 'stripe',
      source: 'payment',
      contraAccount: 'cardClearing',
      description: '',
      floorCents: null,
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    },
  })
  if (booked.outcome !== 'booked') throw new Error(`a top-up could not be booked: ${booked.outcome}`)
  return booked
}

const goneOf = (intent: Stripe.PaymentIntent, disputes: readonly Stripe.Dispute[]): number => {
  // An enquiry (warning) takes no money, and one that was won has given it back.
  const taken = disputes.filter(({ status }) => isWithdrawn(status)).reduce((sum, { amount }) => sum + amount, 0)
  return Math.min((latestChargeOf(intent)?.amount_refunded ?? 0) + taken, intent.amount_received)
}

const offReason = ({ state, failure }: PaymentMove): string =>
  state === 'unconfirmed'
    ? 'Your bank asked you to confirm a payment, which only you can do.'
    : failure || 'A payment was refused.'

/** Goes to the balance of a member. */
export const topUpPurpose: PaymentPurpose = {
  key: 'spacekeeper_top_up',
  word: 'topup',
  title: 'Top-up',
  back: 'balance',
  product: ({ MEMBERBUCKS_NAME: name }) => name,
  // A page is a choice, which may be made again.
  waiting: { states: ['started'], countsPages: false, refusal: 'topUpWaiting' },
  note,

  // On the balance once, whichever process hears of it first.
  book: async (work, { row, intent }) => {
    if (row.state === 'succeeded') return null
    const { id: intentId, amount_received: amountCents } = intent
    const { entryId, balanceCents } = await bookOnBalance(work, row, {
      amountCents,
      idempotencyKey: `stripe ${intentId}`,
    })
    // A member who paid on their screen has seen it there.
    if (row.way === 'automatic' || row.state === 'processing')
      await tellMember(work, row, { mail: 'toppedUp', amountCents })
    note(work, { row, step: 'arrived', data: { amountCents, balanceCents } })
    return { ledger_entry_id: entryId }
  },

  follow: async (work, { row, move }) => {
    const { member_id: memberId, amount_cents: amountCents } = row
    const { state, failure: reason } = move
    if (row.state === 'processing' && state === 'failed')
      await tellMember(work, row, { mail: 'topUpFailed', amountCents, reason })
    if (row.way === 'automatic' && (state === 'failed' || state === 'unconfirmed'))
      work.parts.push(...(await endAutomaticTopUps(work, { memberId, reason: offReason(move), amountCents })))
  },

  // Money that was given back or disputed leaves the balance, below nothing if it has been spent; what was won comes back.
  giveBack: async (ctx, seenRow, { intent, seenAt }) => {
    const disputes = await listDisputesOf(ctx, intent, seenRow.reversed_cents > 0)
    await keepDisputes(ctx, { memberId: seenRow.member_id, intentId: intent.id, disputes })
    const goneCents = goneOf(intent, disputes)
    if (goneCents === seenRow.reversed_cents) return
    await changeBilling(ctx, events.reversed, async (work) => {
      const row = await lockPayment(work, seenRow)
      const amountCents = row.reversed_cents - goneCents
      if (amountCents === 0 || row.intent_id !== intent.id || row.seen_at === null || row.seen_at > seenAt) return
      const { balanceCents } = await bookOnBalance(work, row, { amountCents })
      await work.tx.updateTable('stripe_payments').set({ reversed_cents: goneCents }).where('id', '=', row.id).execute()
      await tellMember(work, row, { mail: 'topUpReversed', amountCents })
      note(work, { row, step: 'reversed', data: { amountCents, balanceCents } })
    })
  },
}
