import { z } from 'zod'

/** Which window of this browser has the reader: a reader tells only one of them of cards. */
const Hold = z.object({ owner: z.string(), until: z.number(), isHidden: z.boolean() })

const key = 'cardReaderHold'

const renewMs = 2_000

/** Longer than a window may be busy; the hold of one that crashed runs out. */
const holdMs = 10_000

const readHold = () => {
  try {
    return Hold.nullable()
      .catch(null)
      .parse(JSON.parse(localStorage.getItem(key) ?? 'null'))
  } catch {
    return null
  }
}

/** Where storage is forbidden each window is on its own. */
const keepHold = (hold: z.infer<typeof Hold> | null) => {
  try {
    if (hold === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(hold))
  } catch {
    // nothing to be done
  }
}

type HoldEvents = { onHold: () => void; onElsewhere: () => void }

/**
 * Takes the reader for this window while no other one has it, and gives it up to one that is looked at while this one
 * is not. A window in the background takes nothing. Web Locks would do, but not over plain HTTP.
 */
export const holdReader = ({ onHold, onElsewhere }: HoldEvents): (() => void) => {
  const owner = `${Date.now()} ${Math.random()}` // oxlint-disable-line eslint/no-restricted-properties -- tabs have no other clock in common; a jump of it is met below
  let isHeld: boolean | null = null
  const mayTake = (hold: ReturnType<typeof readHold>, now: number) => {
    if (hold?.owner === owner) return true
    // A clock that was set back leaves a hold far in the future.
    const isOver = hold === null || hold.until < now || hold.until > now + holdMs
    return !document.hidden && (isOver || hold.isHidden)
  }
  const look = () => {
    const now = Date.now() // oxlint-disable-line eslint/no-restricted-properties -- tabs have no other clock in common; a jump of it is met below
    const mayHold = mayTake(readHold(), now)
    if (mayHold) keepHold({ owner, until: now + holdMs, isHidden: document.hidden })
    if (mayHold === isHeld) return
    isHeld = mayHold
    if (isHeld) onHold()
    else onElsewhere()
  }
  const release = () => {
    if (readHold()?.owner === owner) keepHold(null)
  }
  const hear = (event: StorageEvent) => {
    if (event.key === key) look()
  }
  const timer = setInterval(look, renewMs)
  window.addEventListener('storage', hear)
  window.addEventListener('pagehide', release)
  document.addEventListener('visibilitychange', look)
  look()
  return () => {
    clearInterval(timer)
    window.removeEventListener('storage', hear)
    window.removeEventListener('pagehide', release)
    document.removeEventListener('visibilitychange', look)
    release()
  }
}
