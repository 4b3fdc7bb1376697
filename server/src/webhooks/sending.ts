import type { Ctx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import { FetchFailure, guardedFetch } from '#platform/http/guarded-fetch.ts'
import { messageIdOf, writeMessage } from './messages.ts'
import { type DeliveryOutcome, noteDelivery } from './outcomes.ts'
import { claimDeliveries, type ClaimedDelivery, serveReceiver } from './queue.ts'
import { excerptOf } from './rules.ts'
import { signMessage } from './secrets.ts'

const timeoutMs = 15_000
/** Enough of an answer to show; the portal hangs up then. */
const enoughBytes = 2_000
const mostBytes = 1_000_000
/** A receiver with much to hear gives way to others after this. */
const turnMs = 20_000

const isGood = (status: number) => status >= 200 && status < 300

/** Only those who hold no secret of the space may have listened on the way, so plain HTTP stays in its own network. */
const problemOf = (address: string, allowPrivate: boolean): string | null =>
  allowPrivate || address.startsWith('https:') ? null : 'The address has to begin with https://.'

const post = async (ctx: Ctx, input: { delivery: ClaimedDelivery; body: string }): Promise<DeliveryOutcome> => {
  const { delivery, body } = input
  const allowPrivate = await ctx.settings.get('WEBHOOKS_ALLOW_PRIVATE')
  const problem = problemOf(delivery.address, allowPrivate)
  if (problem !== null) return { isDelivered: false, status: null, answer: null, error: problem }
  const message = { id: messageIdOf(delivery.message_id), body, now: ctx.now() }
  let heard = 0
  try {
    const { status, body: said } = await guardedFetch(delivery.address, {
      method: 'POST',
      allowPrivate,
      timeoutMs,
      maxBytes: mostBytes,
      headers: signMessage(message, { secretKey: ctx.secretKey, sealed: delivery }),
      body,
      isEnough: (piece) => (heard += piece.length) >= enoughBytes,
    })
    const isDelivered = isGood(status)
    const error = isDelivered ? null : describeStatus(status)
    return { isDelivered, status, answer: excerptOf(said), error }
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error
    return { isDelivered: false, status: null, answer: null, error: error.message }
  }
}

const describeStatus = (status: number): string => {
  if (status === 410) return 'The receiver says that it is gone (410).'
  if (status >= 300 && status < 400)
    return `The receiver redirects to another address (${status}), which we don’t follow.`
  return `The receiver answered ${status}.`
}

/** One try; whether it arrived. */
const send = async (ctx: Ctx, input: { receiverId: number; delivery: ClaimedDelivery }): Promise<boolean> => {
  const { receiverId, delivery } = input
  const { event, audit_id: auditId, swipe_id: swipeId, use_id: useId, created_at: createdAt } = delivery
  const startedAt = performance.now()
  const body = await writeMessage(ctx, { event, auditId, swipeId, useId, createdAt, hasNames: delivery.has_names })
  const outcome =
    body === null
      ? { isDelivered: false, status: null, answer: null, error: 'What happened is no longer kept.', isOver: true }
      : await post(ctx, { delivery, body })
  const tookMs = Math.round(performance.now() - startedAt)
  await noteDelivery(ctx, { receiverId, delivery, outcome: { ...outcome, tookMs } })
  return outcome.isDelivered
}

/**
 * Sends what is due for a receiver, a few at a time, until nothing is or its turn is over, and comes back when more is
 * due. At the first failure it makes room for receivers that work.
 */
export const sendDue = async (ctx: Ctx, receiverId: number): Promise<void> => {
  const startedAt = performance.now()
  let isWell = true
  while (isWell && performance.now() - startedAt < turnMs) {
    const claimed = await claimDeliveries(ctx, receiverId)
    if (claimed.length === 0) break
    const sent = await Promise.all(claimed.map((delivery) => send(ctx, { receiverId, delivery })))
    isWell = sent.every(Boolean)
  }
  await record(ctx, async (work) => ({ result: await serveReceiver(work, receiverId) }))
}
