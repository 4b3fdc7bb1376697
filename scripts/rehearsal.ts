/** The process of a rehearsal: a whole portal on a throw-away database, with a stand-in for Stripe, on one clock. */
import { rmSync } from 'node:fs'
import { buildApp } from '../server/src/app.ts'
import { nightlyBackup } from '../server/src/backup/jobs.ts'
import { readConfig } from '../server/src/config.ts'
import { jobHandlers } from '../server/src/jobs.ts'
import { sendMessageJob } from '../server/src/messages/outbox.ts'
import { startEmbeddedPostgres } from '../server/src/platform/db/embedded-postgres.ts'
import { runJobsOnce } from '../server/src/platform/jobs/start-jobs.ts'
import { createLog } from '../server/src/platform/log/log.ts'
import { type RehearsalNews, type RehearsalOrder, takeOrders } from '../server/src/rehearsal/orders.ts'
import { openPlay } from '../server/src/rehearsal/play.ts'
import { openServices } from '../server/src/services.ts'
import { startStripe } from '../simulators/src/stripe/server.ts'

/** It lives for minutes: nothing is kept safe, and little memory is taken. */
const throwaway = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  io_method: 'sync',
  shared_buffers: '24MB',
  max_connections: '30',
  max_parallel_workers: '0',
}

const log = createLog('error', process.stderr)

const say = (news: RehearsalNews) => void process.send?.(news)

type OpenOrder = Extract<RehearsalOrder, { kind: 'open' }>

/** What ends with it, the last thing first. */
const endings: (() => Promise<unknown>)[] = []

const end = async (): Promise<never> => {
  setTimeout(() => process.exit(1), 6_000)
  for (const close of endings.toReversed()) await close().catch(() => undefined)
  process.exit(0)
}

const open = async ({ dataDir, at, offers }: OpenOrder) => {
  // Also where the portal that started it is gone by then.
  endings.push(async () => rmSync(dataDir, { recursive: true, force: true }))
  const server = await startEmbeddedPostgres({ dataDir, settings: throwaway, isThrowaway: true }, log)
  endings.push(server.close)
  const given = offers.settings['SITE_NAME']
  const name = typeof given === 'string' ? given : 'Example Space'
  const standIn = await startStripe({ now: new Date(at), account: { name } })
  endings.push(standIn.close)
  const env = {
    DATABASE_URL: server.ownerUrl,
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: '0',
    STRIPE_URL: standIn.url,
  }
  const { services, connectionString, close } = await openServices(readConfig(env), log)
  endings.push(close)
  services.now = standIn.now
  const app = await buildApp(services, { trustProxy: false, webRoot: '/nonexistent' })
  endings.push(() => app.close())
  services.siteUrl = await app.listen({ port: 0, host: '127.0.0.1' })
  // Messages are shown, and none is sent; nothing of it is backed up.
  const leftOut: readonly string[] = [sendMessageJob.name, nightlyBackup.name]
  const handlers = jobHandlers.filter((handler) => !leftOut.includes(handler.name))
  const runJobs = () => runJobsOnce({ services, connectionString, handlers })
  const releaseJobs = async () => {
    await services.pool.query(
      'update graphile_worker._private_jobs set run_at = now() where run_at > now() and run_at <= $1',
      [standIn.now()],
    )
  }
  return openPlay(
    { services, standIn, runJobs, releaseJobs },
    { offers, onStanding: (standing) => say({ kind: 'standing', standing }) },
  )
}

const failed = (error: unknown) =>
  say({ kind: 'failed', problem: error instanceof Error ? error.message : String(error) })

process.once('message', (order: RehearsalOrder) => {
  if (order.kind !== 'open') return
  open(order).then((play) => {
    const take = takeOrders(play, say)
    process.on('message', take)
    say({ kind: 'ready' })
  }, failed)
})

// The portal went, was killed, or wants it no more.
process.once('disconnect', () => void end())
process.once('SIGTERM', () => void end())
// Ctrl-C in a terminal reaches it as well: the portal ends it.
process.on('SIGINT', () => {})
