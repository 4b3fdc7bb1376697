import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startControl } from './control.ts'
import { startDoor, type Door, type DoorOptions } from './door.ts'
import { startFakePortal, type FakePortal } from './fake-portal.ts'
import { controlledDoor } from './run-door.ts'

const hash111 = '59f072609ea931e7ff8b5b33c9383891'

let folder = ''
let store = ''
const closing: (() => Promise<unknown>)[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'door-'))
  store = join(folder, 'door.json')
})
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
  rmSync(folder, { recursive: true, force: true })
})

const portalAt = async (port?: number, isConfirming?: boolean) => {
  const portal = await startFakePortal(port, isConfirming)
  closing.push(portal.close)
  return portal
}
const doorAt = (portal: FakePortal, options: Partial<DoorOptions> = {}): Door => {
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
const heardOf = (portal: FakePortal) => portal.heard.map(({ command }) => command)
const sync = (tags: string[], hash: string) => ({ command: 'sync', tags, hash })

test('a door authenticates and names its address before anything is answered', async () => {
  const portal = await portalAt()
  const door = doorAt(portal, { ipAddress: '10.0.0.5' })
  await door.until(({ isAuthorised }) => isAuthorised)
  await expect
    .poll(() => portal.heard)
    .toEqual([
      { command: 'authenticate', secret_key: 'ABCDEFGH.secret' },
      { command: 'ip_address', ip_address: '10.0.0.5', firmware: 'Spacekeeper simulator' },
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
  const control = await startControl(controlledDoor(door), 0)
  closing.push(control.close)
  await door.until(({ isAuthorised }) => isAuthorised)
  const url = `http://127.0.0.1:${control.port}`
  const swipe = await fetch(`${url}/swipe`, { method: 'POST', body: '{"card":"111"}' })
  expect(await swipe.json()).toEqual({ outcome: 'refused', isReported: true, isAcknowledged: true })
  expect(await (await fetch(`${url}/state`)).json()).toMatchObject({ isAuthorised: true, tags: [] })
  expect((await fetch(`${url}/swipe`, { method: 'POST', body: '{}' })).status).toBe(400)
  expect((await fetch(`${url}/else`)).status).toBe(404)
})
