import { once } from 'node:events'
import { connect } from 'node:net'
import { beforeAll, afterAll, afterEach, describe, test, expect } from 'vitest'
import { aGrant } from '../access/factory.ts'
import { aDoor } from '../doors/factory.ts'
import { aMember } from '../members/factory.ts'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'
import { type ByteLine, dialBytes, frameBytes, opcodes } from './byte-line.testing.ts'

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

const dial = async (path: string, input: Omit<Parameters<typeof dialBytes>[1], 'path'> = {}) => {
  const line = await dialBytes(url, { path, ...input })
  lines.push(line)
  return line
}

const login = (key: string) => ({ command: 'authenticate', secret_key: key })

const ping = '{"command":"ping"}'

const pong = { command: 'pong' }

/** A door past its initial pushes. */
const connectDoor = async (headers: readonly string[] = []) => {
  const door = await aDoor(portal.db)
  const line = await dial(`/ws/access/door/${door.serial}`, { headers })
  line.say(login(door.key))
  for (let n = 0; n < 3; n += 1) await line.hear()
  return line
}

describe('the handshake', () => {
  test.each([
    ['nothing else', []],
    ['an Origin of its own making', ['Origin: file://', 'Cookie: sessionid=x; csrftoken=y']],
    ['the sub-protocol of card readers', ['Sec-WebSocket-Protocol: arduino']],
    ['several sub-protocols', ['Sec-WebSocket-Protocol: chat, mqtt']],
    [
      'compression',
      ['Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits; server_no_context_takeover'],
    ],
    ['a forwarded address that is none', ['X-Forwarded-For: nonsense', 'X-Forwarded-Proto: wss']],
    ['a key of the API that is none', ['Authorization: Api-Key nonsense']],
  ])('with %s is agreed to, without extensions', async (_, headers) => {
    const line = await connectDoor(headers)
    expect(line.head[0]).toBe('HTTP/1.1 101 Switching Protocols')
    expect(line.isAccepted).toBe(true)
    expect(line.head.filter((text) => /^(sec-websocket-extensions|set-cookie)/i.test(text))).toEqual([])
    line.say(ping)
    expect(await line.hear()).toEqual(pong)
  })

  test('may be followed by the first messages before it is answered', async () => {
    const door = await aDoor(portal.db)
    const early = Buffer.concat([
      frameBytes({ payload: JSON.stringify(login(door.key)) }),
      frameBytes({ payload: ping }),
    ])
    const line = await dial(`/ws/access/door/${door.serial}`, { early })
    expect(await line.hear()).toEqual({ authorised: true })
    expect(await line.hear()).toMatchObject({ command: 'sync' })
    expect(await line.hear()).toMatchObject({ command: 'update_device_locked_out' })
    expect(await line.hear()).toEqual(pong)
  })

  test.each([
    ['GET /ws/access/door/aabb HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 404],
    ['POST /ws/access/door/aabb HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', 404],
    ['GET /ws/access/door/aabb HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n', 400],
  ])('that is none is answered as HTTP: %j is %i', async (request, status) => {
    const { hostname, port } = new URL(url)
    const socket = connect({ host: hostname, port: Number(port) })
    socket.write(request)
    const [answer] = await once(socket, 'data')
    socket.destroy()
    expect(String(answer).split('\r\n')[0]).toContain(`HTTP/1.1 ${status} `)
  })
})

describe('the portal sends plain frames', () => {
  test('also when a list of 3,000 cards takes 42 kB', async () => {
    const door = await aDoor(portal.db)
    const numbers = Array.from({ length: 3_000 }, (_, n) => String(10_000_000_000 + n))
    const { id } = await aMember(portal.db)
    await aGrant(portal.db, { memberId: id, deviceId: door.id })
    await portal.db
      .insertInto('cards')
      .values(numbers.map((number) => ({ member_id: id, number, added_at: new Date() })))
      .execute()
    const line = await dial(`/ws/access/door/${door.serial}`)
    line.say(login(door.key))
    expect(await line.frame()).toMatchObject({ payload: Buffer.from('{"authorised":true}') })
    const list = await line.frame()
    expect(list).toMatchObject({ opcode: opcodes.text, isFinal: true, reserved: 0, isMasked: false })
    expect(list?.payload.length).toBeGreaterThan(42_000)
    expect(JSON.parse(String(list?.payload))).toMatchObject({ command: 'sync', tags: numbers })
  })
})

const fragments = (...parts: string[]) =>
  parts.map((payload, at) =>
    frameBytes({
      payload,
      opcode: at === 0 ? opcodes.text : opcodes.continuation,
      isFinal: at === parts.length - 1,
    }),
  )

describe('frames of odd clients', () => {
  test('a message in pieces is one message, also with a ping of the line between them', async () => {
    const line = await connectDoor()
    const [first, second, third] = fragments('{"comm', '', 'and":"ping"}')
    line.write(first ?? Buffer.alloc(0), frameBytes({ opcode: opcodes.ping, payload: 'between' }))
    line.write(second ?? Buffer.alloc(0), third ?? Buffer.alloc(0))
    expect(await line.frame()).toMatchObject({ opcode: opcodes.pong, payload: Buffer.from('between'), isMasked: false })
    expect(await line.hear()).toEqual(pong)
  })

  test('a frame that dribbles in byte by byte, and many in one packet, are read alike', async () => {
    const line = await connectDoor()
    for (const byte of frameBytes({ payload: ping })) {
      line.write(Buffer.from([byte]))
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(await line.hear()).toEqual(pong)
    line.write(...Array.from({ length: 20 }, () => frameBytes({ payload: ping })))
    for (let n = 0; n < 20; n += 1) expect(await line.hear()).toEqual(pong)
  })
})

describe('content of odd clients', () => {
  test.each([
    ['a binary frame', frameBytes({ opcode: opcodes.binary, payload: ping })],
    ['white space around the object', frameBytes({ payload: `\r\n ${ping}\r\n` })],
    ['a key that stands twice, the last one counts', frameBytes({ payload: '{"command":"x","command":"ping"}' })],
    ['unknown fields', frameBytes({ payload: '{"command":"ping","uuid":null,"payload":{"a":[1]}}' })],
    ['as much as fits', frameBytes({ payload: ping.padEnd(16 * 1024) })],
  ])('%s is understood', async (_, bytes) => {
    const line = await connectDoor()
    line.write(bytes)
    expect(await line.hear()).toEqual(pong)
  })

  test.each([
    ['an empty frame', frameBytes({ payload: '' })],
    ['an empty binary frame', frameBytes({ opcode: opcodes.binary })],
    [
      'bytes that are no text, in a binary frame',
      frameBytes({ opcode: opcodes.binary, payload: Buffer.from([255, 0]) }),
    ],
    ['half an object', frameBytes({ payload: '{"command":"pi' })],
    ['two objects', frameBytes({ payload: ping + ping })],
    ['a list', frameBytes({ payload: `[${ping}]` })],
    ['a command that is a list', frameBytes({ payload: '{"command":["ping"]}' })],
    ['a deep nest', frameBytes({ payload: '['.repeat(8_000) })],
  ])('%s is answered with an error, and the line lives on', async (_, bytes) => {
    const line = await connectDoor()
    line.write(bytes)
    expect(await line.hear()).toEqual({ command: 'error' })
    line.say(ping)
    expect(await line.hear()).toEqual(pong)
  })

  test('an unsolicited pong says nothing', async () => {
    const line = await connectDoor()
    line.write(frameBytes({ opcode: opcodes.pong, payload: 'unasked' }), frameBytes({ payload: ping }))
    expect(await line.hear()).toEqual(pong)
  })
})

describe('the end of a line', () => {
  test.each([
    ['a frame without a mask', [frameBytes({ payload: ping, isMasked: false })], 1002],
    ['a compressed frame that was not agreed on', [frameBytes({ payload: ping, reserved: 4 })], 1002],
    ['a kind of frame that does not exist', [frameBytes({ payload: ping, opcode: 3 })], 1002],
    ['a piece without a beginning', [frameBytes({ payload: ping, opcode: opcodes.continuation })], 1002],
    ['a second beginning', [...fragments('{', '}').slice(0, 1), frameBytes({ payload: ping })], 1002],
    ['a ping in pieces', [frameBytes({ opcode: opcodes.ping, isFinal: false })], 1002],
    ['a ping that is too long', [frameBytes({ opcode: opcodes.ping, payload: 'x'.repeat(126) })], 1002],
    ['text that is none', [frameBytes({ payload: Buffer.from([0x7b, 0xff, 0x7d]) })], 1007],
    ['one byte too many', [frameBytes({ payload: ping.padEnd(16 * 1024 + 1) })], 1009],
    ['too many bytes in pieces', fragments(' '.repeat(10_000), ' '.repeat(10_000)), 1009],
    ['the announcement of a terabyte', [Buffer.from([0x81, 0xff, 0, 0, 1, 0, 0, 0, 0, 0])], 1009],
    ['a length no number holds', [Buffer.from([0x81, 0xff, 0xff, 0, 0, 0, 0, 0, 0, 0])], 1009],
  ])('%s closes the line with a reason', async (_, bytes, code) => {
    const line = await connectDoor()
    line.write(...bytes)
    expect(await line.closeCode()).toBe(code)
  })

  test('a farewell is answered, whatever is said in it', async () => {
    const line = await connectDoor()
    line.write(frameBytes({ opcode: opcodes.close, payload: Buffer.from([0x03, 0xe9, ...Buffer.from('bye')]) }))
    expect(await line.closeCode()).toBe(1001)
    const silent = await connectDoor()
    silent.write(frameBytes({ opcode: opcodes.close }))
    expect(await silent.closeCode()).toBe(1005)
  })
})
