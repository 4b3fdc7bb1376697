import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { AppError, badField } from './app-error.ts'
import { errorBody } from './errors.ts'

/** What Node's parser says, and what callers hear of it. */
const refusals: Readonly<Record<string, AppError>> = {
  HPE_INVALID_METHOD: new AppError('notImplemented'),
  HPE_HEADER_OVERFLOW: new AppError('headersTooLarge'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: new AppError('tooLarge'),
  ERR_HTTP_REQUEST_TIMEOUT: new AppError('tooSlow'),
}

const unreadable = badField('request', 'This is no request that a web server understands.')

/** What cannot be read as a request at all: it never becomes one, so no hook and no route sees it. */
export const refuseUnreadable = (error: Error & { code?: string }, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy(error)
  const refusal = refusals[error.code ?? ''] ?? unreadable
  const requestId = randomUUID()
  const body = JSON.stringify(errorBody(refusal.code, { requestId, facts: refusal.facts }))
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': requestId,
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const status = `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status] ?? ''}\r\n`
  socket.end(`${status}${lines.join('')}\r\n${body}`, () => socket.destroy())
}
