/** A seeded portal for one worker of the browser tests. Ends when its parent does. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../server/src/config.ts'
import { startPortal } from '../server/src/portal.ts'
import { seedSpace } from '../server/src/seed-space.ts'
import { createLog } from '../server/src/platform/log/log.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'spacekeeper-e2e-'))
const generous = { ordinary: 1_000_000, credentials: 1_000_000, mail: 1_000_000 }
const config = readConfig({ HOST: '127.0.0.1', LOG_LEVEL: 'error', ...process.env, DATA_DIR: dataDir })
const portal = await startPortal(config, { log: createLog(config.logLevel), limits: generous })
const space = await seedSpace(portal.services, process.env['E2E_PASSWORD'] ?? '')

let isStopping = false
const stop = () => {
  if (isStopping) return
  isStopping = true
  void portal.close().finally(() => {
    rmSync(dataDir, { recursive: true, force: true })
    process.exit(0)
  })
}
process.stdin.on('end', stop).resume()
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
process.stdout.write(`${JSON.stringify({ ...space, dataDir, connectionString: portal.connectionString })}\n`)
