import type Stripe from 'stripe'
import type { Ctx } from '#platform/ctx.ts'
import type { Work } from '#platform/db/change.ts'
import { record } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { objectOf } from './event-roots.ts'
import { syncRootJob } from './job-names.ts'

/** How old, or how far ahead of our clock, a signature may be, in seconds. */
const tolerance = 300

const verify = async (
  ctx: Ctx,
  { body, signature }: { body: Uint8Array; signature: string },
): Promise<Stripe.Event> => {
  const secret = await ctx.settings.get('STRIPE_WEBHOOK_SECRET')
  if (secret === '') throw new AppError('webhookOff')
  const now = Math.floor(ctx.now().getTime() / 1000)
  // The library believes a signature of tomorrow.
  const signedAt = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1])
  if (!(signedAt <= now + tolerance)) throw new AppError('webhookRefused')
  const { default: Library } = await import('stripe')
  try {
    return Library.webhooks.constructEvent(
      Buffer.from(body),
      signature,
      secret,
      tolerance,
      undefined,
      ctx.now().getTime(),
    )
  } catch {
    throw new AppError('webhookRefused')
  }
}

/** Keeps an event unless it is known, and asks for what it is about, in turn with all that concerns the same object. */
export const keepEvent = (ctx: Ctx, event: Stripe.Event): Promise<{ isNew: boolean }> =>
  record(ctx, async (work) => {
    const { kind, id, ...named } = objectOf(event)
    // Of an account that is only connected with ours: its objects are none that our key finds.
    const root = event.account === undefined ? named.root : null
    const kept = await work.tx
      .insertInto('stripe_events')
      .values({
        id: event.id,
        type: event.type,
        object_kind: kind,
        object_id: id,
        root_id: root,
        created_at: new Date(event.created * 1000),
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

/** What Stripe sent: refused unless it is signed with the secret of the settings, kept once, looked at by a job. */
export const receiveWebhook = async (ctx: Ctx, sent: { body: Uint8Array; signature: string }): Promise<void> => {
  await keepEvent(ctx, await verify(ctx, sent))
}
