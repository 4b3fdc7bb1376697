import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { explainDataDir } from '#platform/db/data-dir-failure.ts'
import type { DatabaseUrls } from '#platform/db/database-accounts.ts'
import { checkOwnDatabase } from '#platform/db/installation.ts'
import { type OpenDatabase, openDatabase } from '#platform/db/open-database.ts'
import { lockHolder, moveLockOf, portalPidOf } from '#platform/db/portal-lock.ts'
import { embeddedMajor } from '#platform/db/postgres-binaries.ts'
import { formerMajors, restoringName, writtenMajor } from '#platform/db/postgres-home.ts'
import { type Config, loadSecretKey } from './config.ts'

/** The key and the database of DATA_DIR or DATABASE_URL, opened and not yet looked into. */
export type Stores = { secretKey: Buffer; database: OpenDatabase & Pick<DatabaseUrls, 'ownerUrl'> }

export type StoreOptions = {
  /** Use the embedded database of a portal that runs on the folder, instead of refusing to start beside it. */
  joinsRunningPortal?: boolean
  /** An empty database is filled in the place of the one that DATA_DIR knows. */
  beginsAnew?: boolean
}

/** A start that was killed as it brought the database over may leave keys of ballot boxes behind. */
const hasFormerKeys = (dataDir: string): boolean =>
  formerMajors(dataDir).some((name) => existsSync(join(dataDir, name, 'ballot-keys')))

/** Whether something has to be put in its place first: what was restored, or is brought over from an earlier PostgreSQL. */
export const waitsForMove = ({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>): boolean => {
  if (databaseUrl !== undefined) return false
  // In this order, because a move has both locks and releases its own last. What joined it would write what is lost.
  if (portalPidOf(dataDir) !== undefined) return lockHolder(moveLockOf(dataDir)) !== undefined
  const wrote = writtenMajor(dataDir)
  if (wrote !== undefined && wrote < embeddedMajor()) return true
  return existsSync(join(dataDir, restoringName, 'ready.json')) || hasFormerKeys(dataDir)
}

/** Finds the key and starts or reaches the database. It needs few modules, so that it can begin before the others are there. */
export const openStores = async (config: Config, options: StoreOptions, log: Logger): Promise<Stores> => {
  checkOwnDatabase({ ...config, ...options })
  try {
    const secretKey = loadSecretKey(config)
    return { secretKey, database: await openDatabase({ ...config, ...options }, log) }
  } catch (error) {
    throw explainDataDir(config.dataDir, error)
  }
}
