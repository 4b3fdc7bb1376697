import { readDoorStore, writeDoorStore, type DoorStore } from './door-store.ts'

export type DoorEvent = {
  kind: 'line' | 'authorised' | 'list' | 'lockout' | 'swipe' | 'reply' | 'lock' | 'command'
  /** One plain sentence. */
  text: string
}

export type DoorState = DoorStore & { isConnected: boolean; isAuthorised: boolean; isUnlocked: boolean; writes: number }

type Watch = { wish: (state: DoorState) => boolean; resolve: (state: DoorState) => void }

const keptEvents = 1_000

const describe = ({ tags, ...rest }: DoorState) => JSON.stringify({ ...rest, tags: tags.length })

/** What a door is and knows, what of that it keeps on disk, and who waits for it to change. */
export const createDoorState = (options: {
  storePath: string | null
  onEvent: ((event: DoorEvent) => void) | undefined
}) => {
  const { storePath, onEvent } = options
  const events: DoorEvent[] = []
  const watches = new Set<Watch>()
  const stored = readDoorStore(storePath)
  let state: DoorState = { ...stored, isConnected: false, isAuthorised: false, isUnlocked: false, writes: 0 }
  let tags = new Set(state.tags)

  const change = (next: Partial<DoorState>, event?: DoorEvent) => {
    state = { ...state, ...next }
    if (next.tags) tags = new Set(next.tags)
    if (event) {
      if (events.push(event) > keptEvents) events.shift()
      onEvent?.(event)
    }
    for (const watch of watches) if (watch.wish(state)) watch.resolve(state)
  }

  const until = (wish: Watch['wish'], timeoutMs = 10_000): Promise<DoorState> =>
    new Promise((resolve, reject) => {
      if (wish(state)) return resolve(state)
      const settle = (end: () => void) => {
        clearTimeout(timer)
        watches.delete(watch)
        end()
      }
      const late = () => settle(() => reject(new Error(`The door never came to be so: ${describe(state)}`)))
      const timer = setTimeout(late, timeoutMs)
      const watch: Watch = { wish, resolve: (reached) => settle(() => resolve(reached)) }
      watches.add(watch)
    })

  return {
    events,
    now: () => state,
    has: (card: string) => tags.has(card),
    change,
    until,
    /** Changes what survives a power cut. */
    remember: (next: Partial<DoorStore>, event: DoorEvent) => {
      const kept = { tags: state.tags, hash: state.hash, isLockedOut: state.isLockedOut, ...next }
      writeDoorStore(storePath, kept)
      change({ ...kept, writes: state.writes + 1 }, event)
    },
    /** All that is left after a reboot. */
    reload: () => {
      if (storePath !== null) change(readDoorStore(storePath))
    },
  }
}

export type DoorMemory = ReturnType<typeof createDoorState>
