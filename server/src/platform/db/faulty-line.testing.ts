import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { connectTo } from './database-line.testing.ts'

/**
 * Where a fault strikes in a transaction of these statements: before one of them reaches the database, or once the
 * database has done it and before the portal hears of that.
 */
export type FaultPoint = { script: readonly string[]; at: number; side: 'before' | 'after' }

/** The same, asked of the statements of each transaction so far, once for each statement, before it reaches the database. */
export type FaultTest = (script: readonly string[]) => boolean

/** `cut` ends the connection, as a database does that dies; `hold` leaves it hanging, to kill the portal meanwhile. */
export type FaultKind = 'cut' | 'hold'

export type FaultyLine = {
  /** The same account on the same database, by way of this line. */
  lead: (connectionString: string) => string
  /** Every point of the longest transaction of what this does, among those that write to this table. */
  findPoints: (run: () => Promise<unknown>, table: string) => Promise<FaultPoint[]>
  /** Lets the next such transaction pass up to this point; resolves once it came there. */
  strike: (where: FaultPoint | FaultTest, kind: FaultKind) => Promise<void>
  close: () => Promise<void>
}

type Trap = { isHere: FaultTest; side: FaultPoint['side']; kind: FaultKind; onStruck: () => void }

/** Cuts a stream into the messages of PostgreSQL's protocol; the first of a client has no letter. */
const readMessages = (onMessage: (letter: string, body: Buffer, whole: Buffer) => void, hasLetter: boolean) => {
  let rest = Buffer.alloc(0)
  let head = hasLetter ? 1 : 0
  return (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= head + 4 && rest.length >= head + rest.readInt32BE(head)) {
      const whole = rest.subarray(0, head + rest.readInt32BE(head))
      rest = rest.subarray(whole.length)
      const letter = whole.toString('latin1', 0, head)
      const body = whole.subarray(head + 4)
      head = 1
      onMessage(letter, body, whole)
    }
  }
}

const texts = (body: Buffer) => body.toString().split('\0')

/** The text of each call of a client, and all it sent for it. Names of prepared statements are looked up. */
const readCalls = (onCall: (text: string, sent: Buffer) => void, onStart: (parameters: string[]) => void) => {
  const prepared = new Map<string, string>()
  let sent: Buffer[] = []
  let text = ''
  return readMessages((letter, body, whole) => {
    sent.push(whole)
    const [first = '', second = ''] = letter === 'p' ? [] : texts(body)
    if (letter === '') onStart(texts(body))
    if (letter === 'P') prepared.set(first, second)
    if (letter === 'B') text = prepared.get(second) ?? ''
    if (letter === 'Q') text = first
    // The parts of one call end with a sync.
    if (['P', 'B', 'D', 'E', 'C'].includes(letter)) return
    onCall(text, Buffer.concat(sent))
    sent = []
    text = ''
  }, false)
}

const begins = /^\s*begin\b/i
const ends = /^\s*(?:commit|rollback)\b/i
const writes = /\b(?:insert into|delete from|update "?\w+"? set)\b/i

const isAt = (point: FaultPoint, script: readonly string[]) =>
  script.length === point.at + 1 && script.every((text, at) => text === point.script[at])

type LineWatch = { trapNow: () => Trap | undefined; onTransaction: (script: readonly string[]) => void }

const relay = (caller: Socket, database: Socket, watch: LineWatch) => {
  let isPortal = false
  /** Of the transaction that is open. */
  let script: string[] = []
  let isHeld = false
  let answers: ((chunk: Buffer) => void) | undefined
  const strike = ({ kind, onStruck }: Trap) => {
    isHeld = true
    if (kind === 'cut') {
      caller.destroy()
      database.destroy()
    }
    onStruck()
  }
  const call = (text: string, sent: Buffer) => {
    if (isHeld) return
    // A write outside of a transaction is one by itself.
    const isAlone = script.length === 0 && writes.test(text)
    if (begins.test(text)) script = [text]
    else if (script.length > 0 || isAlone) script.push(text)
    const trap = isPortal ? watch.trapNow() : undefined
    const isHere = trap?.isHere(script)
    if (isHere && trap?.side === 'before') return strike(trap)
    if (isHere && trap) answers = readMessages((letter) => letter === 'Z' && strike(trap), true)
    if (ends.test(text) || isAlone) {
      if (isPortal) watch.onTransaction(script)
      script = []
    }
    database.write(sent)
  }
  caller.on(
    'data',
    readCalls(call, (parameters) => {
      const name = parameters[parameters.indexOf('application_name') + 1] ?? ''
      isPortal = ['spacekeeper', 'spacekeeper devices'].includes(name)
    }),
  )
  database.on('data', (chunk: Buffer) => {
    if (answers) answers(chunk)
    else caller.write(chunk)
  })
}

const listen = async (connectionString: string, watch: LineWatch) => {
  const sockets = new Set<Socket>()
  const keep = (socket: Socket, other: () => Socket) => {
    sockets.add(socket)
    socket.setNoDelay().on('error', () => undefined)
    socket.on('close', () => {
      sockets.delete(socket)
      other().destroy()
    })
  }
  const server = createServer((caller) => {
    const database = connectTo(connectionString)
    keep(caller, () => database)
    keep(database, () => caller)
    relay(caller, database, watch)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const close = async () => {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  return { port: typeof address === 'object' && address ? address.port : 0, close }
}

/** A relay before a database that knows what passes, for tests in which either side ends at one certain statement. */
export const openFaultyLine = async (connectionString: string): Promise<FaultyLine> => {
  let trap: Trap | undefined
  let longest: readonly string[] = []
  let wanted = ''
  const { port, close } = await listen(connectionString, {
    trapNow: () => trap,
    onTransaction: (script) => {
      const isWanted = script.some((text) => writes.test(text) && text.includes(wanted))
      if (isWanted && script.length > longest.length) longest = script
    },
  })
  const strike = (where: FaultPoint | FaultTest, kind: FaultKind) =>
    new Promise<void>((resolve) => {
      const onStruck = () => {
        trap = undefined
        resolve()
      }
      const isTest = typeof where === 'function'
      const isHere = isTest ? where : (script: readonly string[]) => isAt(where, script)
      trap = { isHere, side: isTest ? 'before' : where.side, kind, onStruck }
    })
  const findPoints = async (run: () => Promise<unknown>, table: string) => {
    longest = []
    wanted = table
    await run()
    const script = longest
    const points = script.map((_, at): FaultPoint => ({ script, at, side: 'before' }))
    // Nothing is done before the statement after BEGIN. What was not committed is gone either way.
    return [
      ...points.slice(begins.test(script[0] ?? '') ? 1 : 0),
      { script, at: script.length - 1, side: 'after' } as const,
    ]
  }
  const lead = (url: string) => {
    const here = new URL(url)
    here.host = `127.0.0.1:${port}`
    return here.href
  }
  return { lead, findPoints, strike, close }
}
