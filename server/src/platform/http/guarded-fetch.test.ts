import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { guardLibrary } from './guard-library.ts'
import { FetchFailure, guardedFetch } from './guarded-fetch.ts'

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
  'http://169.254.169.254/latest/meta-data/',
  'http://[::ffff:169.254.169.254]/',
  'http://2852039166/',
  'http://0xa9.0xfe.0xa9.0xfe/',
  'http://169.254.169.254.:80/',
  'http://[::169.254.169.254]/',
  'http://[fd00:ec2::254]/latest/meta-data/',
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

test('where only the status is of interest, the body is not waited for', async () => {
  const address = await serve((_, answer) => answer.writeHead(204).end())
  const endless = await serve((_, answer) => void answer.write('a'))
  expect(await guardedFetch(address, { ...limits, maxBytes: 0 })).toMatchObject({ status: 204 })
  expect(await guardedFetch(endless, { ...limits, maxBytes: 0 })).toMatchObject({ status: 200 })
})

test('libraries are given the same in the shape they know, with limits by address', async () => {
  const address = await serve((request, answer) => {
    answer.setHeader('content-type', request.headers['content-type'] ?? 'none')
    request.pipe(answer.writeHead(request.method === 'PUT' ? 201 : 200))
  })
  const ask = guardLibrary(({ pathname }) => ({ ...limits, allowPrivate: pathname !== '/private' }))
  const form = await ask(address, { method: 'post', body: new URLSearchParams({ a: 'b c' }) })
  expect(form.status).toBe(200)
  expect(form.headers.get('content-type')).toBe('application/x-www-form-urlencoded')
  expect(await form.text()).toBe('a=b+c')
  expect((await ask(new URL(address), { method: 'PUT', body: 'x' })).status).toBe(201)
  await expect(ask(`${address}/private`)).rejects.toThrow('The address is in a private network.')
  await expect(ask(address, { method: 'POST', body: 'x'.repeat(1001) })).rejects.toThrow('larger than 1000 bytes')
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
  await expect(guardedFetch(broken, limits)).rejects.toThrow('The server closed the connection')
  const gone = await serve(() => {})
  for (const server of servers.splice(0)) server.close()
  const failure = await guardedFetch(gone, limits).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(FetchFailure)
  expect(String(failure)).toContain('The server refused the connection.')
  expect(String(failure)).not.toContain('127.0.0.1')
})
