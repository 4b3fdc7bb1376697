import { closeSync, fchownSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs'
import type { PostgresHome } from './postgres-home.ts'

const limitBytes = 5_000_000

/**
 * What the server writes down: that it started and stopped, and what ended it. Errors of single statements reach the
 * portal anyway, and beside them would stand addresses and card numbers.
 */
export const logSettings = {
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
} as const

/** Older versions of the portal let errors with their values into it. */
const mayNameMembers = (path: string): boolean =>
  /\] (?:ERROR|DETAIL|STATEMENT|CONTEXT): /.test(readFileSync(path, 'utf8'))

/** Empties a log that grew too large. The server goes on writing at its end, wherever that is. */
export const boundPostgresLog = (path: string): void => {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > limitBytes) truncateSync(path)
}

/** Opens the log for a server that starts, calls back with it and closes it again: the server keeps its own. */
export const withPostgresLog = <T>({ logPath, account }: PostgresHome, start: (file: number) => T): T => {
  const file = openSync(logPath, 'a', 0o600)
  try {
    if (account) fchownSync(file, account.uid, account.gid)
    boundPostgresLog(logPath)
    if (mayNameMembers(logPath)) truncateSync(logPath)
    return start(file)
  } finally {
    closeSync(file)
  }
}
