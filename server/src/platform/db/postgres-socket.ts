import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { PostgresHome } from './postgres-home.ts'

/** Addresses of sockets end there on macOS; a few bytes later on Linux. */
const mostBytes = 103

const longestName = '.s.PGSQL.65535'

/** Whether the disk holds sockets, and this process reaches those of the folder. */
const canListen = async (folder: string): Promise<boolean> => {
  const server = createServer().listen(join(folder, longestName))
  try {
    await once(server, 'listening')
    server.close()
    return true
  } catch {
    return false
  }
}

/** Empties the folder of what a server that was killed left in it. Only the account of the server enters it. */
export const renewSocketFolder = ({ socketFolder, account }: PostgresHome): void => {
  rmSync(socketFolder, { recursive: true, force: true })
  mkdirSync(socketFolder)
  chmodSync(socketFolder, 0o700)
  if (account) chownSync(socketFolder, account.uid, account.gid)
}

/**
 * A server is reached by a socket of its folder, which costs less than TCP. Undefined where that cannot be:
 * on Windows, below a long path, on a disk without sockets. There it is TCP.
 */
export const openSocketFolder = async (home: PostgresHome): Promise<string | undefined> => {
  const { socketFolder } = home
  if (process.platform === 'win32' || Buffer.byteLength(join(socketFolder, longestName)) > mostBytes) return undefined
  renewSocketFolder(home)
  if (await canListen(socketFolder)) return socketFolder
  rmSync(socketFolder, { recursive: true, force: true })
  return undefined
}
