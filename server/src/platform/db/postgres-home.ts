import { execFile, execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { readOrCreateSecret } from './data-dir.ts'
import { invocation, postgresAccount, type PostgresAccount } from './postgres-account.ts'
import { binDir, embeddedMajor } from './postgres-binaries.ts'

/** The embedded server's superuser, who sets it up at each start, and the name of its database. */
export const postgresName = 'spacekeeper'

/** Where an archive is restored, within DATA_DIR, until it takes the place of what was there. */
export const restoringName = 'restoring'

/** Whether a folder has a database of its own. */
export const postgresExists = (dataDir: string): boolean => existsSync(join(dataDir, 'postgres', 'PG_VERSION'))

/** What an embedded server has on disk. */
export type PostgresHome = {
  folder: string
  socketFolder: string
  logPath: string
  passwordPath: string
  password: string
  account: PostgresAccount | undefined
  /** Programs of another major version, which wrote what is there. */
  bin?: string
}

export const openPostgresHome = (dataDir: string): PostgresHome => {
  const folder = join(dataDir, 'postgres')
  const account = postgresAccount(folder)
  const passwordPath = join(dataDir, 'postgres-password')
  const password = readOrCreateSecret(passwordPath)
  if (account) chownSync(passwordPath, account.uid, account.gid)
  const socketFolder = join(dataDir, 'postgres-socket')
  return { folder, socketFolder, logPath: join(dataDir, 'postgres.log'), passwordPath, password, account }
}

/** How its superuser reaches a server: by its socket, where it has one. */
export const postgresUrl = (
  { port, socketFolder = '127.0.0.1' }: { port: number; socketFolder?: string | undefined },
  { password, database }: { password: string; database: string },
): string => `postgresql://${postgresName}:${password}@${encodeURIComponent(socketFolder)}:${port}/${database}`

/** Creates the database's files beside their place and moves them there when complete. */
export const createPostgresFolder = async (home: PostgresHome, isThrowaway: boolean): Promise<void> => {
  const draft = `${home.folder}.new`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  chmodSync(draft, 0o700)
  if (home.account) chownSync(draft, home.account.uid, home.account.gid)
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const access = [`--username=${postgresName}`, '--auth=scram-sha-256', `--pwfile=${home.passwordPath}`]
  const args = [`--pgdata=${draft}`, ...access, ...locale, '--data-checksums', '--no-instructions']
  const call = invocation(
    { file: join(binDir(), 'initdb'), args: isThrowaway ? [...args, '--no-sync'] : args, folder: home.folder },
    home.account,
  )
  try {
    await promisify(execFile)(call.file, call.args, call.options)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    throw new Error(`The embedded PostgreSQL could not be created in ${home.folder}: ${String(error)}`, {
      cause: error,
    })
  }
  renameSync(draft, home.folder)
}

/** The major version of PostgreSQL that wrote the database of a folder; undefined where there is none. */
export const writtenMajor = (dataDir: string): number | undefined => {
  if (!postgresExists(dataDir)) return undefined
  return Number.parseInt(readFileSync(join(dataDir, 'postgres', 'PG_VERSION'), 'utf8'), 10)
}

/** The folders in DATA_DIR of databases that were brought over to a newer major version. */
export const formerMajors = (dataDir: string): string[] =>
  existsSync(dataDir) ? readdirSync(dataDir).filter((name) => /^before-postgresql-\d+-/.test(name)) : []

/** A PostgreSQL reads only what one of its own major version wrote. */
const checkVersion = ({ folder }: PostgresHome): void => {
  const wrote = writtenMajor(dirname(folder))
  const ours = embeddedMajor()
  if (wrote === ours) return
  throw new Error(
    `The database in ${folder} was written by PostgreSQL ${wrote}, and this version of the portal comes with PostgreSQL ${ours}, ` +
      'which cannot read it. Start the version of the portal that wrote it. Move the database with export and import from there ' +
      'to this one or to a server of your own (docs/guide/backup.md).',
  )
}

/** Sees to it that a database that exists can be started. */
export const checkPostgresFolder = (home: PostgresHome): void => {
  // Programs that were named read it.
  if (home.bin === undefined) checkVersion(home)
  ownPostgresFolder(home)
}

/** Root who copies a database owns the copy, and PostgreSQL does not run as root. */
const ownPostgresFolder = (home: PostgresHome): void => {
  if (!home.account || statSync(home.folder).uid === home.account.uid) return
  execFileSync('chown', ['-R', '-h', `${home.account.uid}:${home.account.gid}`, home.folder])
}
