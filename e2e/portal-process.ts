/**
 * Portals for the browser tests, one after another: `open {…}` starts one with these variables, `close` ends it. It is
 * seeded unless E2E_EMPTY says that it is the first start, with machines if E2E_MACHINES says so. Does what its parent asks
 * for line by line, and ends with it.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { firstAdminLink } from '../server/src/auth/first-administrator.ts'
import { runBilling } from '../server/src/billing/subscriptions/nightly.ts'
import { readConfig } from '../server/src/config.ts'
import { systemCtx } from '../server/src/platform/ctx.ts'
import { connectDatabase } from '../server/src/platform/db/open-database.ts'
import { screens } from '../server/src/platform/live/screens.ts'
import { createLog } from '../server/src/platform/log/log.ts'
import { openScreens } from '../server/src/platform/metrics/process-registry.ts'
import { type Portal, startPortal } from '../server/src/portal.ts'
import { seedMachines } from '../server/src/seed/machines.ts'
import { seedSms } from '../server/src/seed/sms.ts'
import { seedSpace } from '../server/src/seed/space.ts'
import { seedVending } from '../server/src/seed/vending.ts'

/** Time that a journey did not wait for. Everything in this process reads the same clock. */
let aheadMs = 0
const OwnDate = Date
class AheadDate extends OwnDate {
  constructor(...given: [] | [number | string | Date]) {
    if (given.length === 0) super(AheadDate.now())
    else super(...given)
  }
  static override now() {
    return OwnDate.now() + aheadMs
  }
}
globalThis.Date = AheadDate as DateConstructor // nothing here calls it without `new`

/** What goes wrong is read beside the tests; standard output carries the answers alone. */
const log = createLog('error', process.stderr)

/** A database of its own on the server of database-process.ts, which throws all of them away in the end. */
const copyDatabase = async () => {
  const template = new URL(process.env['E2E_DATABASE_URL'] ?? '')
  const own = new URL(template)
  own.pathname = `/portal_${randomBytes(6).toString('hex')}`
  const admin = new URL(template)
  admin.pathname = '/postgres'
  const { pool, close } = connectDatabase({ connectionString: admin.href, poolSize: 1 }, log)
  await pool.query(`create database ${own.pathname.slice(1)} template ${template.pathname.slice(1)} strategy file_copy`)
  await close()
  return own.href
}

const generous = { ordinary: 1_000_000, credentials: 1_000_000, mail: 1_000_000 }

const seed = async ({ services }: Portal, env: NodeJS.ProcessEnv) => {
  const space = await seedSpace(services, env['E2E_PASSWORD'] ?? '')
  if (env['E2E_MACHINES'] !== 'true') return { ...space, machines: [], vending: [] }
  const machines = await seedMachines(services, space)
  return { ...space, machines, vending: await seedVending(services) }
}

type OpenPortal = { portal: Portal; facts: object; close: () => Promise<void> }

const open = async (given: NodeJS.ProcessEnv): Promise<OpenPortal> => {
  aheadMs = 0
  const dataDir = mkdtempSync(join(tmpdir(), 'spacekeeper-e2e-'))
  const isEmpty = given['E2E_EMPTY'] === 'true'
  // A first start makes its own database, as people have it.
  const database = isEmpty ? {} : { DATABASE_URL: await copyDatabase() }
  const env = { HOST: '127.0.0.1', ...process.env, ...given, DATA_DIR: dataDir, ...database }
  const config = readConfig(env)
  const portal = await startPortal(config, { log, limits: generous })
  const space = isEmpty ? { members: {}, doors: [], machines: [], vending: [] } : await seed(portal, env)
  const account = given['E2E_SMS']
  if (account !== undefined) await seedSms(portal.services, JSON.parse(account)) // written by portal.ts
  const setupLink = await firstAdminLink(systemCtx(portal.services))
  return {
    portal,
    facts: { ...space, dataDir, connectionString: portal.connectionString, setupLink },
    close: async () => {
      await portal.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

let current: OpenPortal | undefined
const close = async () => {
  const last = current
  current = undefined
  await last?.close()
}

let isStopping = false
const stop = () => {
  if (isStopping) return
  isStopping = true
  void close().finally(() => process.exit(0))
}

/** What a journey would otherwise have to wait for. */
const shifts = new Map([
  ['expireLinks', "update email_links set expires_at = now() - interval '1 minute'"],
  [
    'ageUses',
    `update interlock_sessions set started_at = started_at - interval '1 hour',
       last_rise_at = last_rise_at - interval '1 hour' where ended_at is null`,
  ],
])

const answer = async (line: string): Promise<object> => {
  if (line.startsWith('open ')) {
    current = await open(JSON.parse(line.slice('open '.length))) // written by portal.ts
    return current.facts
  }
  if (line === 'close') {
    await close()
    return {}
  }
  if (line === 'runNight') {
    if (current) await runBilling(systemCtx(current.portal.services))
    return {}
  }
  if (line === 'countStreams') {
    const { values } = await openScreens.get()
    return { open: values[0]?.value ?? 0 }
  }
  if (line === 'update') {
    if (!current) return {}
    const { services } = current.portal
    services.webBuild = randomBytes(8).toString('hex')
    await services.live.send([screens.notice({ topic: 'config', audience: 'everybody' })])
    return { build: services.webBuild }
  }
  const [, minutes] = /^goOn (\d+)$/.exec(line) ?? []
  if (minutes !== undefined) {
    aheadMs += Number(minutes) * 60_000
    return { aheadMs }
  }
  const done = await current?.portal.services.pool.query(shifts.get(line) ?? '')
  return { changed: done?.rowCount }
}

const lines = createInterface({ input: process.stdin })
lines.on('line', (line) => {
  void answer(line).then(
    (facts) => process.stdout.write(`${JSON.stringify(facts)}\n`),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
      process.exitCode = 1
      stop()
    },
  )
})
lines.on('close', stop)
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
