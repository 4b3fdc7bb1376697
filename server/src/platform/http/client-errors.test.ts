import { once } from 'node:events'
import { connect } from 'node:net'
import { ErrorBody } from '@spacekeeper/contract/errors.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPortal, type TestPortal } from '../../portal.testing.ts'

let portal: TestPortal
let port: number
beforeAll(async () => {
  portal = await startTestPortal()
  port = Number(new URL(await portal.listen()).port)
})
afterAll(() => portal.close())

/** The status, headers and body of the answer to some bytes. */
const answerTo = async (request: string) => {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk) => (answer += String(chunk)))
  socket.write(request)
  await once(socket, 'close')
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(lines.map((line) => line.toLowerCase().split(': ')))
  return { status: Number(first.split(' ')[1]), headers, body: ErrorBody.parse(JSON.parse(body)) }
}

const host = 'host: a\r\nconnection: close\r\n'

test.each([
  ['a method that does not exist', `FOO /api/profile/ HTTP/1.1\r\n${host}\r\n`, 501, 'notImplemented'],
  ['no HTTP at all', 'hello\r\n\r\n', 501, 'notImplemented'],
  ['a header without a name', `GET /api/profile/ HTTP/1.1\r\n${host}: x\r\n\r\n`, 400, 'badInput'],
  ['headers without end', `GET / HTTP/1.1\r\n${host}x: ${'x'.repeat(40_000)}\r\n\r\n`, 431, 'headersTooLarge'],
  ['a method that no address takes', `PROPFIND /api/profile/ HTTP/1.1\r\n${host}\r\n`, 405, 'wrongMethod'],
  ['broken escapes in the address', `GET /api/%ff/ HTTP/1.1\r\n${host}\r\n`, 400, 'badInput'],
])('%s is answered with the body of all errors', async (_, request, status, code) => {
  const answer = await answerTo(request)
  expect(answer).toMatchObject({ status, body: { code } })
  expect(answer.headers).toMatchObject({
    'x-request-id': answer.body.requestId,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
})
