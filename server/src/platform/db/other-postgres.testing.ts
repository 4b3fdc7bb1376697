import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { freePort } from '#platform/http/free-port.ts'
import { invocation } from './postgres-account.ts'
import { embeddedMajor } from './postgres-binaries.ts'
import { openPostgresHome, postgresUrl } from './postgres-home.ts'
import { findPostmaster, stopPostmaster } from './postmaster-file.ts'
import { runAsAdmin } from './test-database.ts'

/** Where Debian and Ubuntu have the programs of each major version. */
const root = '/usr/lib/postgresql'

/** Major versions on this machine that the portal runs on, beside its own, the oldest first. */
export const otherMajors = (): number[] =>
  (existsSync(root) ? readdirSync(root) : [])
    .filter((name) => existsSync(join(root, name, 'bin/initdb')))
    .map(Number)
    .filter((major) => major >= 15 && major !== embeddedMajor())
    .toSorted((a, b) => a - b)

/**
 * An empty database on a server of another major version, for an account that has nothing but that. The server has other
 * habits than ours, such as its time zone.
 */
export const startOtherPostgres = async (major: number): Promise<string> => {
  const bin = join(root, String(major), 'bin')
  const dataDir = mkdtempSync(join(tmpdir(), 'spacekeeper-other-'))
  chmodSync(dataDir, 0o711)
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const home = openPostgresHome(dataDir)
  // In a folder of its own, which the account of PostgreSQL may fill.
  mkdirSync(home.folder)
  const call = (program: string, ...args: string[]) =>
    invocation({ file: join(bin, program), args: ['-D', home.folder, ...args], folder: home.folder }, home.account)
  if (home.account) execFileSync('chown', [`${home.account.uid}:${home.account.gid}`, home.folder])
  const access = ['--username=spacekeeper', '--auth=scram-sha-256', `--pwfile=${home.passwordPath}`]
  const create = call('initdb', ...access, '--encoding=UTF8', '--locale=C', '--no-sync')
  execFileSync(create.file, create.args, { ...create.options, stdio: 'ignore' })

  const port = await freePort()
  const habits = ['timezone=America/New_York', 'datestyle=German', 'intervalstyle=sql_standard', 'bytea_output=escape']
  const settings = ['fsync=off', 'listen_addresses=127.0.0.1', 'unix_socket_directories=', `port=${port}`, ...habits]
  const start = call('postgres', ...settings.flatMap((setting) => ['-c', setting]))
  const server = spawn(start.file, start.args, { ...start.options, stdio: 'ignore' })
  onTestFinished(() => stopPostmaster(server.pid ?? 0))
  while (!findPostmaster(home.folder)?.isReady) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ${major} did not start.`)
    await setTimeout(20)
  }
  const url = (database: string) => postgresUrl({ port }, { password: home.password, database })
  await runAsAdmin(url('postgres'), `create role keeper login password '${home.password}'`)
  await runAsAdmin(url('postgres'), 'create database portal owner keeper')
  return url('portal').replace('//spacekeeper:', '//keeper:')
}
