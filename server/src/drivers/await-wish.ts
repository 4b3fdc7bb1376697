import { driverFault } from './driver-fault.ts'

/** How long a relay may take to say what it does. */
const patienceMs = 2_500

/** Waits for what a relay is heard to say. `look` has to be called whenever something was heard. */
export const awaitWish = (isAway: () => boolean) => {
  const waiting = new Set<() => void>()
  return {
    look: () => {
      for (const look of waiting) look()
    },
    /** Resolves once it is as wished; throws a fault when that takes too long, or the relay is gone. */
    until: (wish: () => boolean) =>
      new Promise<void>((resolve, reject) => {
        const look = () => {
          if (!isAway() && !wish()) return
          clearTimeout(late)
          waiting.delete(look)
          if (isAway()) reject(driverFault('unavailable'))
          else resolve()
        }
        const late = setTimeout(() => {
          waiting.delete(look)
          reject(driverFault('timedOut'))
        }, patienceMs)
        waiting.add(look)
        look()
      }),
  }
}
