import type pg from 'pg'
import type { Logger } from 'pino'
import type { Ctx } from '#platform/ctx.ts'
import { ensureDataDir } from '#platform/db/data-dir.ts'
import { startEmbeddedPostgres } from '#platform/db/embedded-postgres.ts'
import { markFinished } from '#platform/db/unfinished-restore.ts'
import { checkMigration } from '../archive-contents.ts'
import { ArchiveProblem } from '../archive-file.ts'
import { connected } from '../copy-connection.ts'
import { type CopyReport, verifyCopy } from '../copy-report.ts'
import { placeSecretKey } from './secret-key-file.ts'
import { importTables, type TableSource } from './table-import.ts'

export type DatabaseImport = {
  dataDir: string
  /** Undefined for a database of the portal's own. */
  databaseUrl: string | undefined
  /** Throws where the secrets among the rows are not of the key that the portal has now. */
  checkKey: (client: pg.Client) => Promise<void>
  /** Opens the portal on the database that was filled. */
  open: () => Promise<{ ctx: Ctx; close: () => Promise<void> }>
  log: Logger
  now: Date
}

const startDatabase = async ({ dataDir, databaseUrl, log }: DatabaseImport) =>
  databaseUrl === undefined
    ? startEmbeddedPostgres({ dataDir }, log)
    : { ownerUrl: databaseUrl, close: () => Promise.resolve() }

/**
 * Puts a database into an empty one where the portal has its own, and verifies ledger and books there. A portal begins with
 * it only once that went well and `finish` has run.
 */
export const importDatabase = async (
  request: DatabaseImport,
  source: TableSource & { secretKey: string | null },
  finish: (ctx: Ctx) => Promise<void>,
): Promise<CopyReport> => {
  const { dataDir, checkKey, open, log, now } = request
  checkMigration(source.set)
  ensureDataDir(dataDir)
  const { ownerUrl, close } = await startDatabase(request)
  try {
    const check = async (client: pg.Client) => {
      if (source.secretKey !== null) await placeSecretKey(dataDir, source.secretKey, now)
      await checkKey(client)
    }
    await importTables({ ownerUrl, check, isMarked: true, log }, source)
    const opened = await open()
    try {
      const report = await verifyCopy(opened.ctx)
      if (report.faults.length > 0)
        throw new ArchiveProblem(`What was put in does not add up:\n${report.faults.join('\n')}`)
      await finish(opened.ctx)
      await connected(ownerUrl, markFinished)
      return report
    } finally {
      await opened.close()
    }
  } finally {
    await close()
  }
}
