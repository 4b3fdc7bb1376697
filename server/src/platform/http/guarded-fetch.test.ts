import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { FetchFailure, guardedFetch } from './guarded-fetch.ts'
import { problemOfAddress } from './outgoing-address.ts'

const servers: Server[] = []

const serve = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port
  return `http://127.0.0.1:${port}`
}

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

const limits = { allowPrivate: true, maxBytes: 1000, timeoutMs: 5000 }

test.each([
  ['93.184.216.34', false, null],
  ['2606:2800:220:1:248:1893:25c8:1946', false, null],
  ['192.168.1.20', true, null],
  ['192.168.1.20', false, 'The address is in a private network.'],
  ['10.1.2.3', false, 'The address is in a private network.'],
  ['100.64.0.1', false, 'The address is in a private network.'],
  ['127.0.0.1', false, 'The address is in a private network.'],
  ['::1', false, 'The address is in a private network.'],
  ['fd12:3456::1', false, 'The address is in a private network.'],
  ['::ffff:10.0.0.1', false, 'The address is in a private network.'],
  ['::ffff:7f00:1', false, 'The address is in a private network.'],
  ['64:ff9b::10.0.0.1', false, 'The address is in a private network.'],
  ['64:ff9b::93.184.216.34', false, null],
  ['169.254.169.254', true, 'The portal never connects to this address.'],
  ['::ffff:169.254.169.254', true, 'The portal never connects to this address.'],
  ['64:ff9b::a9fe:a9fe', true, 'The portal never connects to this address.'],
  ['fe80::1%eth0', true, 'The portal never connects to this address.'],
  ['fd00:ec2::254', true, 'The portal never connects to this address.'],
  ['168.63.129.16', true, 'The portal never connects to this address.'],
  ['0.0.0.0', true, 'The portal never connects to this address.'],
  ['::', true, 'The portal never connects to this address.'],
  ['224.0.0.1', true, 'The portal never connects to this address.'],
  ['nonsense', true, 'The name does not lead to an address.'],
])('%s with private addresses allowed %s: %s', (address, allowPrivate, problem) => {
  expect(problemOfAddress(address, { allowPrivate })).toBe(problem)
})

test.each([
  'http://169.254.169.254/latest/meta-data/',
  'http://[::ffff:169.254.169.254]/',
  'http://2852039166/',
  'http://0xa9.0xfe.0xa9.0xfe/',
  'http://169.254.169.254.:80/',
])('%s is never asked', async (address) => {
  await expect(guardedFetch(address, limits)).rejects.toThrow('The portal never connects to this address.')
})

test('a name is judged by what it leads to', async () => {
  const port = new URL(await serve((_, answer) => answer.end('hello'))).port
  const address = `http://localhost:${port}/`
  await expect(guardedFetch(address, { ...limits, allowPrivate: false })).rejects.toThrow(
    'The address is in a private network.',
  )
  expect(String((await guardedFetch(address, limits)).body)).toBe('hello')
})

test.each(['file:///etc/passwd', 'ftp://example.org/', 'nonsense'])('%s is not of the web', async (address) => {
  await expect(guardedFetch(address, limits)).rejects.toThrow('The address is not one of the web.')
})

test('a body is sent with its headers, and the name and password of the address too', async () => {
  const address = await serve((request, answer) => {
    answer.setHeader('x-authorization', request.headers.authorization ?? 'none')
    answer.setHeader('x-kind', request.headers['x-kind'] ?? 'none')
    request.pipe(answer.writeHead(202))
  })
  const answer = await guardedFetch(address.replace('http://', 'http://cam:secret@'), {
    ...limits,
    method: 'POST',
    headers: { 'x-kind': 'test' },
    body: 'grüße',
  })
  expect(answer).toMatchObject({ status: 202, headers: { 'x-kind': 'test' } })
  expect(answer.headers['x-authorization']).toBe(`Basic ${Buffer.from('cam:secret').toString('base64')}`)
  expect(String(answer.body)).toBe('grüße')
})

test('a redirect is an answer like any other', async () => {
  let calls = 0
  const address = await serve((_, answer) => {
    calls += 1
    answer.writeHead(302, { location: 'http://169.254.169.254/' }).end()
  })
  expect(await guardedFetch(address, limits)).toMatchObject({ status: 302 })
  expect(calls).toBe(1)
})

const patience = { ...limits, timeoutMs: 200 }

test('a server that hangs, before or within its answer, is left', async () => {
  const silent = await serve(() => {})
  await expect(guardedFetch(silent, patience)).rejects.toThrow('The server did not answer within 0.2 seconds.')
  const slow = await serve((_, answer) => void answer.write('a'))
  await expect(guardedFetch(slow, patience)).rejects.toThrow('The server did not answer within 0.2 seconds.')
})

test('a server that floods is hung up on', async () => {
  let isHungUp = false
  const address = await serve((_, answer) => {
    const flood = setInterval(() => answer.write('x'.repeat(400)), 5)
    answer.on('close', () => {
      clearInterval(flood)
      isHungUp = true
    })
  })
  await expect(guardedFetch(address, limits)).rejects.toThrow('The answer is larger than 1000 bytes.')
  await expect.poll(() => isHungUp).toBe(true)
})

test('what came so far is the answer once it is enough', async () => {
  const address = await serve((_, answer) => void answer.write('the first frame, the next'))
  const answer = await guardedFetch(address, { ...limits, isEnough: (piece) => piece.includes(',') })
  expect(String(answer.body)).toBe('the first frame, the next')
})

test('a server that breaks off, or that is not there, is told in plain words', async () => {
  const broken = await serve((_, answer) => {
    answer.writeHead(200, { 'content-length': '100' })
    answer.write('a')
    setTimeout(() => answer.destroy(), 20)
  })
  await expect(guardedFetch(broken, limits)).rejects.toThrow('The server broke')
  const gone = await serve(() => {})
  for (const server of servers.splice(0)) server.close()
  const failure = await guardedFetch(gone, limits).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(FetchFailure)
  expect(String(failure)).toContain('The server refused the connection.')
  expect(String(failure)).not.toContain('127.0.0.1')
})
