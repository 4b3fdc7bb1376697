import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { loadSecretKey } from './config.ts'
import type { Services } from '#platform/ctx.ts'
import { readOnly } from '#platform/db/change.ts'
import { openDatabase } from '#platform/db/open-database.ts'
import { migrate } from '#platform/db/migrate.ts'
import { migrateJobs } from '#platform/jobs/migrate-jobs.ts'
import { checkSecretKey } from '#platform/secrets/check-secret-key.ts'
import { openLive } from '#platform/live/live.ts'
import { openSettings } from '#platform/settings/settings.ts'

export type OpenServices = { services: Services; connectionString: string; close: () => Promise<void> }

/** Everything a portal process needs before it listens: a migrated database, the line between processes, settings, keys. */
export const openServices = async (
  config: Config,
  log: Logger,
  options: { joinsRunningPortal?: boolean } = {},
): Promise<OpenServices> => {
  const secretKey = loadSecretKey(config)
  const database = await openDatabase({ ...config, ...options }, log)
  const { pool, connectionString } = database
  const db = readOnly(database.db)
  try {
    await migrate({ connectionString, log })
    await migrateJobs({ connectionString, log })
    await checkSecretKey(pool, secretKey)
    const live = await openLive({ connectionString, pool, log })
    const services: Services = {
      db,
      pool,
      log,
      live,
      settings: openSettings({ db, live, log, secretKey }),
      secretKey,
      siteUrl: config.siteUrl ?? `http://localhost:${config.port}`,
      smtpUrl: config.smtpUrl,
      smsUrl: config.smsUrl,
      now: () => new Date(),
    }
    const close = async () => {
      await live.close()
      await database.close()
    }
    return { services, connectionString, close }
  } catch (error) {
    await database.close()
    throw error
  }
}
