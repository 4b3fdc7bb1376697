import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import type { Logger } from 'pino'
import { type Services, systemCtx } from '#platform/ctx.ts'
import { readOnly } from '#platform/db/change.ts'
import { giveRights, type DatabaseUrls } from '#platform/db/database-accounts.ts'
import { checkInstallation, noteInstallation } from '#platform/db/installation.ts'
import { migrate, ourObjectsFolder } from '#platform/db/migrate.ts'
import { connectDevices } from '#platform/db/open-database.ts'
import { refuseUnfinished } from '#platform/db/unfinished-restore.ts'
import { migrateJobs } from '#platform/jobs/migrate-jobs.ts'
import { openLags } from '#platform/lags.ts'
import { openLive } from '#platform/live/live.ts'
import { openSettings } from '#platform/settings/settings.ts'
import { readWebBuild } from '#platform/version.ts'
import type { OpenCopy } from './backup/restored-copy.ts'
import type { Config } from './config.ts'
import { refuseBesideOlder, stoppingMs } from './older-portals.ts'
import { checkSecretKey } from './secret-key.ts'
import { waitsForMove, openStores, type StoreOptions, type Stores } from './stores.ts'

export const webRoot = fileURLToPath(new URL('../../web/dist', import.meta.url))

export type OpenServices = DatabaseUrls & { services: Services; close: () => Promise<void> }

export type OpenOptions = StoreOptions & {
  /** Those that were opened already, while the rest was loaded. */
  stores?: Stores
  /** A copy that a backup was restored to, which needs no backup of its own before it is brought up to date. */
  isCopy?: boolean
  /** How long an older portal that works with the database is waited for, in tests. */
  waitMs?: number
  /** Other migrations than those of the portal, in tests of updates. */
  migrations?: string
}

type DatabaseToUpdate = { config: Config; pool: pg.Pool; ownerUrl: string; options: OpenOptions; log: Logger }

/** Opens a copy as a portal with the same environment would. */
export const openCopyOf =
  (config: Config, log: Logger, options: OpenOptions = {}): OpenCopy =>
  async (dataDir) => {
    const copied: Config = { ...config, dataDir, databaseUrl: undefined }
    const { services, close } = await openServices(copied, log, { ...options, joinsRunningPortal: true, isCopy: true })
    return { ctx: systemCtx(services), close }
  }

const bringUpToDate = ({ config, pool, ownerUrl, options, log }: DatabaseToUpdate): Promise<string[]> =>
  migrate({
    connectionString: ownerUrl,
    log,
    ...(options.migrations !== undefined && { folder: options.migrations, objectsFolder: ourObjectsFolder }),
    beforeUpdate: async (update) => {
      if (options.isCopy === true) return
      const isCommand = options.joinsRunningPortal === true
      const { waitMs = isCommand ? 0 : stoppingMs } = options
      await refuseBesideOlder(pool, { waitMs, isCommand, log })
      if (update.newMigrations === 0 || config.upgradeBackup === 'elsewhere') return
      // Read when it is needed: most starts change nothing.
      const { backUpBeforeUpdate } = await import('./backup/before-update.ts')
      await backUpBeforeUpdate({ config, pool, update, open: openCopyOf(config, log, options), log, now: new Date() })
    },
  })

/** Puts in its place what was restored from the page of the set-up, and brings over what an earlier PostgreSQL wrote. */
const moveFirst = async (config: Config, log: Logger): Promise<void> => {
  const { dataDir } = config
  const [{ finishRestore }, { bringOverMajor }] = await Promise.all([
    import('./backup/restore.ts'),
    import('./backup/newer-major.ts'),
  ])
  const restored = await finishRestore(dataDir)
  if (restored !== null) log.info({ name: restored }, 'the portal starts with what was restored')
  const open = openCopyOf(config, log)
  await bringOverMajor({ dataDir, open, log, now: new Date() })
}

/** The database and the key, once what has to take their place has done so. */
export const openOwnStores = async (config: Config, options: OpenOptions, log: Logger): Promise<Stores> => {
  if (waitsForMove(config)) await moveFirst(config, log)
  return openStores(config, options, log)
}

/** As the process was started. */
const givenFacts = (config: Config) => ({
  siteUrl: config.siteUrl ?? `http://localhost:${config.port}`,
  webBuild: readWebBuild(webRoot),
  smtpUrl: config.smtpUrl,
  smsUrl: config.smsUrl,
  stripeUrl: config.stripeUrl,
  pushUrl: config.pushUrl,
  firebaseUrl: config.firebaseUrl,
  appleUrl: config.appleUrl,
  googleWalletUrl: config.googleWalletUrl,
  setup: {
    dataDir: config.dataDir,
    hasOwnDatabase: config.databaseUrl === undefined,
    databaseUrl: config.databaseUrl,
    isSiteUrlSet: config.siteUrl !== undefined,
    isSecretKeySet: config.secretKey !== undefined,
    trustProxy: config.trustProxy,
  },
})

/** Everything a portal process needs before it listens: a migrated database, the line between processes, settings, keys. */
export const openServices = async (config: Config, log: Logger, options: OpenOptions = {}): Promise<OpenServices> => {
  const { secretKey, database } = options.stores ?? (await openOwnStores(config, options, log))
  const { pool, reads, connectionString, ownerUrl } = database
  const db = readOnly(database.db)
  const devices = connectDevices({ connectionString }, log)
  const closeDatabase = async () => {
    await devices.close()
    await database.close()
  }
  try {
    await checkInstallation(pool, { ...config, ...options })
    if (options.beginsAnew !== true) await refuseUnfinished(pool)
    await bringUpToDate({ config, pool, ownerUrl, options, log })
    await migrateJobs({ connectionString: ownerUrl, log })
    await giveRights({ connectionString, ownerUrl })
    await noteInstallation(pool, { ...config, ...options })
    await checkSecretKey(pool, secretKey)
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
      ...givenFacts(config),
      now: () => new Date(),
    }
    const close = async () => {
      await live.close()
      await closeDatabase()
    }
    return { services, connectionString, ownerUrl, close }
  } catch (error) {
    await closeDatabase()
    throw error
  }
}
