import type { AuditFilter } from '@spacekeeper/contract/audits.ts'
import type { File } from '@spacekeeper/contract/route.ts'
import type { Ctx } from '#platform/ctx.ts'
import { writeCsv } from '#platform/csv/write-csv.ts'
import { change } from '#platform/db/change.ts'
import { listEvents } from './queries.ts'
import { asEntry, wordsOf, type StoredEvent } from './rules.ts'
import { writeFacts } from './write-facts.ts'

const maxRows = 20_000

const dayOf = (ctx: Ctx) => ctx.now().toISOString().slice(0, 10)

const columns = [
  { header: 'When (UTC)', value: (event: StoredEvent) => event.at },
  { header: 'What happened', value: (event: StoredEvent) => wordsOf(asEntry(event).sentence) },
  { header: 'Who', value: (event: StoredEvent) => event.actorName ?? event.actorKind },
  { header: 'Whom or what', value: (event: StoredEvent) => event.subjectName ?? event.subjectKind },
  { header: 'Details', value: (event: StoredEvent) => writeFacts(asEntry(event).facts) },
  { header: 'Event', value: (event: StoredEvent) => event.event },
  { header: 'Number', value: (event: StoredEvent) => event.id },
]

/** The audit as a table, as it is filtered; who took it away stands in the audit. */
export const exportAudit = async (ctx: Ctx, filter: AuditFilter): Promise<File> => {
  const events = await listEvents(ctx, { filter, limit: maxRows })
  return change(ctx, 'audit.exported', async () => ({
    result: writeCsv({ name: `audit-${dayOf(ctx)}.csv`, columns, rows: events }),
    data: { rows: events.length, filter },
  }))
}
