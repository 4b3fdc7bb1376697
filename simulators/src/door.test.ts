import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocketServer, type WebSocket } from 'ws'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startDoorControl } from './door-control.ts'
import { startDoor, type Door, type DoorOptions } from './door.ts'

const hash111 = '59f072609ea931e7ff8b5b33c9383891'
type Heard = Record<string, unknown>
type Portal = {
  url: string
  port: number
  heard: Heard[]
  socket: () => WebSocket
  push: (message: object) => void
  close: () => Promise<void>
}

/** Just enough of a portal: lets everyone in, answers pings, confirms swipes unless told not to. */
const startPortal = async (port = 0, isConfirming = true): Promise<Portal> => {
  const server = new WebSocketServer({ host: '127.0.0.1', port })
  await once(server, 'listening')
  const heard: Heard[] = []
  let current: WebSocket | undefined
  server.on('connection', (socket) => {
    current = socket
    socket.on('message', (data) => {
      const message = JSON.parse(String(data)) as Heard // the door sends objects only
      heard.push(message)
      if (message.command === 'authenticate') socket.send('{"authorised":true}')
      if (message.command === 'ping') socket.send('{"command":"pong"}')
      if (isConfirming && String(message.command).startsWith('log_access')) {
        socket.send(JSON.stringify({ command: message.command, success: true }))
      }
    })
  })
  const at = server.address()
  const bound = typeof at === 'object' && at ? at.port : port
  const socket = () => {
    if (!current) throw new Error('No door has connected.')
    return current
  }
  return {
    url: `ws://127.0.0.1:${bound}`,
    port: bound,
    heard,
    socket,
    push: (message) => socket().send(JSON.stringify(message)),
    close: () => {
      for (const client of server.clients) client.terminate()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

let folder = ''
let store = ''
const closing: (() => Promise<unknown>)[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'door-'))
  store = join(folder, 'door.json')
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
  rmSync(folder, { recursive: true, force: true })
})

const portalAt = async (port?: number, isConfirming?: boolean) => {
  const portal = await startPortal(port, isConfirming)
  closing.push(portal.close)
  return portal
}
const doorAt = (portal: Portal, options: Partial<DoorOptions> = {}): Door => {
  const door = startDoor({
    server: portal.url,
    serial: 'aabbccddeeff',
    key: 'ABCDEFGH.secret',
    storePath: store,
    reconnectMs: 50,
    ...options,
  })
  closing.push(door.close)
  return door
}
const heardOf = (portal: Portal) => portal.heard.map(({ command }) => command)
const sync = (tags: string[], hash: string) => ({ command: 'sync', tags, hash })

test('a door authenticates and names its address before anything is answered', async () => {
  const portal = await portalAt()
  const door = doorAt(portal, { ipAddress: '10.0.0.5' })
  await door.until(({ isAuthorised }) => isAuthorised)
  await expect.poll(() => portal.heard).toEqual([
    { command: 'authenticate', secret_key: 'ABCDEFGH.secret' },
    { command: 'ip_address', ip_address: '10.0.0.5' },
  ])
})

test('a door decides from its own list and lockout flag, and reports what it did', async () => {
  const portal = await portalAt()
  const door = doorAt(portal)
  await door.until(({ isAuthorised }) => isAuthorised)
  portal.push(sync(['111'], hash111))
  await door.until(({ tags }) => tags.length === 1)
  const granted = door.swipe('111')
  expect(granted).toMatchObject({ outcome: 'granted', isReported: true })
  expect(await granted.acknowledged).toBe(true)
  expect(door.state().isUnlocked).toBe(true)
  expect(door.swipe('222').outcome).toBe('refused')
  portal.push({ command: 'update_device_locked_out', locked_out: true })
  await door.until(({ isLockedOut }) => isLockedOut)
  expect(door.swipe('111').outcome).toBe('lockedOut')
  expect(door.swipe('222').outcome).toBe('refused')
  await expect
    .poll(() => heardOf(portal).slice(2))
    .toEqual(['log_access', 'log_access_denied', 'log_access_locked_out', 'log_access_denied'])
})

test('the list is written only when its hash differs, whole, and leaves no other file behind', async () => {
  const portal = await portalAt()
  const door = doorAt(portal)
  await door.until(({ isAuthorised }) => isAuthorised)
  portal.push(sync(['111'], hash111))
  portal.push(sync(['111'], hash111))
  portal.push(sync(['111', '222'], 'other'))
  await door.until(({ tags }) => tags.length === 2)
  expect(door.state().writes).toBe(2)
  expect(JSON.parse(readFileSync(store, 'utf8'))).toEqual({ tags: ['111', '222'], hash: 'other', isLockedOut: false })
  expect(readdirSync(folder)).toEqual(['door.json'])
})

test('a door works from disk without a portal, and what happened meanwhile is lost', async () => {
  writeFileSync(store, JSON.stringify({ tags: ['111'], hash: hash111, isLockedOut: false }))
  const portal = await portalAt()
  const { port } = portal
  await portal.close()
  const door = doorAt(portal)
  const swipe = door.swipe('111')
  expect(swipe).toMatchObject({ outcome: 'granted', isReported: false })
  expect(await swipe.acknowledged).toBe(false)
  const restarted = await portalAt(port)
  await door.until(({ isAuthorised }) => isAuthorised)
  expect(await door.swipe('111').acknowledged).toBe(true)
  expect(heardOf(restarted)).toEqual(['authenticate', 'ip_address', 'log_access'])
})

test('a damaged file is an empty list, not a broken door', async () => {
  writeFileSync(store, '{"tags":')
  const door = doorAt(await portalAt())
  expect(door.swipe('111').outcome).toBe('refused')
})

test('a swipe the portal never confirmed is known as such once the line breaks', async () => {
  const portal = await portalAt(0, false)
  const door = doorAt(portal)
  await door.until(({ isAuthorised }) => isAuthorised)
  const { acknowledged } = door.swipe('111')
  portal.socket().terminate()
  expect(await acknowledged).toBe(false)
  await door.until(({ isAuthorised }) => isAuthorised)
})

test('a door obeys unlock, lock and bump, and locks itself after a bump', async () => {
  const portal = await portalAt()
  const door = doorAt(portal, { unlockMs: 40 })
  await door.until(({ isAuthorised }) => isAuthorised)
  portal.push({ command: 'bump' })
  await door.until(({ isUnlocked }) => isUnlocked)
  await door.until(({ isUnlocked }) => !isUnlocked)
  portal.push({ command: 'unlock' })
  await door.until(({ isUnlocked }) => isUnlocked)
  portal.push({ command: 'bump' })
  portal.push({ command: 'lock' })
  await door.until(({ isUnlocked }) => !isUnlocked)
  const locks = door.events.filter(({ kind }) => kind === 'lock').map(({ text }) => text)
  expect(locks).toEqual(['unlocked (bump)', 'locked (time is up)', 'unlocked (told to)', 'locked (told to)'])
})

test('a reboot drops the line and comes back with the list from disk', async () => {
  const portal = await portalAt()
  const door = doorAt(portal)
  await door.until(({ isAuthorised }) => isAuthorised)
  portal.push(sync(['111'], hash111))
  portal.push({ command: 'reboot' })
  await door.until(({ isConnected }) => !isConnected)
  await door.until(({ isAuthorised }) => isAuthorised)
  expect(door.list()).toEqual(['111'])
  expect(heardOf(portal).filter((command) => command === 'authenticate')).toHaveLength(2)
})

test('a door pings, and takes a silent portal for gone', async () => {
  const portal = await portalAt()
  const door = doorAt(portal, { pingMs: 20, silenceMs: 100 })
  await door.until(({ isAuthorised }) => isAuthorised)
  await expect.poll(() => heardOf(portal).filter((command) => command === 'ping').length).toBeGreaterThan(2)
  portal.socket().pause()
  await door.until(({ isConnected }) => !isConnected)
})

test('garbage and unknown commands do not disturb a door', async () => {
  const portal = await portalAt()
  const door = doorAt(portal)
  await door.until(({ isAuthorised }) => isAuthorised)
  portal.socket().send('not json')
  portal.push({ command: 'play_theme' })
  portal.push({ command: 'ping' })
  portal.push(sync(['111'], hash111))
  await door.until(({ tags }) => tags.length === 1)
  await expect.poll(() => heardOf(portal)).toContain('pong')
})

test('another program can hold a card to the door', async () => {
  const portal = await portalAt()
  const door = doorAt(portal)
  const control = await startDoorControl(door, 0)
  closing.push(control.close)
  await door.until(({ isAuthorised }) => isAuthorised)
  const url = `http://127.0.0.1:${control.port}`
  const swipe = await fetch(`${url}/swipe`, { method: 'POST', body: '{"card":"111"}' })
  expect(await swipe.json()).toEqual({ outcome: 'refused', isReported: true, isAcknowledged: true })
  expect(await (await fetch(`${url}/state`)).json()).toMatchObject({ isAuthorised: true, tags: [] })
  expect((await fetch(`${url}/swipe`, { method: 'POST', body: '{}' })).status).toBe(400)
  expect((await fetch(`${url}/else`)).status).toBe(404)
})

test('the program swipes the cards it is given, says so in plain lines and ends', async () => {
  const portal = await portalAt()
  writeFileSync(store, JSON.stringify({ tags: ['111'], hash: hash111, isLockedOut: false }))
  const flags = ['--server', portal.url, '--serial', 'aabbccddeeff', '--key', 'K.S', '--store', store]
  const main = join(import.meta.dirname, 'main.ts')
  const child = spawn(process.execPath, [main, 'door', ...flags, '--swipe', '111', '--swipe', '222'])
  closing.push(async () => child.kill())
  let out = ''
  child.stdout.on('data', (data) => (out += String(data)))
  const [code] = await once(child, 'exit')
  expect(code).toBe(0)
  expect(out).toContain('door aabbccddeeff: card 111: granted')
  expect(out).toContain('door aabbccddeeff: card 222: refused')
  expect(out).not.toContain('K.S')
})

test('the program names the flag that is missing', async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), 'door', '--serial', 'a'])
  closing.push(async () => child.kill())
  let err = ''
  child.stderr.on('data', (data) => (err += String(data)))
  const [code] = await once(child, 'exit')
  expect(code).toBe(1)
  expect(err).toContain('--key is missing.')
})
