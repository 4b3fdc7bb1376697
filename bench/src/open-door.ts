import { WebSocket } from 'ws'
import { clockMs } from './stats.ts'

/** A door by its address; without a key it only listens, as the sockets of the bare server do. */
export type DoorAddress = { url: string; key?: string }

export type OpenDoor = {
  /** Some cards of the first list. */
  cards: () => string[]
  /** Of the list it holds. */
  hash: () => string
  /** Forgets what it was told, and calls this with the time when it gets another list or its lockout changes. */
  onChange: (heard: (atMs: number) => void) => void
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

type State = {
  hash: string
  cards: string[]
  isLockedOut: boolean | undefined
  heard: ((atMs: number) => void) | undefined
  swiped: { resolve: (ms: number) => void; reject: (error: Error) => void; atMs: number } | undefined
}

const takeList = (state: State, data: Buffer) => {
  const atMs = clockMs()
  const before = state.hash
  state.hash = hashIn(data) ?? ''
  if (before === '') state.cards = cardsIn(data)
  else if (state.hash !== before) state.heard?.(atMs)
}

const takeLockout = (state: State, isLockedOut: boolean) => {
  const before = state.isLockedOut
  state.isLockedOut = isLockedOut
  if (before !== undefined && before !== isLockedOut) state.heard?.(clockMs())
}

const takeAcknowledgement = (state: State, isStored: boolean) => {
  const mine = state.swiped
  state.swiped = undefined
  if (isStored) mine?.resolve(clockMs() - mine.atMs)
  else mine?.reject(new Error('a swipe was not stored'))
}

const doorOf = (socket: WebSocket, state: State): OpenDoor => ({
  cards: () => state.cards,
  hash: () => state.hash,
  onChange: (heard) => {
    state.heard = heard
  },
  swipe: (card) =>
    new Promise((resolve, reject) => {
      state.swiped = { resolve, reject, atMs: clockMs() }
      socket.send(JSON.stringify({ command: 'log_access', card_id: card }))
    }),
  close: () => socket.terminate(),
})

/** A door as lean as a socket can be. Resolves once it holds its first list and knows whether it is locked out. */
export const openDoor = ({ url, key }: DoorAddress): Promise<OpenDoor> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { perMessageDeflate: false })
    const state: State = { hash: '', cards: [], isLockedOut: undefined, heard: undefined, swiped: undefined }
    const door = doorOf(socket, state)
    const ping = setInterval(() => key && socket.send(JSON.stringify({ command: 'ping' })), pingMs)

    socket.on('message', (data: Buffer) => {
      if (!key) return state.heard?.(clockMs())
      if (isList(data)) return takeList(state, data)
      const { command, success, authorised, locked_out: isLockedOut } = record(data)
      if (authorised === false) reject(new Error(`${url} was not let in`))
      if (command === 'update_device_locked_out') {
        takeLockout(state, isLockedOut === true)
        resolve(door)
      }
      if (command === 'log_access') takeAcknowledgement(state, success === true)
    })
    socket.once('open', () => {
      if (key) socket.send(JSON.stringify({ command: 'authenticate', secret_key: key }))
      else resolve(door)
    })
    socket.on('error', reject)
    socket.once('close', () => {
      clearInterval(ping)
      reject(new Error(`${url} was closed`))
      state.swiped?.reject(new Error(`${url} was closed`))
    })
  })
