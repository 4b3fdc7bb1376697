import { testEvent } from '@spacekeeper/contract/webhooks/words.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change, record, type Work, unchanged } from '#platform/db/change.ts'
import { writeMail } from '#platform/mail/mail-template.ts'
import { messagesChanged, queueMail } from '../messages/outbox.ts'
import { webhookOffMail } from './mails.ts'
import { webhooksChanged, type ClaimedDelivery } from './queue.ts'
import { nextTryAt, offReasonAfter } from './rules.ts'

/** `isOver`: trying again would change nothing. */
export type DeliveryOutcome = {
  isDelivered: boolean
  status: number | null
  answer: string | null
  error: string | null
  isOver?: boolean
}

type DeliveryNote = { receiverId: number; delivery: ClaimedDelivery; outcome: DeliveryOutcome & { tookMs: number } }

const settle = async ({ tx, now }: Work, noted: DeliveryNote): Promise<void> => {
  const { delivery, outcome } = noted
  const tries = delivery.attempts + 1
  // Staff wait for the outcome of a test, so it is tried once.
  const isLast =
    outcome.isDelivered || outcome.isOver === true || outcome.status === 410 || delivery.event === testEvent
  const next = isLast ? null : nextTryAt({ tries, now, chance: Math.random() })
  const state = outcome.isDelivered ? 'delivered' : next === null ? 'failed' : 'waiting'
  const { status, answer, error, tookMs } = outcome
  await tx
    .updateTable('webhook_deliveries')
    .set({
      state,
      attempts: tries,
      tried_at: now,
      next_try_at: next,
      settled_at: next === null ? now : null,
      status,
      answer,
      error,
      took_ms: tookMs,
    })
    .where('id', '=', delivery.id)
    // Switched off meanwhile, it waits no more.
    .where((is) => is.or([is('state', '=', 'waiting'), is.val(outcome.isDelivered)]))
    .execute()
}

/** How the receiver fares now; since when it has been failing. Tests say nothing of it: they also go to one that is off. */
const follow = async ({ tx, now }: Work, noted: DeliveryNote): Promise<Date | null> => {
  const { receiverId, outcome } = noted
  const row = await tx
    .selectFrom('webhook_receivers')
    .select('failing_since')
    .where('id', '=', receiverId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const failingSince = outcome.isDelivered ? null : (row?.failing_since ?? now)
  await tx
    .updateTable('webhook_receivers')
    .set({ failing_since: failingSince, error: outcome.error, ...(outcome.isDelivered && { delivered_at: now }) })
    .where('id', '=', receiverId)
    .execute()
  return failingSince
}

/** Notes what became of a try, and switches the receiver off once it is of no use to go on. */
export const noteDelivery = async (ctx: Ctx, noted: DeliveryNote): Promise<void> => {
  const { receiverId, delivery, outcome } = noted
  const isAboutReceiver = delivery.event !== testEvent && outcome.isOver !== true
  const failingSince = await record(ctx, async (work) => {
    const result = isAboutReceiver ? await follow(work, noted) : null
    await settle(work, noted)
    return { result, tell: [webhooksChanged] }
  })
  if (!isAboutReceiver || outcome.isDelivered) return
  const reason = offReasonAfter({ status: outcome.status, failingSince, now: ctx.now() })
  if (reason !== null) await giveUp(ctx, { receiverId, reason })
}

/** What waited for a receiver is not sent any more. */
export const stopWaiting = async ({ tx, now }: Work, receiverId: number): Promise<void> => {
  await tx
    .updateTable('webhook_deliveries')
    .set({ state: 'stopped', next_try_at: null, settled_at: now })
    .where('receiver_id', '=', receiverId)
    .where('state', '=', 'waiting')
    .execute()
}

const mostAddresses = 100

const listAdministrators = ({ tx }: Work) =>
  tx
    .selectFrom('members')
    .select(['id', 'email'])
    .where('is_admin', '=', true)
    .where('suspended_at', 'is', null)
    .where('closed_at', 'is', null)
    .where('email_verified_at', 'is not', null)
    .orderBy('id')
    .limit(mostAddresses)
    .execute()

/** Switches a receiver off for good and tells the administrators; one that is off already stays as it is. */
const giveUp = async (ctx: Ctx, input: { receiverId: number; reason: 'gone' | 'failing' }): Promise<void> => {
  const { receiverId, reason } = input
  await change(ctx, 'webhook.gaveUp', async (work) => {
    const receiver = await work.tx
      .updateTable('webhook_receivers')
      .set({ off_at: ctx.now(), off_reason: reason })
      .where('id', '=', receiverId)
      .where('off_at', 'is', null)
      .returning(['name', 'error'])
      .executeTakeFirst()
    if (!receiver) return unchanged(undefined)
    await stopWaiting(work, receiverId)
    const { name, error } = receiver
    const mail = await writeMail(ctx, webhookOffMail, { name, receiverId, reason, error: error ?? '' })
    for (const { id: memberId } of await listAdministrators(work))
      await queueMail(work, { mail, envelope: { memberId } })
    return {
      result: undefined,
      data: { name, receiverId, reason },
      tell: [webhooksChanged, messagesChanged],
    }
  })
}
