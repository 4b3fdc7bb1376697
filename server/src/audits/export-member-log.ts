import type { LogEntry, LogFilter } from '@spacekeeper/contract/audits.ts'
import type { File } from '@spacekeeper/contract/route.ts'
import type { Ctx } from '#platform/ctx.ts'
import { writeCsv } from '#platform/csv/write-csv.ts'
import { change } from '#platform/db/change.ts'
import { describeEntry } from './describe-entry.ts'
import { listMemberLog } from './list-member-log.ts'
import { writeFacts } from './write-facts.ts'

const maxRows = 20_000

const columns = [
  { header: 'When (UTC)', value: ({ at }: LogEntry) => new Date(at) },
  { header: 'Until (UTC)', value: ({ endedAt }: LogEntry) => (endedAt === null ? null : new Date(endedAt)) },
  { header: 'Kind', value: ({ kind }: LogEntry) => kind },
  { header: 'What happened', value: describeEntry },
  { header: 'Details', value: ({ facts }: LogEntry) => writeFacts(facts) },
]

/** A member's log as a table, as it is filtered; who took it away stands in the audit. */
export const exportMemberLog = async (ctx: Ctx, input: { memberId: number; filter: LogFilter }): Promise<File> => {
  const { memberId, filter } = input
  const { entries } = await listMemberLog(ctx, { memberId, filter, limit: maxRows })
  return change(ctx, 'audit.memberLogExported', async () => ({
    result: writeCsv({ name: `member-${memberId}-log.csv`, columns, rows: entries }),
    subject: { kind: 'member', id: memberId },
    data: { rows: entries.length, filter },
  }))
}
