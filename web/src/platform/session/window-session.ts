/** In the storage of this window, which outlives a reload and ends with the window. */
const key = 'loggedInHere'

let isHere = false

/** A browser that keeps nothing for the window loses this with a reload, which logs out. */
const attempt = (run: () => void) => {
  try {
    run()
  } catch {
    // The value in memory counts.
  }
}

/**
 * Whether a member has logged in in this window and has not left since. A shared screen shows no member without: their
 * cookie may still be good, because the portal could not be told that they have left.
 */
export const windowSession = {
  begin: () => {
    isHere = true
    attempt(() => sessionStorage.setItem(key, '1'))
  },
  end: () => {
    isHere = false
    attempt(() => sessionStorage.removeItem(key))
  },
  isOpen: (): boolean => {
    attempt(() => {
      isHere ||= sessionStorage.getItem(key) !== null
    })
    return isHere
  },
}
