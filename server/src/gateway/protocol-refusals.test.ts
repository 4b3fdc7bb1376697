import { beforeAll, afterAll, afterEach, describe, test, expect } from 'vitest'
import { aDoor } from '../doors/factory.ts'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'
import { type ByteLine, dialBytes, opcodes } from './byte-line.testing.ts'

let portal: TestPortal

let url = ''

const lines: ByteLine[] = []

beforeAll(async () => {
  portal = await startTestPortal()
  url = await portal.listen()
})

afterAll(() => portal.close())

afterEach(() => {
  for (const line of lines.splice(0)) line.end()
})

const dial = async (path: string) => {
  const line = await dialBytes(url, { path })
  lines.push(line)
  return line
}

const login = (key: string) => ({ command: 'authenticate', secret_key: key })

describe('who may not come in hears as much as devices expect', () => {
  test.each([
    ['a wrong secret', (key: string) => `${key.slice(0, 9)}${'x'.repeat(32)}`],
    ['the prefix alone', (key: string) => key.slice(0, 9)],
    ['a space behind it', (key: string) => `${key} `],
    [
      'other capitals',
      (key: string) =>
        key.replace(/[a-z]/i, (one) => (one === one.toUpperCase() ? one.toLowerCase() : one.toUpperCase())),
    ],
    ['nothing', () => ''],
    ['a text without end', (key: string) => key.padEnd(5_000, 'x')],
    ['a null byte', (key: string) => `${key}\u0000`],
    ['a joker', () => '%.%'],
  ])('%s for a key', async (_, spoil) => {
    const door = await aDoor(portal.db)
    const line = await dial(`/ws/access/door/${door.serial}`)
    line.say(login(spoil(door.key)))
    expect(await line.hear()).toEqual({ authorised: false })
    expect(await line.closeCode()).toBe(1000)
  })

  test('a revoked key', async () => {
    const door = await aDoor(portal.db)
    await portal.db.updateTable('device_keys').set({ revoked_at: new Date() }).where('id', '=', door.keyId).execute()
    const line = await dial(`/ws/access/door/${door.serial}`)
    line.say(login(door.key))
    expect(await line.hear()).toEqual({ authorised: false })
    expect(await line.closeCode()).toBe(1000)
  })

  test.each([
    ['the serial number of another kind', (serial: string) => `/ws/access/interlock/${serial}`],
    ['a kind that does not exist', (serial: string) => `/ws/access/toaster/${serial}`],
    ['a serial number without end', (serial: string) => `/ws/access/door/${serial.padEnd(90, 'a')}`],
    ['a serial number with more behind it', (serial: string) => `/ws/access/door/${serial}%0d%0aX`],
  ])('%s is accepted and closed without a word', async (_, pathOf) => {
    const door = await aDoor(portal.db)
    const line = await dial(pathOf(door.serial))
    line.say(login(door.key))
    expect(line.isAccepted).toBe(true)
    expect(await line.frame()).toMatchObject({ opcode: opcodes.close, payload: Buffer.from([0x03, 0xe8]) })
  })

  test.each(['/ws/access/door/', '/ws/access/door', '/ws/access/', '/ws/', '/ws/access/door/a/b', '/'])(
    'no line stands at %s',
    async (path) => {
      const line = await dial(path)
      expect(line.isAccepted).toBe(false)
      expect(line.head[0]).toMatch(/^HTTP\/1\.1 4\d\d |^$/)
    },
  )
})
