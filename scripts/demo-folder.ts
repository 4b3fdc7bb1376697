import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { explainDataDir } from '../server/src/platform/db/data-dir-failure.ts'
import { ensureDataDir } from '../server/src/platform/db/data-dir.ts'
import { removeEmbeddedPostgres } from '../server/src/platform/db/embedded-postgres.ts'

const markOf = (dataDir: string) => join(dataDir, 'demonstration')

/**
 * Makes a folder ready for a demonstration. Its people have a password that everybody knows and starting over deletes
 * everything, so a folder that some other portal has filled is refused.
 */
export const prepareDemoFolder = async (input: { dataDir: string; isFresh: boolean; log: Logger }): Promise<void> => {
  const { dataDir, isFresh, log } = input
  const mark = markOf(dataDir)
  if (existsSync(join(dataDir, 'postgres')) && !existsSync(mark)) {
    throw new Error(`${dataDir} belongs to a portal that is no demonstration. Choose another DATA_DIR.`)
  }
  if (isFresh && existsSync(mark)) {
    await removeEmbeddedPostgres(dataDir, log)
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    ensureDataDir(dataDir)
    writeFileSync(mark, 'npm run demo keeps its data here, and -- --fresh deletes it.\n')
  } catch (error) {
    throw explainDataDir(dataDir, error)
  }
}
