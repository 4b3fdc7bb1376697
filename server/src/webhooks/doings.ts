import { sql } from 'kysely'
import { z } from 'zod'
import { type Ctx, type Services, systemCtx } from '#platform/ctx.ts'
import { record, type Tx, type Work } from '#platform/db/change.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { job } from '#platform/jobs/job.ts'
import { lockReceivers, serve, webhooksChanged } from './queue.ts'

export const takeDoingsJob = job('takeWebhookDoings', z.object({}))

/** Whether a receiver that is on wants to hear of swipes or uses; as a rule none does. */
const isWanted = sql<boolean>`off_at is null and kinds && array['swipes', 'uses']`

const findWanting = (db: Ctx['db'] | Tx) =>
  db.selectFrom('webhook_receivers').select('id').where(isWanted).limit(1).executeTakeFirst()

/** In the transaction in which a use of a machine ends. */
export const addDoingsJob = async (work: Work): Promise<void> => {
  if (await findWanting(work.tx)) await addJob(work, takeDoingsJob, {}, { key: 'webhookDoings' })
}

const wakeJob = async (ctx: Ctx): Promise<void> => {
  if (await findWanting(ctx.db)) await record(ctx, async (work) => ({ result: await addDoingsJob(work) }))
}

const gatherMs = 500

/**
 * To be called after a device has its answer: what happened in half a second is told together. Where the process dies
 * before, or the database is away, a job that runs every five minutes finds it.
 */
export const tellOfDoings = (services: Services): (() => void) => {
  let timer: NodeJS.Timeout | null = null
  return () => {
    timer ??= setTimeout(() => {
      timer = null
      wakeJob(systemCtx(services)).catch((error: unknown) =>
        services.log.warn({ err: error }, 'webhooks were not told of a swipe'),
      )
    }, gatherMs).unref()
  }
}

/** A card that was given to no member is told to staff alone, so it is not told here; nor is what is hidden. */
const doingsSince = (since: Date) => sql`
  select s.id as swipe_id, null::uuid as use_id, 'swipes' as kind, s.swiped_at as at, s.device_id, s.member_id,
    case s.outcome when 'granted' then 'swipe.accepted' when 'lockedOut' then 'swipe.lockedOut' else 'swipe.refused' end as event
  from (select * from swipes order by id desc limit 5000) s where s.swiped_at > ${since}
  union all
  select null, id, 'uses', started_at, device_id, member_id, 'use.started' from interlock_sessions where started_at > ${since}
  union all
  select null, id, 'uses', ended_at, device_id, member_id, 'use.ended' from interlock_sessions
  where ended_at > ${since} and started_at > ${since}::timestamptz - interval '2 days'`

const minuteMs = 60_000

/** How far a run looks back: what is told already is left out, so twice is no matter. */
export const lookBack = { soon: 10 * minuteMs, later: 6 * 60 * minuteMs }

/** Puts swipes and uses in the log of each receiver that wants to hear of them. */
export const takeDoings = (ctx: Ctx, backMs: number): Promise<void> =>
  record(ctx, async (work) => {
    const receivers = await lockReceivers(work).where(isWanted).execute()
    if (receivers.length === 0) return { result: undefined }
    const now = ctx.now()
    const { rows } = await sql<{ receiver_id: number }>`
      insert into webhook_deliveries (receiver_id, swipe_id, use_id, event, created_at, next_try_at)
      select r.id, a.swipe_id, a.use_id, a.event, ${now}, ${now}
      from (${doingsSince(new Date(now.getTime() - backMs))}) a
      join devices d on d.id = a.device_id and not d.is_hidden
      join members m on m.id = a.member_id and not m.is_hidden_from_members and m.closed_at is null
      join webhook_receivers r on r.off_at is null and a.kind = any(r.kinds) and a.at >= r.listens_since
      order by r.id, a.at
      on conflict do nothing
      returning receiver_id`.execute(work.tx)
    const told = new Set(rows.map((row) => row.receiver_id))
    for (const receiver of receivers) if (told.has(receiver.id)) await serve(work, receiver)
    return { result: undefined, ...(told.size > 0 && { tell: [webhooksChanged] }) }
  })
