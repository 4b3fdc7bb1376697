/**
 * A portal for the browser tests, seeded unless E2E_EMPTY says that it is the first start, with machines if E2E_MACHINES
 * says so. Does what its parent asks for line by line, and ends with it.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { firstAdminLink } from '../server/src/accounts/first-admin-link.ts'
import { readConfig } from '../server/src/config.ts'
import { startPortal } from '../server/src/portal.ts'
import { seedMachines } from '../server/src/seed-machines.ts'
import { seedVending } from '../server/src/seed-vending.ts'
import { seedSms } from '../server/src/seed-sms.ts'
import { seedSpace } from '../server/src/seed-space.ts'
import { systemCtx } from '../server/src/platform/ctx.ts'
import { createLog } from '../server/src/platform/log/log.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'spacekeeper-e2e-'))
const generous = { ordinary: 1_000_000, credentials: 1_000_000, mail: 1_000_000 }
const config = readConfig({ HOST: '127.0.0.1', LOG_LEVEL: 'error', ...process.env, DATA_DIR: dataDir })
const portal = await startPortal(config, { log: createLog(config.logLevel), limits: generous })
const isEmpty = process.env['E2E_EMPTY'] === 'true'
const seed = async () => {
  if (isEmpty) return { members: {}, doors: [], machines: [], vending: [] }
  const space = await seedSpace(portal.services, process.env['E2E_PASSWORD'] ?? '')
  const hasMachines = process.env['E2E_MACHINES'] === 'true'
  if (!hasMachines) return { ...space, machines: [], vending: [] }
  const machines = await seedMachines(portal.services, space)
  return { ...space, machines, vending: await seedVending(portal.services) }
}
const space = await seed()
const account = process.env['E2E_SMS']
if (account !== undefined) await seedSms(portal.services, JSON.parse(account)) // written by portal.ts
const setupLink = await firstAdminLink(systemCtx(portal.services))
const print = (facts: object) => process.stdout.write(`${JSON.stringify(facts)}\n`)

let isStopping = false
const stop = () => {
  if (isStopping) return
  isStopping = true
  void portal.close().finally(() => {
    rmSync(dataDir, { recursive: true, force: true })
    process.exit(0)
  })
}
const lines = createInterface({ input: process.stdin })
lines.on('close', stop)
lines.on('line', (line) => {
  if (line !== 'expireLinks') return
  void portal.services.pool
    .query("update email_links set expires_at = now() - interval '1 minute'")
    .then(({ rowCount }) => print({ expired: rowCount }))
})
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
print({ ...space, dataDir, connectionString: portal.connectionString, setupLink })
