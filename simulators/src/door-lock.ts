import type { DoorMemory } from './door-state.ts'

/** The lock itself: opens for a while, or until it is told otherwise. */
export const createDoorLock = (memory: DoorMemory) => {
  let relock: NodeJS.Timeout | undefined

  const lock = (why: string) => {
    clearTimeout(relock)
    relock = undefined
    if (memory.now().isUnlocked) memory.change({ isUnlocked: false }, { kind: 'lock', text: `locked (${why})` })
  }
  const unlock = (why: string) => {
    clearTimeout(relock)
    relock = undefined
    memory.change({ isUnlocked: true }, { kind: 'lock', text: `unlocked (${why})` })
  }
  return {
    lock,
    /** Stays open. */
    unlock,
    /** Opens for a moment; a door that stands open stays so. */
    open: (why: string, forMs: number) => {
      if (memory.now().isUnlocked && relock === undefined) return
      unlock(why)
      relock = setTimeout(() => lock('time is up'), forMs)
    },
    stop: () => clearTimeout(relock),
  }
}

export type DoorLock = ReturnType<typeof createDoorLock>
