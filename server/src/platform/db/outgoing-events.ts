import { type Insertable, sql } from 'kysely'
import { z } from 'zod'
import { addJob } from '../jobs/add-job.ts'
import { job } from '../jobs/job.ts'
import { type Notice, textsOf } from '../live/channel.ts'
import type { Database } from './database.gen.ts'
import type { Work } from './work.ts'

/** Events that other systems may have to be told of; the domain of webhooks looks at who wants them. */
export const takeEventsJob = job('takeWebhookEvents', z.object({ auditIds: z.array(z.number()).min(1) }))

type OutgoingEvents = { rows: readonly Insertable<Database['audit_events']>[]; tell: readonly Notice[] }

/** Notifies every process, once the transaction is committed. */
export const notifying = (tell: readonly Notice[]) => {
  const texts = textsOf(tell.filter(({ isToldLater }) => !isToldLater))
  return sql<{ sent: null }>`select pg_notify('spacekeeper', n) as sent from unnest(${texts}::text[]) as n`
}

/**
 * Writes audit events and tells their notices. While some other system is to be told of anything, a job for it is added
 * in the same transaction; otherwise this is one statement (docs/decisions/0069-webhooks.md).
 */
export const writeEvents = async (work: Work, { rows, tell }: OutgoingEvents): Promise<void> => {
  const written = await work.tx
    .with('written', (db) => db.insertInto('audit_events').values(rows).returning('id'))
    .with('told', () => sql<{ sent: null }>`(${notifying(tell)})`)
    // Only what is selected from is sent, so this goes first and the events are joined to it.
    .selectFrom((from) =>
      from
        .selectFrom('told')
        .select((is) => is.fn.countAll().as('count'))
        .as('all_told'),
    )
    .leftJoin('written', (on) =>
      on.on((is) =>
        is.exists(is.selectFrom('webhook_receivers').select('webhook_receivers.id').where('off_at', 'is', null)),
      ),
    )
    .select(['all_told.count', 'written.id'])
    .execute()
  const auditIds = written.flatMap(({ id }) => id ?? [])
  if (auditIds.length > 0) await addJob(work, takeEventsJob, { auditIds })
}
