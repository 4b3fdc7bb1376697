import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { startFakePortal } from './fake-portal.ts'

const State = z.object({ isAuthorised: z.boolean() })
const main = join(import.meta.dirname, 'main.ts')
const closing: (() => unknown)[] = []

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const program = (...flags: string[]) => start({ flags })
const start = ({ flags, env = {} }: { flags: string[]; env?: Record<string, string> }) => {
  const child = spawn(process.execPath, [main, 'door', ...flags], { env: { ...process.env, ...env } })
  closing.push(() => child.kill('SIGKILL'))
  const said = { out: '', err: '' }
  child.stdout.on('data', (data) => (said.out += String(data)))
  child.stderr.on('data', (data) => (said.err += String(data)))
  return { child, said, ended: once(child, 'exit').then(([code]) => code) }
}
const portalAndFlags = async () => {
  const portal = await startFakePortal()
  closing.push(portal.close)
  const folder = mkdtempSync(join(tmpdir(), 'door-'))
  closing.push(() => rmSync(folder, { recursive: true, force: true }))
  const store = join(folder, 'door.json')
  writeFileSync(store, JSON.stringify({ tags: ['111'], hash: 'known', isLockedOut: false }))
  return { portal, flags: ['--server', portal.url, '--serial', 'aabbccddeeff', '--key', 'K.S', '--store', store] }
}

test('the program swipes the cards it is given, says so in plain lines and ends', async () => {
  const { flags } = await portalAndFlags()
  const { said, ended } = program(...flags, '--swipe', '111', '--swipe', '222')
  expect(await ended).toBe(0)
  expect(said.out).toContain('door aabbccddeeff: card 111: granted')
  expect(said.out).toContain('door aabbccddeeff: card 222: refused')
  expect(said.out).not.toContain('K.S')
})

test('the program reads card numbers from the keyboard and ends when it is asked to', async () => {
  const { portal, flags } = await portalAndFlags()
  const { child, said, ended } = program(...flags, '--interactive')
  await expect.poll(() => said.out).toContain('the portal knows this door')
  child.stdin.write('111\n\n 222 \n')
  await expect.poll(() => portal.heard.map(({ card_id }) => card_id)).toEqual(expect.arrayContaining(['111', '222']))
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})

test('the key may stand in the environment, where no list of processes shows it', async () => {
  const { portal, flags } = await portalAndFlags()
  const at = flags.indexOf('--key')
  const { ended } = start({ flags: [...flags.toSpliced(at, 2), '--swipe', '111'], env: { DEVICE_KEY: 'K.E' } })
  expect(await ended).toBe(0)
  expect(portal.heard[0]).toMatchObject({ secret_key: 'K.E' })
})

test('the program starts by its script, with the Node that comes with the packages', async () => {
  const child = spawn('npm', ['run', '--silent', 'simulator', '--', '--help'], {
    cwd: join(import.meta.dirname, '../..'),
  })
  let out = ''
  child.stdout.on('data', (data) => (out += String(data)))
  expect(await once(child, 'exit')).toEqual([0, null])
  expect(out).toContain('npm run simulator -- memberbucks')
})

test('the program names the flag that is missing', async () => {
  const { said, ended } = program('--serial', 'a')
  expect(await ended).toBe(1)
  expect(said.err).toContain('--key is missing.')
})

test('the program is a machine, too: it asks, and another program may hold a card to it', async () => {
  const portal = await startFakePortal()
  closing.push(portal.close)
  const child = spawn(
    process.execPath,
    [main, 'interlock', '--server', portal.url, '--serial', 'saw', '--control', '0'],
    { env: { ...process.env, DEVICE_KEY: 'K.S' } },
  )
  closing.push(() => child.kill('SIGKILL'))
  let out = ''
  child.stdout.on('data', (data) => (out += String(data)))
  await expect.poll(() => /listens on (\S+)/.exec(out)?.[1]).toBeTruthy()
  const url = /listens on (\S+)/.exec(out)?.[1] ?? ''
  const state = async () => State.parse(await (await fetch(`${url}/state`)).json())
  await expect.poll(async () => (await state()).isAuthorised).toBe(true)
  const swiped = fetch(`${url}/swipe`, { method: 'POST', body: '{"card":"111"}' })
  await expect.poll(() => portal.heard.map(({ command }) => command)).toContain('interlock_session_start')
  portal.push({ command: 'interlock_session_rejected', reason: 'rejected' })
  expect(await (await swiped).json()).toEqual({ outcome: 'refused', refusal: 'rejected' })
})

test('the program is a Stripe, too: other programs speak to it, and it keeps what it has in its file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stripe-'))
  closing.push(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'stripe.json')
  const child = spawn(process.execPath, [main, 'stripe', '--store', file, '--now', '2026-11-01T00:00:00Z'])
  closing.push(() => child.kill('SIGKILL'))
  let out = ''
  child.stdout.on('data', (data) => (out += String(data)))
  await expect.poll(() => /moves the clock/.test(out)).toBe(true)
  const [, url = ''] = /listens on (\S+)/.exec(out) ?? []
  const [, key = ''] = /secret key (\S+),/.exec(out) ?? []
  const ask = async (path: string, body: string) => {
    const headers = { authorization: `Bearer ${key}` }
    const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body })
    return answer.text()
  }
  expect(await ask('/v1/customers', 'name=Ada')).toContain('"object": "customer"')
  expect(await ask('/_control/advance', '{"to":"2026-11-02T00:00:00Z"}')).toBe('{"now":"2026-11-02T00:00:00.000Z"}')
  child.kill('SIGTERM')
  await once(child, 'exit')
  expect(readFileSync(file, 'utf8')).toContain('"name":"Ada"')
})
