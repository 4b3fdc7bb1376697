import { execFile } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readOrCreateSecret } from './data-dir.ts'
import { invocation, postgresAccount, type PostgresAccount } from './postgres-account.ts'
import { binDir } from './postgres-binaries.ts'

/** The embedded server's one account, and the name of its database. */
export const postgresName = 'spacekeeper'

/** What an embedded server has on disk. */
export type PostgresHome = {
  folder: string
  logPath: string
  passwordPath: string
  password: string
  account: PostgresAccount | undefined
}

export const openPostgresHome = (dataDir: string): PostgresHome => {
  const folder = join(dataDir, 'postgres')
  const account = postgresAccount(folder)
  const passwordPath = join(dataDir, 'postgres-password')
  const password = readOrCreateSecret(passwordPath)
  if (account) chownSync(passwordPath, account.uid, account.gid)
  return { folder, logPath: join(dataDir, 'postgres.log'), passwordPath, password, account }
}

export const postgresUrl = ({
  port,
  password,
  database,
}: {
  port: number
  password: string
  database: string
}): string => `postgresql://${postgresName}:${password}@127.0.0.1:${port}/${database}`

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
