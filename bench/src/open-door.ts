import { WebSocket } from 'ws'
import { clockMs } from './stats.ts'

/** A door by its address; without a key it only listens, as the sockets of the bare server do. */
export type DoorAddress = { url: string; key?: string }

export type OpenDoor = {
  /** Some cards of the first list. */
  cards: string[]
  /** Of the list it holds. */
  hash: () => string
  /** Forgets that it got a list, and calls this with the time when it gets another. */
  onList: (heard: (atMs: number) => void) => void
  /** Reports a card it let in; how long the acknowledgement took, in ms. */
  swipe: (card: string) => Promise<number>
  close: () => void
}

const pingMs = 20_000
const tail = /"hash":"([0-9a-f]{32})"\}$/
const record = (data: unknown) => Object(JSON.parse(String(data))) as Record<string, unknown> // whatever the server says

/** The hash of a list without reading the list: 200 doors share their processor with the portal that is measured. */
const hashIn = (data: Buffer) => tail.exec(data.toString('latin1', Math.max(0, data.length - 60)))?.[1]
const isList = (data: Buffer) => data.toString('latin1', 0, 17) === '{"command":"sync"'

const cardsIn = (data: Buffer): string[] => {
  const { tags } = record(data)
  const all = Array.isArray(tags) ? tags.map(String) : []
  const step = Math.max(1, Math.floor(all.length / 40))
  return all.filter((_, at) => at % step === 0)
}

/** A door as lean as a socket can be. Resolves once it holds its first list and knows whether it is locked out. */
export const openDoor = ({ url, key }: DoorAddress): Promise<OpenDoor> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { perMessageDeflate: false })
    const say = (message: object) => socket.send(JSON.stringify(message))
    const ping = setInterval(() => key && socket.readyState === WebSocket.OPEN && say({ command: 'ping' }), pingMs)
    let hash = ''
    let heard: ((atMs: number) => void) | undefined
    let swiped: { resolve: (ms: number) => void; reject: (error: Error) => void; atMs: number } | undefined

    const door: OpenDoor = {
      cards: [],
      hash: () => hash,
      onList: (next) => {
        heard = next
      },
      swipe: (card) =>
        new Promise((done, fail) => {
          swiped = { resolve: done, reject: fail, atMs: clockMs() }
          say({ command: 'log_access', card_id: card })
        }),
      close: () => {
        clearInterval(ping)
        socket.terminate()
      },
    }

    const takeList = (data: Buffer) => {
      const atMs = clockMs()
      const before = hash
      hash = hashIn(data) ?? ''
      if (before === '') door.cards = cardsIn(data)
      else if (hash !== before) heard?.(atMs)
    }
    const takeAnswer = (data: Buffer) => {
      const { command, success, authorised } = record(data)
      if (authorised === false) reject(new Error(`${url} was not let in`))
      if (command === 'update_device_locked_out') resolve(door)
      if (command !== 'log_access') return
      const mine = swiped
      swiped = undefined
      if (success === true) mine?.resolve(clockMs() - mine.atMs)
      else mine?.reject(new Error(`${url}: a swipe was not stored`))
    }
    socket.on('message', (data: Buffer) => {
      if (!key) heard?.(clockMs())
      else if (isList(data)) takeList(data)
      else takeAnswer(data)
    })
    socket.once('open', () => {
      if (key) say({ command: 'authenticate', secret_key: key })
      else resolve(door)
    })
    socket.once('error', reject)
    socket.once('close', () => {
      clearInterval(ping)
      swiped?.reject(new Error(`${url} was closed`))
    })
  })
