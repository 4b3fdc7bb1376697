import { randomBytes, createHash } from 'node:crypto'
import { once } from 'node:events'
import { type Socket, connect } from 'node:net'

type WireMessage = Record<string, unknown>

export const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const

type FrameInput = {
  opcode?: number
  payload?: string | Buffer
  isFinal?: boolean
  /** The three bits that extensions use. */
  reserved?: number
  isMasked?: boolean
}

export type Frame = { opcode: number; payload: Buffer; isFinal: boolean; reserved: number; isMasked: boolean }

const lengthBytes = (length: number): { short: number; more: Buffer } => {
  if (length < 126) return { short: length, more: Buffer.alloc(0) }
  const more = Buffer.alloc(length < 65_536 ? 2 : 8)
  if (length < 65_536) more.writeUInt16BE(length)
  else more.writeBigUInt64BE(BigInt(length))
  return { short: length < 65_536 ? 126 : 127, more }
}

/** A frame as a client sends it: masked, unless the client does not know better. */
export const frameBytes = (input: FrameInput): Buffer => {
  const { opcode = opcodes.text, isFinal = true, reserved = 0, isMasked = true } = input
  const payload = Buffer.from(input.payload ?? '')
  const { short, more } = lengthBytes(payload.length)
  const head = Buffer.from([(isFinal ? 0x80 : 0) | (reserved << 4) | opcode, (isMasked ? 0x80 : 0) | short])
  if (!isMasked) return Buffer.concat([head, more, payload])
  const mask = randomBytes(4)
  const masked = payload.map((byte, at) => byte ^ (mask[at % 4] ?? 0))
  return Buffer.concat([head, more, mask, masked])
}

/** The frame at the beginning of these bytes and what it takes of them; null while some of it is missing. */
const readFrame = (bytes: Buffer): { frame: Frame; taken: number } | null => {
  const [first, second] = bytes
  if (first === undefined || second === undefined) return null
  const short = second & 0x7f
  const at = short === 127 ? 10 : short === 126 ? 4 : 2
  if (bytes.length < at) return null
  const length = short === 127 ? Number(bytes.readBigUInt64BE(2)) : short === 126 ? bytes.readUInt16BE(2) : short
  if (bytes.length < at + length) return null
  const frame = {
    opcode: first & 0x0f,
    isFinal: (first & 0x80) !== 0,
    reserved: (first >> 4) & 7,
    isMasked: (second & 0x80) !== 0,
    payload: bytes.subarray(at, at + length),
  }
  return { frame, taken: at + length }
}

/** What a board that knows nothing of continuation, compression or binary frames makes of one. */
const readStrictly = (frame: Frame): WireMessage => {
  const { opcode, isFinal, reserved, isMasked, payload } = frame
  if (opcode !== opcodes.text || !isFinal || reserved !== 0 || isMasked)
    throw new Error(`expected one plain text frame: ${JSON.stringify({ ...frame, payload: payload.toString() })}`)
  const message: WireMessage = JSON.parse(payload.toString())
  return message
}

const acceptKeyOf = (key: string) =>
  createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')

const handshake = (input: { path: string; host: string; key: string; headers: readonly string[] }) =>
  [
    `GET ${input.path} HTTP/1.1`,
    `Host: ${input.host}`,
    'Upgrade: websocket',
    'Connection: Upgrade',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${input.key}`,
    ...input.headers,
    '',
    '',
  ].join('\r\n')

/** Hands out what arrives piece by piece, as soon as `take` finds something whole in it. */
const createInbox = (socket: Socket) => {
  let bytes = Buffer.alloc(0)
  let isOver = false
  let wake: () => void = () => undefined
  socket.on('data', (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk])
    wake()
  })
  socket.on('close', () => {
    isOver = true
    wake()
  })
  return async <T>(take: (bytes: Buffer) => { found: T; taken: number } | null): Promise<T | null> => {
    for (;;) {
      const part = take(bytes)
      if (part) {
        bytes = bytes.subarray(part.taken)
        return part.found
      }
      if (isOver) return null
      await new Promise<void>((resolve) => (wake = resolve))
    }
  }
}

export type ByteLine = {
  socket: Socket
  /** The lines of the server's answer to the handshake. */
  head: readonly string[]
  isAccepted: boolean
  write: (...pieces: Buffer[]) => void
  say: (message: object | string) => void
  /** The next frame, whatever it is; null when the line has ended. */
  frame: () => Promise<Frame | null>
  /** The next message, which has to be one unfragmented, uncompressed text frame. */
  hear: () => Promise<WireMessage>
  /** Takes whatever comes until the server closes: its code, or null when the line is cut without a word. */
  closeCode: () => Promise<number | null>
  end: () => void
}

/** A line to the portal by hand, byte by byte. `early` goes out together with the handshake. */
export const dialBytes = async (
  portalUrl: string,
  input: { path: string; headers?: readonly string[]; early?: Buffer },
): Promise<ByteLine> => {
  const { hostname, port, host } = new URL(portalUrl)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  socket.on('error', () => undefined)
  const take = createInbox(socket)
  await once(socket, 'connect')
  const key = randomBytes(16).toString('base64')
  socket.write(handshake({ path: input.path, host, key, headers: input.headers ?? [] }))
  if (input.early) socket.write(input.early)
  const text = await take((bytes) => {
    const at = bytes.indexOf('\r\n\r\n')
    return at < 0 ? null : { found: bytes.subarray(0, at).toString(), taken: at + 4 }
  })
  const head = (text ?? '').split('\r\n')
  const frame = () =>
    take((bytes) => {
      const read = readFrame(bytes)
      return read && { found: read.frame, taken: read.taken }
    })
  const hear = async () => {
    const next = await frame()
    if (!next) throw new Error('the line has ended')
    return readStrictly(next)
  }
  const closeCode = async () => {
    for (let next = await frame(); next; next = await frame())
      if (next.opcode === opcodes.close) return next.payload.length < 2 ? 1005 : next.payload.readUInt16BE()
    return null
  }
  return {
    socket,
    head,
    isAccepted: head.includes(`Sec-WebSocket-Accept: ${acceptKeyOf(key)}`),
    write: (...pieces) => void socket.write(Buffer.concat(pieces)),
    say: (message) =>
      void socket.write(frameBytes({ payload: typeof message === 'string' ? message : JSON.stringify(message) })),
    frame,
    hear,
    closeCode,
    end: () => void socket.destroy(),
  }
}
