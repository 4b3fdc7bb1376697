import type { Insertable } from 'kysely'
import { z } from 'zod'
import { addJob } from '../jobs/add-job.ts'
import { job } from '../jobs/job.ts'
import type { Database } from './database.gen.ts'
import type { Work } from './work.ts'

/** Events that other systems may have to be told of; the domain of webhooks looks at who wants them. */
export const takeEventsJob = job('takeWebhookEvents', z.object({ auditIds: z.array(z.number()).min(1) }))

/**
 * Writes audit events. While some other system is to be told of anything, a job for it is added in the same transaction;
 * otherwise this is the one statement that it would be anyway (docs/decisions/0069-webhooks.md).
 */
export const writeEvents = async (work: Work, rows: readonly Insertable<Database['audit_events']>[]): Promise<void> => {
  const written = await work.tx
    .with('written', (db) => db.insertInto('audit_events').values(rows).returning('id'))
    .selectFrom('written')
    .select('id')
    .where((is) =>
      is.exists(is.selectFrom('webhook_receivers').select('webhook_receivers.id').where('off_at', 'is', null)),
    )
    .execute()
  if (written.length > 0) await addJob(work, takeEventsJob, { auditIds: written.map(({ id }) => id) })
}
