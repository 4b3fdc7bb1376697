import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPortal, type TestPortal } from '../../portal.testing.ts'
import { createServer, type ServerOptions } from './create-server.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

const open = (options: ServerOptions = { trustProxy: false }) => createServer(portal.services, options)

test('a portal that is asked to stop finishes what it has begun and takes nothing new', async () => {
  const app = await open()
  const [entered, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  app.get('/slow', async () => {
    entered.resolve()
    await release.promise
    return 'done'
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const slow = fetch(`${url}/slow`)
  await entered.promise
  const closing = app.close()
  await expect
    .poll(() =>
      fetch(`${url}/slow`).then(
        ({ status }) => status,
        () => 'refused',
      ),
    )
    .toBe('refused')
  release.resolve()
  expect(await (await slow).text()).toBe('done')
  await closing
})

test('idle connections do not hold up a stop', async () => {
  const app = await open()
  app.get('/', () => 'here')
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const socket = connect(Number(port), '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n')
  await once(socket, 'data')
  await app.close()
  expect(app.server.listening).toBe(false)
  socket.destroy()
})

test('a line that asks for a WebSocket at a broken address is answered and closed', async () => {
  const { port } = new URL(await portal.listen())
  const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true })
  let answer = ''
  socket.on('data', (chunk) => (answer += String(chunk)))
  const upgrade = 'connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: a\r\n'
  socket.write(`GET /%ff HTTP/1.1\r\nhost: a\r\n${upgrade}\r\n`)
  await once(socket, 'end')
  expect(answer).toContain('400 Bad Request')
  socket.destroy()
})

test('a forwarded address counts only as far as proxies are trusted', async () => {
  const addressWith = async (trustProxy: ServerOptions['trustProxy']) => {
    const app = await open({ trustProxy })
    app.get('/', ({ ip }) => ip)
    const headers = { 'x-forwarded-for': '9.9.9.9, 10.0.0.7' }
    const answer = await app.inject({ url: '/', headers, remoteAddress: '127.0.0.1' })
    await app.close()
    return answer.body
  }
  expect(await addressWith(false)).toBe('127.0.0.1')
  expect(await addressWith(1)).toBe('10.0.0.7')
  expect(await addressWith('127.0.0.1,10.0.0.0/8')).toBe('9.9.9.9')
})
