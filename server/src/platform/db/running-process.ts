import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'

const readOrUndefined = (read: () => string): string | undefined => {
  try {
    return read()
  } catch {
    return undefined
  }
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

const ps = (pid: number, column: string): string | undefined =>
  readOrUndefined(() =>
    execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim(),
  )

/**
 * Since when a process runs, in a form that no other process with the same pid shares; undefined when it is gone,
 * 'unknown' when the system does not tell.
 */
export const startOfProcess = (pid: number): string | undefined => {
  if (!isAlive(pid)) return undefined
  if (process.platform !== 'linux') return ps(pid, 'lstart') || 'unknown'
  const stat = readOrUndefined(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  // The name in parentheses may hold spaces; after it come the state and, 19 fields on, the start in ticks.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (!fields || fields[0] === 'Z' || fields[0] === 'X') return undefined
  if (stat === undefined) return isAlive(pid) ? 'unknown' : undefined
  const boot = readOrUndefined(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim())
  return `${boot ?? ''}:${fields[19] ?? ''}`
}

/** Whether a living process works in the folder, as every PostgreSQL server does in its own. */
export const worksIn = (pid: number, folder: string): boolean => {
  if (startOfProcess(pid) === undefined) return false
  if (process.platform !== 'linux') return ps(pid, 'command')?.includes(folder) ?? true
  const cwd = readOrUndefined(() => readlinkSync(`/proc/${pid}/cwd`))
  if (cwd !== undefined) return cwd === folder
  return (
    readOrUndefined(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
      ?.split('\0')
      .includes(folder) ?? false
  )
}
