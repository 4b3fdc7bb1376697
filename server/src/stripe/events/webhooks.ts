import type { StripeEvent } from '@spacekeeper/contract/stripe/webhook-routes.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Work } from '#platform/db/change.ts'
import { record } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { syncRootJob } from '../job-names.ts'
import { objectOf } from './event-roots.ts'

/** How old, or how far ahead of our clock, a signature may be, in seconds. */
const tolerance = 300

const verify = async (ctx: Ctx, { body, signature }: { body: Uint8Array; signature: string }): Promise<void> => {
  const secret = await ctx.settings.get('STRIPE_WEBHOOK_SECRET')
  if (secret === '') throw new AppError('webhookOff')
  const now = Math.floor(ctx.now().getTime() / 1000)
  // The library believes a signature of tomorrow.
  const signedAt = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1])
  if (!(signedAt <= now + tolerance)) throw new AppError('webhookRefused')
  const { default: Library } = await import('stripe')
  const { signature: signatures } = Library.webhooks
  const isSigned = () =>
    signatures?.verifyHeader(Buffer.from(body), signature, secret, tolerance, undefined, ctx.now().getTime()) === true
  try {
    if (isSigned()) return
  } catch {
    // The library throws what it says of a wrong signature.
  }
  throw new AppError('webhookRefused')
}

/** Keeps an event unless it is known, and asks for what it is about, in turn with all that concerns the same object. */
export const keepEvent = (ctx: Ctx, event: StripeEvent): Promise<{ isNew: boolean }> =>
  record(ctx, async (work) => {
    const { kind, id, ...named } = objectOf(event)
    // Of an account that is only connected with ours: its objects are none that our key finds.
    const root = typeof event.account === 'string' ? null : named.root
    const kept = await work.tx
      .insertInto('stripe_events')
      .values({
        id: event.id,
        type: event.type,
        object_kind: kind,
        object_id: id,
        root_id: root,
        created_at: new Date(typeof event.created === 'number' ? event.created * 1000 : event.created),
        received_at: ctx.now(),
        ...(root === null && { handled_at: ctx.now(), outcome: 'ignored' as const }),
      })
      .onConflict((same) => same.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (kept && root !== null) await askForRoot(work, root)
    return { result: { isNew: kept !== undefined } }
  })

/** One waiting job is enough for an object: it is fetched as it is by then. */
export const askForRoot = (work: Work, root: string): Promise<void> =>
  addJob(work, syncRootJob, { root }, { key: `stripe-${root}`, queue: `stripe-${root}` })

type SentWebhook = { body: Uint8Array; signature: string; event: StripeEvent | null }

/**
 * Takes an event from Stripe: refused unless it is signed with the secret of the settings, kept once, looked at by a job. What is
 * signed and no event is taken and left: refused, it would be sent again for three days.
 */
export const receiveWebhook = async (ctx: Ctx, { event, ...sent }: SentWebhook): Promise<void> => {
  await verify(ctx, sent)
  if (event) await keepEvent(ctx, event)
  else ctx.log.warn('Stripe has sent what is no event; it is ignored')
}
