import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** PostgreSQL refuses to run as root: then it gets an account without rights. */
export type PostgresAccount = { uid: number; gid: number }

const idOf = (kind: '-u' | '-g', name: string): number | undefined => {
  try {
    return Number(execFileSync('id', [kind, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
  } catch {
    return undefined
  }
}

/** Undefined unless we are root. A database that exists keeps its owner. */
export const postgresAccount = (folder: string): PostgresAccount | undefined => {
  if (process.getuid?.() !== 0) return undefined
  const owner = statSync(folder, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  for (const name of ['postgres', 'nobody']) {
    const uid = idOf('-u', name)
    const gid = idOf('-g', name)
    if (uid && gid !== undefined) return { uid, gid }
  }
  throw new Error(
    "PostgreSQL does not run as root, and this machine has neither an account 'postgres' nor 'nobody'. " +
      'Start the portal as an ordinary user, or set DATABASE_URL.',
  )
}

const canEnter = (path: string, account: PostgresAccount): boolean => {
  const { mode, uid, gid } = statSync(path)
  const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
  return (mode & bit) !== 0 && (dirname(path) === path || canEnter(dirname(path), account))
}

/** The weakest right this process can pass on that lets a program pass through closed folders. */
const passingRight = (): string => {
  const status = process.platform === 'linux' ? readFileSync('/proc/self/status', 'utf8') : ''
  const held = BigInt(`0x${/^CapEff:\s*([0-9a-f]+)$/m.exec(status)?.[1] ?? '0'}`)
  if (held & 4n) return '+dac_read_search'
  if (held & 2n) return '+dac_override'
  throw new Error(
    'PostgreSQL does not run as root, and the account it gets instead cannot enter the folder of the portal or of its data. ' +
      'Start the portal as an ordinary user, or move both to a place open to others, such as /opt and /var/lib.',
  )
}

export type Invocation = { file: string; args: string[]; options: { cwd: string; uid?: number; gid?: number } }

/**
 * How to start a program of PostgreSQL in a folder. Below a folder closed to others, as /root is, an account
 * without rights reaches nothing: there it gets the one right to pass through closed folders.
 */
export const invocation = (
  { file, args, folder }: { file: string; args: string[]; folder: string },
  account: PostgresAccount | undefined,
): Invocation => {
  const options = { cwd: '/' }
  if (!account) return { file, args, options }
  const { uid, gid } = account
  if ([dirname(file), dirname(folder)].every((path) => canEnter(path, account))) {
    return { file, args, options: { ...options, uid, gid } }
  }
  const right = passingRight()
  const identity = ['--reuid', String(uid), '--regid', String(gid), '--clear-groups']
  // Without no_setuid_fixup, access(2) would judge by the account alone and find the programs out of reach.
  const rights = ['--inh-caps', right, '--ambient-caps', right, '--securebits', '+no_setuid_fixup']
  return { file: 'setpriv', args: [...identity, ...rights, file, ...args], options }
}
