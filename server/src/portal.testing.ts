import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { type Services, type Ctx, systemCtx } from '#platform/ctx.ts'
import { readOnly } from '#platform/db/change.ts'
import type { DatabaseUrls } from '#platform/db/database-accounts.ts'
import type { Database } from '#platform/db/database.gen.ts'
import type { ConnectionPatience } from '#platform/db/deadline-client.ts'
import { connectDatabase, connectDevices } from '#platform/db/open-database.ts'
import { createTestDatabase, runAsAdmin } from '#platform/db/test-database.ts'
import type { RateLimits } from '#platform/http/limit-rate.ts'
import { openOncePool, runJobsOnce } from '#platform/jobs/start-jobs.ts'
import { openLags } from '#platform/lags.ts'
import { openLive } from '#platform/live/live.ts'
import { createLog } from '#platform/log/log.ts'
import { newToken, hashToken } from '#platform/secrets/tokens.ts'
import { openSettings } from '#platform/settings/settings.ts'
import { buildApp } from './app.ts'
import { type TestClient, createTestClient } from './client.testing.ts'
import { jobHandlers } from './jobs.ts'

export type TestPortal = DatabaseUrls & {
  app: FastifyInstance
  services: Services
  ctx: Ctx
  /** Writable: for factories. */
  db: Kysely<Database>
  /** Every log line so far. */
  logLines: string[]
  /** Runs a statement as the owner of the tables: what neither the portal nor `db` may do. */
  runAsOwner: (statement: string) => Promise<void>
  /** A client for a member (with a session), or an anonymous one. */
  as: (memberId: number | null) => Promise<TestClient>
  /** A session token for a member, for requests made by hand. */
  sessionOf: (memberId: number) => Promise<string>
  /** Runs every due job. */
  runJobs: () => Promise<void>
  /** Listens on a free port; where. */
  listen: () => Promise<string>
  /** A second process, as it were, on the same database. */
  another: (differing?: Partial<TestPortalOptions & Pick<DatabaseUrls, 'connectionString'>>) => Promise<TestPortal>
  close: () => Promise<void>
}

type TestPortalOptions = {
  limits?: Partial<RateLimits>
  smtpUrl?: string | undefined
  smsUrl?: string
  stripeUrl?: string
  siteUrl?: string
  /** The fingerprint of the screens it serves. */
  webBuild?: string
  pushUrl?: string
  firebaseUrl?: string
  appleUrl?: string
  googleWalletUrl?: string
  now?: () => Date
  relayPollMs?: number
  /** Of the connections of hardware; as long as those of pages unless it is said. */
  devicePatience?: ConnectionPatience
  /** Whether what tests use and spaces turn on is on already, and stands in no audit; true unless it is said. */
  hasFeatures?: boolean
  /** Where the portal finds its database instead of where it is. */
  through?: (connectionString: string) => Promise<string>
}

/** Twenty at the same moment wait for one another, and a busy machine is not late. */
const patience: ConnectionPatience = { openMs: 100_000, statementMs: 100_000 }

const generous: RateLimits = { ordinary: 1_000_000, credentials: 1_000_000, mail: 1_000_000 }

const secretKey = Buffer.alloc(32, 7)

const insertSession = async (db: Kysely<Database>, input: { memberId: number; now: Date }): Promise<string> => {
  const token = newToken()
  const { memberId, now } = input
  await db
    .insertInto('sessions')
    .values({
      member_id: memberId,
      token_hash: hashToken(token),
      created_at: now,
      last_used_at: now,
      expires_at: new Date(now.getTime() + 3_600_000),
      ip_address: '127.0.0.1',
    })
    .execute()
  return token
}

/** The balance, signing in on site and paying for plans, which a new space has off. */
const turnFeaturesOn = (db: Kysely<Database>) =>
  db
    .insertInto('settings')
    .values(
      ['ENABLE_MEMBERBUCKS', 'ENABLE_PORTAL_SITE_SIGN_IN', 'ENABLE_STRIPE_MEMBERSHIP_PAYMENTS'].map((key) => ({
        key,
        value: JSON.stringify(true),
        changed_at: new Date(0),
      })),
    )
    .onConflict((on) => on.doNothing())
    .execute()

const openServicesOn = async (connectionString: string, options: TestPortalOptions) => {
  const logLines: string[] = []
  const log = createLog('trace', { write: (line: string) => void logLines.push(line) })
  const {
    db: writable,
    pool,
    reads,
    close: closeDatabase,
  } = connectDatabase({ connectionString, poolSize: 6, refusesInside: true, patience }, log)
  const db = readOnly(writable)
  const devices = connectDevices(
    { connectionString, poolSize: 4, refusesInside: true, patience: options.devicePatience ?? patience },
    log,
  )
  const live = await openLive({ connectionString, pool: devices.pool, log })
  const services: Services = {
    db,
    pool,
    reads,
    forDevices: { db: readOnly(devices.db), pool: devices.pool, reads: devices.reads },
    log,
    live,
    lags: openLags(),
    settings: openSettings({ db, reads: devices.reads, live, log, secretKey }),
    secretKey,
    siteUrl: options.siteUrl ?? 'http://localhost:8000',
    webBuild: options.webBuild ?? '',
    smtpUrl: options.smtpUrl,
    smsUrl: options.smsUrl,
    stripeUrl: options.stripeUrl,
    pushUrl: options.pushUrl,
    firebaseUrl: options.firebaseUrl,
    appleUrl: options.appleUrl,
    googleWalletUrl: options.googleWalletUrl,
    now: options.now ?? (() => new Date()),
  }
  const close = async () => {
    await live.close()
    await devices.close()
    await closeDatabase()
  }
  return { services, db: writable, logLines, close }
}

const openOn = async (urls: DatabaseUrls, options: TestPortalOptions): Promise<TestPortal> => {
  const { connectionString, ownerUrl } = urls
  const { services, db, logLines, close } = await openServicesOn(connectionString, options)
  if (options.hasFeatures !== false) await turnFeaturesOn(db)
  const limits = { ...generous, ...options.limits }
  const app = await buildApp(services, {
    trustProxy: false,
    webRoot: '/nonexistent',
    limits,
    relayPollMs: options.relayPollMs,
  })
  const sessionOf = (memberId: number) => insertSession(db, { memberId, now: services.now() })
  const jobs = { services, connectionString, handlers: jobHandlers }
  let jobsPool: ReturnType<typeof openOncePool> | undefined
  return {
    app,
    services,
    ctx: systemCtx(services),
    db,
    logLines,
    connectionString,
    ownerUrl,
    runAsOwner: (statement) => runAsAdmin(ownerUrl, statement),
    sessionOf,
    as: async (memberId) => createTestClient(app, memberId === null ? null : await sessionOf(memberId)),
    runJobs: () => runJobsOnce(jobs, (jobsPool ??= openOncePool(jobs))),
    listen: () => app.listen({ port: 0, host: '127.0.0.1' }),
    another: ({ connectionString: at = connectionString, ...differing } = {}) =>
      openOn({ ...urls, connectionString: at }, { ...options, ...differing }),
    close: async () => {
      await app.close()
      await jobsPool?.end()
      await close()
    },
  }
}

/** A portal on a database of its own, without a port until it is asked to listen. Close it in afterAll. */
export const startTestPortal = async (options: TestPortalOptions = {}): Promise<TestPortal> => {
  const database = await createTestDatabase()
  const connectionString = (await options.through?.(database.connectionString)) ?? database.connectionString
  const portal = await openOn({ ...database, connectionString }, options)
  return {
    ...portal,
    close: async () => {
      await portal.close()
      await database.drop()
    },
  }
}
