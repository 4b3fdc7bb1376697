import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { startTestPortal, type TestPortal } from '../../portal.testing.ts'

const folder = mkdtempSync(join(tmpdir(), 'spacekeeper-web-'))
// Said first and therefore done last, also when the rest does not come up.
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let portal: TestPortal
let app: FastifyInstance

beforeAll(async () => {
  const webRoot = join(folder, 'dist')
  mkdirSync(join(webRoot, 'assets'), { recursive: true })
  writeFileSync(join(folder, 'secret.json'), '"secret"')
  writeFileSync(join(webRoot, 'index.html'), '<title>page</title>')
  writeFileSync(join(webRoot, 'member.html'), '<title>page of a member</title>')
  writeFileSync(join(webRoot, 'dashboard.html'), '<title>page of the dashboard</title>')
  writeFileSync(join(webRoot, 'assets/index-abc.js'), 'run()')
  writeFileSync(join(webRoot, 'assets/index-abc.js.br'), brotliCompressSync('run()'))
  portal = await startTestPortal()
  app = await buildApp(portal.services, { trustProxy: false, webRoot })
})
afterAll(async () => {
  await app.close()
  await portal.close()
})

test('hashed files are kept for ever and sent compressed to browsers that take it', async () => {
  const plain = await app.inject('/assets/index-abc.js')
  expect([plain.body, plain.headers['content-encoding']]).toEqual(['run()', undefined])
  expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  const small = await app.inject({ url: '/assets/index-abc.js', headers: { 'accept-encoding': 'gzip, br' } })
  expect(small.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
  expect(brotliDecompressSync(small.rawPayload).toString()).toBe('run()')
})

test('every address of a screen gets the page, asked for anew each time', async () => {
  for (const url of ['/', '/login', '/manage/members/5', '/no/such/screen']) {
    const answer = await app.inject({ url, headers: { accept: 'text/html' } })
    expect([answer.statusCode, answer.body, answer.headers['cache-control']], url).toEqual([
      200,
      '<title>page</title>',
      'no-cache',
    ])
  }
})

test.each([
  ['/dashboard', 'sessionid=some', 'page of the dashboard'],
  ['/login?nextUrl=%2Fx', '__Host-sessionid=some', 'page of the dashboard'],
  ['/', 'sessionid=some', 'page of the dashboard'],
  ['/account/profile', 'sessionid=some', 'page of a member'],
  ['/dashboard', 'sessionid=some; kiosk=claim', 'page of a member'],
  ['/dashboard', 'browser=known', 'page'],
])('%s with %s gets the page that names what it needs', async (url, cookie, title) => {
  const answer = await app.inject({ url, headers: { accept: 'text/html', cookie } })
  expect(answer.body).toBe(`<title>${title}</title>`)
})

test('a page that has not changed is not sent again, unless another is due now', async () => {
  const { etag } = (await app.inject({ url: '/dashboard', headers: { accept: 'text/html' } })).headers
  const ask = (cookie: string) =>
    app.inject({ url: '/dashboard', headers: { accept: 'text/html', 'if-none-match': String(etag), cookie } })
  expect((await ask('')).statusCode).toBe(304)
  expect((await ask('sessionid=some')).statusCode).toBe(200)
})

test('what is no screen is not answered with the page', async () => {
  for (const url of [
    '/api',
    '/api/nothing/',
    '/ws',
    '/assets',
    '/assets/old-123.js',
    '/assets?x',
    '/.well-known/nothing',
    '/.well-known/oauth-authorization-server',
  ]) {
    expect((await app.inject(url)).json(), url).toMatchObject({ code: 'notFound' })
  }
  expect((await app.inject({ method: 'POST', url: '/login' })).json()).toMatchObject({ code: 'notFound' })
})

test('no address leads out of the folder', async () => {
  const tricks = [
    '/../secret.json',
    '/assets/../../secret.json',
    '/..%2fsecret.json',
    '/%2e%2e/secret.json',
    '/assets/%00',
  ]
  for (const url of [
    ...tricks,
    '/assets/..%5c..%5csecret.json',
    '//secret.json/..',
    '/api/docs/static/..%2f..%2fpackage.json',
  ]) {
    const answer = await app.inject(url)
    expect(answer.statusCode, url).toBeLessThan(500)
    expect(answer.headers.location, url).toBeUndefined()
    expect(answer.body, url).not.toContain('secret"')
    expect(answer.body, url).not.toContain('dependencies')
  }
})
