import { testEvent } from '@spacekeeper/contract/webhooks/words.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { record, type Work } from '#platform/db/change.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { job } from '#platform/jobs/job.ts'
import { screens } from '#platform/live/screens.ts'
import { kindOf } from './rules.ts'

export const webhooksChanged = screens.notice({ topic: 'webhooks', audience: 'admins' })

export const sendWebhooksJob = job('sendWebhooks', z.object({ receiverId: z.number() }))

/** Receivers that fail have a queue of their own, so that their silence holds up no other. Each takes one worker at most. */
const queueOf = (isFailing: boolean) => (isFailing ? 'webhooks that fail' : 'webhooks')

/** Locks receivers, in one order, until the transaction ends: what waits for them and when they are served goes together. */
export const lockReceivers = ({ tx }: Work) =>
  tx.selectFrom('webhook_receivers').select(['id', 'failing_since', 'off_at']).orderBy('id').forNoKeyUpdate()

type LockedReceiver = { id: number; failing_since: Date | null; off_at: Date | null }

/** Sees that what waits for a receiver is sent when it is due. The caller has locked the receiver. */
export const serve = async (work: Work, receiver: LockedReceiver) => {
  const { at } = await work.tx
    .selectFrom('webhook_deliveries')
    .select((is) => is.fn.min('next_try_at').as('at'))
    .where('receiver_id', '=', receiver.id)
    .where('state', '=', 'waiting')
    .$if(receiver.off_at !== null, (query) => query.where('event', '=', testEvent))
    .executeTakeFirstOrThrow()
  if (at === null) return
  await addJob(
    work,
    sendWebhooksJob,
    { receiverId: receiver.id },
    // Of a time that is over, the queue makes none that comes first.
    {
      ...(at > work.now && { runAt: at }),
      key: `webhooks:${receiver.id}`,
      queue: queueOf(receiver.failing_since !== null),
    },
  )
}

/** The same for one receiver that is not locked yet. */
export const serveReceiver = async (work: Work, receiverId: number): Promise<void> => {
  const receiver = await lockReceivers(work).where('id', '=', receiverId).executeTakeFirst()
  if (receiver) await serve(work, receiver)
}

/** Puts these events in the log of each receiver that wants to hear of them. Those that are there already stay as they are. */
export const takeEvents = (ctx: Ctx, auditIds: readonly number[]): Promise<void> =>
  record(ctx, async (work) => {
    const happened = await work.tx
      .selectFrom('audit_events')
      .select('event')
      .distinct()
      .where('id', '=', sql<number>`any(${auditIds}::bigint[])`)
      .execute()
    const kinds = happened.flatMap(({ event }) => {
      const kind = kindOf(event)
      return kind === null ? [] : [{ event, kind }]
    })
    const receivers = await lockReceivers(work).where('off_at', 'is', null).execute()
    if (kinds.length === 0 || receivers.length === 0) return { result: undefined }
    const now = ctx.now()
    const { rows } = await sql<{ receiver_id: number }>`
      insert into webhook_deliveries (receiver_id, audit_id, event, created_at, next_try_at)
      select r.id, a.id, a.event, ${now}, ${now}
      from audit_events a
      join unnest(${kinds.map(({ event }) => event)}::text[], ${kinds.map(({ kind }) => kind)}::text[])
        as k(event, kind) on k.event = a.event
      join webhook_receivers r on r.off_at is null and k.kind = any(r.kinds)
      where a.id = any(${auditIds}::bigint[])
      order by r.id, a.id
      on conflict (receiver_id, audit_id) do nothing
      returning receiver_id`.execute(work.tx)
    const told = new Set(rows.map((row) => row.receiver_id))
    for (const receiver of receivers) if (told.has(receiver.id)) await serve(work, receiver)
    return { result: undefined, ...(told.size > 0 && { tell: [webhooksChanged] }) }
  })

/** A try that was not noted after so long was cut off with its process, and is made again. */
const lostAfterMs = 60_000

/** So many are sent to one receiver at a time. */
const together = 5

/** Takes what is due for a receiver, so that no other process sends it meanwhile. One that is off gets tests alone. */
export const claimDeliveries = (ctx: Ctx, receiverId: number) =>
  record(ctx, async ({ tx }) => {
    const now = ctx.now()
    const result = await tx
      .updateTable('webhook_deliveries as d')
      .from('webhook_receivers as r')
      .set({ next_try_at: new Date(now.getTime() + lostAfterMs) })
      .whereRef('r.id', '=', 'd.receiver_id')
      .where('d.id', 'in', (from) =>
        from
          .selectFrom('webhook_deliveries as due')
          .innerJoin('webhook_receivers as whose', 'whose.id', 'due.receiver_id')
          .select('due.id')
          .where('due.receiver_id', '=', receiverId)
          .where('due.state', '=', 'waiting')
          .where('due.next_try_at', '<=', now)
          .where((is) => is.or([is('whose.off_at', 'is', null), is('due.event', '=', testEvent)]))
          .orderBy('due.next_try_at')
          .limit(together)
          .forUpdate('due')
          .skipLocked(),
      )
      .returning([
        'd.id',
        'd.message_id',
        'd.event',
        'd.audit_id',
        'd.swipe_id',
        'd.use_id',
        'd.attempts',
        'd.created_at',
        'r.address',
        'r.has_names',
      ])
      .returning(['r.secret_sealed', 'r.old_secret_sealed', 'r.old_secret_until'])
      .execute()
    return { result }
  })

export type ClaimedDelivery = Awaited<ReturnType<typeof claimDeliveries>>[number]

/** Receivers for which something has been due for a while, because the job that was to send it was lost or given up. */
export const serveForgotten = (ctx: Ctx): Promise<void> =>
  record(ctx, async (work) => {
    const late = new Date(ctx.now().getTime() - 2 * lostAfterMs)
    const receivers = await lockReceivers(work)
      .where((is) =>
        is.exists(
          is
            .selectFrom('webhook_deliveries as d')
            .select('d.id')
            .whereRef('d.receiver_id', '=', 'webhook_receivers.id')
            .where('d.state', '=', 'waiting')
            .where('d.next_try_at', '<', late),
        ),
      )
      .execute()
    for (const receiver of receivers) await serve(work, receiver)
    return { result: undefined }
  })
