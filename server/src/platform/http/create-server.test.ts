import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import websocket from '@fastify/websocket'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
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
    // Other headers that name an address are never believed.
    const others = { 'x-real-ip': '8.8.8.8', forwarded: 'for=8.8.8.8', 'x-client-ip': '8.8.8.8' }
    const headers = { 'x-forwarded-for': '9.9.9.9, 10.0.0.7', ...others }
    const answer = await app.inject({ url: '/', headers, remoteAddress: '127.0.0.1' })
    await app.close()
    return answer.body
  }
  expect(await addressWith(false)).toBe('127.0.0.1')
  expect(await addressWith(1)).toBe('10.0.0.7')
  expect(await addressWith('127.0.0.1,10.0.0.0/8')).toBe('9.9.9.9')
})

const hasty = { headersMs: 300, silentMs: 600, arrivalMs: 20_000, betweenMs: 300, checkMs: 50 }

/** A portal in a hurry, that keeps a stream open, takes sockets, and reads what is sent to it. */
const openHasty = async () => {
  const app = await open({ trustProxy: false, timeouts: hasty })
  onTestFinished(async () => {
    await app.close()
  })
  await app.register(websocket)
  app.get('/socket', { websocket: true }, () => undefined)
  app.get('/stream', (_request, reply) => {
    reply.hijack()
    const beat = setInterval(() => reply.raw.write('beat'), 100)
    reply.raw.on('close', () => clearInterval(beat))
  })
  app.post('/upload', ({ body }) => Object.keys(Object(body)).length)
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  return (text = '') => {
    const socket = connect(Number(port), '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    let heard = ''
    socket.on('data', (chunk) => (heard += String(chunk)))
    if (text !== '') socket.write(text)
    return { socket, closed: once(socket, 'close'), heard: () => heard }
  }
}

const upgrade =
  'connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: a2V5a2V5a2V5a2V5a2V5aw==\r\n'

test('a connection that says nothing is closed, and one that stops in the middle of its head or its body', async () => {
  const dial = await openHasty()
  const head = 'POST /upload HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 40\r\n\r\n'
  const lines = [dial(), dial('GET /up'), dial(head)]
  for (const { socket } of lines) socket.on('error', () => undefined)
  await Promise.all(lines.map(({ closed }) => closed))
  expect(lines.map(({ socket }) => socket.closed)).toEqual([true, true, true])
})

test('event streams, sockets of devices and slow uploads that move are not cut', async () => {
  const dial = await openHasty()
  const body = JSON.stringify({ text: 'x'.repeat(30) })
  const head = `POST /upload HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`
  const [stream, device, upload] = [
    dial('GET /stream HTTP/1.1\r\nhost: a\r\n\r\n'),
    dial(`GET /socket HTTP/1.1\r\nhost: a\r\n${upgrade}\r\n`),
    dial(head),
  ]
  // At this pace it takes longer than any silence may last.
  for (const sign of body) {
    upload.socket.write(sign)
    await wait(30)
  }
  await expect.poll(upload.heard).toMatch(/200 OK[^]*1$/)
  expect(device.heard()).toContain('101 Switching')
  const before = stream.heard().length
  await expect.poll(() => stream.heard().length).toBeGreaterThan(before)
  expect([stream, device].map(({ socket }) => socket.closed)).toEqual([false, false])
})
