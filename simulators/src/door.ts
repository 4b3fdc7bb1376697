import type { ToDoor } from '@spacekeeper/contract/devices.ts'
import { openDoorLink } from './door-link.ts'
import { readDoorStore, writeDoorStore, type DoorStore } from './door-store.ts'

export type DoorOptions = {
  /** Address of the portal, `ws://…` or `http://…`. */
  server: string
  serial: string
  key: string
  /** Where the list is kept; null keeps it in memory only, for benchmarks with very many doors. */
  storePath: string | null
  ipAddress?: string
  unlockMs?: number
  pingMs?: number
  silenceMs?: number
  reconnectMs?: number
  onEvent?: (event: DoorEvent) => void
}

export type DoorEvent = {
  kind: 'line' | 'authorised' | 'list' | 'lockout' | 'swipe' | 'reply' | 'lock' | 'command'
  /** One plain sentence. */
  text: string
}

export type DoorState = DoorStore & { isConnected: boolean; isAuthorised: boolean; isUnlocked: boolean; writes: number }

export type DoorSwipe = {
  outcome: 'granted' | 'refused' | 'lockedOut'
  /** False while offline: the swipe is lost then, as on real hardware. */
  isReported: boolean
  /** Whether the portal has confirmed it; false when the line broke before that. */
  acknowledged: Promise<boolean>
}

export type Door = {
  /** Holds a card to the reader. */
  swipe: (card: string) => DoorSwipe
  state: () => DoorState
  list: () => readonly string[]
  /** The last thousand things that happened. */
  events: readonly DoorEvent[]
  /** Resolves once the door is as wished; rejects with its state when that takes too long. */
  until: (wish: (state: DoorState) => boolean, timeoutMs?: number) => Promise<DoorState>
  close: () => Promise<void>
}

const reports = {
  granted: 'log_access',
  refused: 'log_access_denied',
  lockedOut: 'log_access_locked_out',
} as const

type Watch = { wish: (state: DoorState) => boolean; resolve: (state: DoorState) => void }
type Waiting = { command: string; resolve: (isDone: boolean) => void }

/** A door as its controller behaves: it decides alone, from the list it keeps, and tells the portal afterwards. */
export const startDoor = (options: DoorOptions): Door => {
  const { storePath, unlockMs = 7_000 } = options
  const events: DoorEvent[] = []
  const watches = new Set<Watch>()
  let waiting: Waiting[] = []
  let relock: NodeJS.Timeout | undefined
  let state: DoorState = {
    ...readDoorStore(storePath),
    isConnected: false,
    isAuthorised: false,
    isUnlocked: false,
    writes: 0,
  }
  let tags = new Set(state.tags)

  const change = (next: Partial<DoorState>, event?: DoorEvent) => {
    state = { ...state, ...next }
    if (next.tags) tags = new Set(next.tags)
    if (event) {
      if (events.push(event) > 1_000) events.shift()
      options.onEvent?.(event)
    }
    for (const watch of watches) if (watch.wish(state)) watch.resolve(state)
  }
  const remember = (next: Partial<DoorStore>, event: DoorEvent) => {
    const stored = { tags: state.tags, hash: state.hash, isLockedOut: state.isLockedOut, ...next }
    writeDoorStore(storePath, stored)
    change({ ...stored, writes: state.writes + 1 }, event)
  }

  const lock = (why: string) => {
    clearTimeout(relock)
    relock = undefined
    if (state.isUnlocked) change({ isUnlocked: false }, { kind: 'lock', text: `locked (${why})` })
  }
  const unlock = (why: string, forMs: number | null) => {
    clearTimeout(relock)
    relock = forMs === null ? undefined : setTimeout(() => lock('time is up'), forMs)
    change({ isUnlocked: true }, { kind: 'lock', text: `unlocked (${why})` })
  }
  const isHeldOpen = () => state.isUnlocked && relock === undefined

  const forget = () => {
    for (const { resolve } of waiting) resolve(false)
    waiting = []
  }
  const reboot = () => {
    change({}, { kind: 'command', text: 'reboots' })
    lock('reboot')
    change(readDoorStore(storePath))
    link.restart()
  }

  const obey = (message: ToDoor) => {
    if ('authorised' in message) {
      const text = message.authorised ? 'the portal knows this door' : 'the portal refuses this door'
      return change({ isAuthorised: message.authorised }, { kind: 'authorised', text })
    }
    switch (message.command) {
      case 'sync':
        // Flash wears out: written only when the list is another one.
        if (message.hash === state.hash) return change({}, { kind: 'list', text: 'list unchanged' })
        return remember(
          { tags: message.tags, hash: message.hash },
          { kind: 'list', text: `new list of ${message.tags.length} cards` },
        )
      case 'update_device_locked_out': {
        if (message.locked_out === state.isLockedOut) return undefined
        const text = message.locked_out ? 'locked out for maintenance' : 'no longer locked out'
        return remember({ isLockedOut: message.locked_out }, { kind: 'lockout', text })
      }
      case 'bump':
        return isHeldOpen() ? undefined : unlock('bump', unlockMs)
      case 'unlock':
        return unlock('told to', null)
      case 'lock':
        return lock('told to')
      case 'reboot':
        return reboot()
      case 'log_access':
      case 'log_access_denied':
      case 'log_access_locked_out': {
        const index = waiting.findIndex(({ command }) => command === message.command)
        const [reply] = index < 0 ? [] : waiting.splice(index, 1)
        reply?.resolve(message.success)
        return change({}, { kind: 'reply', text: `${message.command} ${message.success ? 'stored' : 'not stored'}` })
      }
      case 'pong':
        return undefined
      case 'error':
        return change({}, { kind: 'reply', text: 'the portal did not understand' })
    }
  }

  const link = openDoorLink({
    server: options.server,
    serial: options.serial,
    key: options.key,
    ipAddress: options.ipAddress ?? '127.0.0.1',
    pingMs: options.pingMs ?? 10_000,
    silenceMs: options.silenceMs ?? 30_000,
    reconnectMs: options.reconnectMs ?? 10_000,
    onMessage: obey,
    onState: (line) => {
      if (line === 'disconnected') forget()
      const isConnected = line === 'connected'
      if (isConnected !== state.isConnected) change({ isConnected, isAuthorised: false }, { kind: 'line', text: line })
    },
  })

  return {
    swipe: (card) => {
      const outcome = !tags.has(card) ? 'refused' : state.isLockedOut ? 'lockedOut' : 'granted'
      if (outcome === 'granted' && !isHeldOpen()) unlock(`card ${card}`, unlockMs)
      const command = reports[outcome]
      const isReported = state.isAuthorised && link.send({ command, card_id: card })
      const text = `card ${card}: ${outcome === 'lockedOut' ? 'locked out' : outcome}${isReported ? '' : ', not reported'}`
      change({}, { kind: 'swipe', text })
      const acknowledged = isReported
        ? new Promise<boolean>((resolve) => waiting.push({ command, resolve }))
        : Promise.resolve(false)
      return { outcome, isReported, acknowledged }
    },
    state: () => state,
    list: () => state.tags,
    events,
    until: (wish, timeoutMs = 10_000) =>
      new Promise((resolve, reject) => {
        if (wish(state)) return resolve(state)
        const watch = { wish, resolve: (reached: DoorState) => settle(() => resolve(reached)) }
        const late = () => settle(() => reject(new Error(`The door never came to be so: ${describe(state)}`)))
        const timer = setTimeout(late, timeoutMs)
        const settle = (end: () => void) => {
          clearTimeout(timer)
          watches.delete(watch)
          end()
        }
        watches.add(watch)
      }),
    close: () => {
      clearTimeout(relock)
      return link.close()
    },
  }
}

const describe = ({ tags, ...rest }: DoorState) => JSON.stringify({ ...rest, tags: tags.length })
