import type { RunningRelay } from './run-relay.ts'

/** An hour of polls: a plug that is still away then is not coming back. */
const mostTries = 360

type Leaving = { id: number; relay: RunningRelay; tries: number; isAsked: boolean }

/** Relays of devices that are gone: each is kept until it was switched off, so that nothing stays on that nobody looks after. */
export const dismissRelays = () => {
  const leaving = new Set<Leaving>()

  const leave = (one: Leaving) => {
    leaving.delete(one)
    one.relay.close()
  }
  const ask = (one: Leaving) => {
    if (one.isAsked) return
    one.isAsked = true
    one.tries += 1
    one.relay.obey({ command: 'lock' }).then(
      () => leave(one),
      () => {
        one.isAsked = false
        if (one.tries >= mostTries) leave(one)
      },
    )
  }
  return {
    isEmpty: () => leaving.size === 0,
    add: (id: number, relay: RunningRelay) => void leaving.add({ id, relay, tries: 0, isAsked: false }),
    /** Asks them once more; those that are wanted again are somebody else's by now. */
    follow: (isWanted: (id: number) => boolean) => {
      for (const one of leaving) {
        if (isWanted(one.id)) leave(one)
        else ask(one)
      }
    },
    dropAll: () => {
      for (const one of leaving) leave(one)
    },
  }
}
