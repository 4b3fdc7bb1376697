import type { ErrorCode } from '@spacekeeper/contract/error-codes.ts'
import { hasCode } from './has-code.ts'

/** Of PostgreSQL: it is shutting down, starting, full of connections, or lets the portal in no longer. */
const refusals = ['57P01', '57P02', '57P03', '53300', '28000', '28P01', '3D000']
/** All codes of this class are about the connection. */
const connectionFailure = /^08/
/** Of the network. A handler lets no other call's failure out, so these are the database's. */
const networkFailures = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]
/** What the driver says without a code. */
const driverSentence =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client (has encountered a connection error|was closed) and is not queryable)/

const noSpace = ['53100', 'ENOSPC', 'EDQUOT']

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '')

/** The socket of the embedded database is gone while it starts again. Any other file that is missing is a fault. */
const isSocketGone = (error: Error): boolean =>
  codeOf(error) === 'ENOENT' && 'syscall' in error && error.syscall === 'connect'

const isAway = (error: Error): boolean =>
  isSocketGone(error) ||
  [...refusals, ...networkFailures].some((code) => hasCode(error, code)) ||
  connectionFailure.test(codeOf(error)) ||
  driverSentence.test(error.message)

/** What keeps the portal from its database, where a failure comes from that; null for every other failure. */
export const outageOf = (error: unknown): Extract<ErrorCode, 'databaseAway' | 'diskFull'> | null => {
  if (!(error instanceof Error)) return null
  if (noSpace.some((code) => hasCode(error, code))) return 'diskFull'
  return isAway(error) ? 'databaseAway' : null
}
