/** One PostgreSQL for the browser tests with a migrated database, of which each portal gets a copy. Ends with its parent. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAccounts, createDatabase, urlOfDatabase } from '../server/src/platform/db/database-accounts.ts'
import { startEmbeddedServer } from '../server/src/platform/db/embedded-postgres.ts'
import { migrate } from '../server/src/platform/db/migrate.ts'
import { connectDatabase } from '../server/src/platform/db/open-database.ts'
import { migrateJobs } from '../server/src/platform/jobs/migrate-jobs.ts'
import { createLog } from '../server/src/platform/log/log.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'spacekeeper-e2e-database-'))
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  io_method: 'sync',
  max_connections: '200',
}
const log = createLog('error')
const server = await startEmbeddedServer({ dataDir, settings, isThrowaway: true }, log)

let isStopping = false
const stop = () => {
  if (isStopping) return
  isStopping = true
  void server.close().finally(() => {
    rmSync(dataDir, { recursive: true, force: true })
    process.exit()
  })
}
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
process.stdin.once('close', stop)
process.stdin.resume()

try {
  await createAccounts(server.adminUrl)
  await createDatabase(server.adminUrl, 'template')
  const connectionString = urlOfDatabase(server.adminUrl, 'template')
  await migrate({ connectionString, log })
  await migrateJobs({ connectionString, log })
  // A journey that sets its clock ahead would otherwise come to a night.
  const { pool, close } = connectDatabase({ connectionString, poolSize: 1 }, log)
  await pool.query("insert into settings (key, value, changed_at) values ('BACKUP_NIGHTLY', 'false', now())")
  await close()
  process.stdout.write(`${connectionString}\n`)
} catch (error) {
  log.fatal({ err: error }, 'the database of the browser tests did not start')
  process.exitCode = 1
  stop()
}
