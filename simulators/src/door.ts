import { ToDoor } from '@spacekeeper/contract/doors/shapes.ts'
import { openDeviceLink, type DeviceLink } from './device-link.ts'
import { createDoorLock, type DoorLock } from './door-lock.ts'
import { createDoorState, type DoorEvent, type DoorMemory, type DoorState } from './door-state.ts'

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
  until: (condition: (state: DoorState) => boolean, timeoutMs?: number) => Promise<DoorState>
  close: () => Promise<void>
}

const reports = { granted: 'log_access', refused: 'log_access_denied', lockedOut: 'log_access_locked_out' } as const // commands
type Report = (typeof reports)[keyof typeof reports]

/** Reports that wait for their confirmation. Those carry no number, so they are matched by name and order. */
const createReceipts = () => {
  let waiting: { command: Report; resolve: (isDone: boolean) => void }[] = []
  return {
    await: (command: Report) => new Promise<boolean>((resolve) => waiting.push({ command, resolve })),
    settle: (command: Report, isDone: boolean) => {
      const index = waiting.findIndex((report) => report.command === command)
      if (index >= 0) waiting.splice(index, 1)[0]?.resolve(isDone)
    },
    forget: () => {
      for (const { resolve } of waiting) resolve(false)
      waiting = []
    },
  }
}

type DoorParts = {
  memory: DoorMemory
  lock: DoorLock
  receipts: ReturnType<typeof createReceipts>
  link: () => DeviceLink
  unlockMs: number
}

const takeList = ({ memory }: DoorParts, list: { tags: string[]; hash: string }) => {
  // Flash wears out: written only when the list is another one.
  if (list.hash === memory.now().hash) return memory.change({}, { kind: 'list', text: 'list unchanged' })
  const text = `new list of ${list.tags.length} cards`
  return memory.remember({ tags: list.tags, hash: list.hash }, { kind: 'list', text })
}

const takeLockout = ({ memory }: DoorParts, isLockedOut: boolean) => {
  if (isLockedOut === memory.now().isLockedOut) return
  const text = isLockedOut ? 'locked out for maintenance' : 'no longer locked out'
  memory.remember({ isLockedOut }, { kind: 'lockout', text })
}

const reboot = ({ memory, lock, link }: DoorParts) => {
  memory.change({}, { kind: 'command', text: 'reboots' })
  lock.lock('reboot')
  memory.reload()
  link().restart()
}

const obey = (parts: DoorParts, message: ToDoor) => {
  const { memory, lock, receipts } = parts
  if ('authorised' in message) {
    const text = message.authorised ? 'the portal knows this door' : 'the portal refuses this door'
    return memory.change({ isAuthorised: message.authorised }, { kind: 'authorised', text })
  }
  switch (message.command) {
    case 'sync':
      return takeList(parts, message)
    case 'update_device_locked_out':
      return takeLockout(parts, message.locked_out)
    case 'bump':
      return lock.open('bump', parts.unlockMs)
    case 'unlock':
      return lock.unlock('told to')
    case 'lock':
      return lock.lock('told to')
    case 'reboot':
      return reboot(parts)
    case 'log_access':
    case 'log_access_denied':
    case 'log_access_locked_out': {
      receipts.settle(message.command, message.success)
      const text = `${message.command} ${message.success ? 'stored' : 'not stored'}`
      return memory.change({}, { kind: 'reply', text })
    }
    case 'error':
      return memory.change({}, { kind: 'reply', text: 'the portal did not understand' })
    case 'ping':
    case 'pong':
      return undefined
  }
}

/** Decides alone, from the list on board, and tells the portal afterwards. */
const swipe = ({ memory, lock, receipts, link, unlockMs }: DoorParts, card: string): DoorSwipe => {
  const { isLockedOut, isAuthorised } = memory.now()
  const outcome = !memory.has(card) ? 'refused' : isLockedOut ? 'lockedOut' : 'granted'
  if (outcome === 'granted') lock.open(`card ${card}`, unlockMs)
  const command = reports[outcome]
  const isReported = isAuthorised && link().send({ command, card_id: card })
  const words = outcome === 'lockedOut' ? 'locked out' : outcome
  memory.change({}, { kind: 'swipe', text: `card ${card}: ${words}${isReported ? '' : ', not reported'}` })
  return { outcome, isReported, acknowledged: isReported ? receipts.await(command) : Promise.resolve(false) }
}

/** A door as its controller behaves: with a list of its own, a lock, and a line to the portal when there is one. */
export const startDoor = (options: DoorOptions): Door => {
  const { server, serial, key, storePath, onEvent } = options
  const memory = createDoorState({ storePath, onEvent })
  const lock = createDoorLock(memory)
  const receipts = createReceipts()
  const parts: DoorParts = { memory, lock, receipts, link: () => link, unlockMs: options.unlockMs ?? 7_000 }
  const link = openDeviceLink({
    kind: 'door',
    server,
    serial,
    key,
    ipAddress: options.ipAddress ?? '127.0.0.1',
    pingMs: options.pingMs ?? 10_000,
    silenceMs: options.silenceMs ?? 30_000,
    reconnectMs: options.reconnectMs ?? 10_000,
    onMessage: (raw) => {
      const message = ToDoor.safeParse(raw)
      if (message.success) obey(parts, message.data)
    },
    onState: (line) => {
      if (line === 'disconnected') receipts.forget()
      const isConnected = line === 'connected'
      if (isConnected === memory.now().isConnected) return
      memory.change({ isConnected, isAuthorised: false }, { kind: 'line', text: line })
    },
  })
  return {
    swipe: (card) => swipe(parts, card),
    state: memory.now,
    list: () => memory.now().tags,
    events: memory.events,
    until: memory.until,
    close: () => {
      lock.stop()
      return link.close()
    },
  }
}
