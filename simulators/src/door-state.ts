import { readDoorStore, writeDoorStore, type DoorStore } from './door-store.ts'
import { watchState } from './watch-state.ts'

export type DoorEvent = {
  kind: 'line' | 'authorised' | 'list' | 'lockout' | 'swipe' | 'reply' | 'lock' | 'command'
  /** One plain sentence. */
  text: string
}

export type DoorState = DoorStore & { isConnected: boolean; isAuthorised: boolean; isUnlocked: boolean; writes: number }

const describe = ({ tags, ...rest }: DoorState) => JSON.stringify({ ...rest, tags: tags.length })

/** What a door is and knows, what of that it keeps on disk, and who waits for it to change. */
export const createDoorState = (options: {
  storePath: string | null
  onEvent: ((event: DoorEvent) => void) | undefined
}) => {
  const { storePath, onEvent } = options
  const stored = readDoorStore(storePath)
  const initial: DoorState = { ...stored, isConnected: false, isAuthorised: false, isUnlocked: false, writes: 0 }
  const watched = watchState<DoorState, DoorEvent>({ initial, describe, onEvent })
  let tags = new Set(stored.tags)

  const change = (next: Partial<DoorState>, event?: DoorEvent) => {
    if (next.tags) tags = new Set(next.tags)
    watched.change(next, event)
  }

  return {
    events: watched.events,
    now: watched.now,
    has: (card: string) => tags.has(card),
    change,
    until: watched.until,
    /** Changes what survives a power cut. */
    remember: (next: Partial<DoorStore>, event: DoorEvent) => {
      const { tags: listed, hash, isLockedOut, writes } = watched.now()
      const kept = { tags: listed, hash, isLockedOut, ...next }
      writeDoorStore(storePath, kept)
      change({ ...kept, writes: writes + 1 }, event)
    },
    /** All that is left after a reboot. */
    reload: () => {
      if (storePath !== null) change(readDoorStore(storePath))
    },
  }
}

export type DoorMemory = ReturnType<typeof createDoorState>
