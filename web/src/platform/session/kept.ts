/** What a browser keeps for a member beyond a page, until logout: a phone may lose the network. */
const prefix = 'kept:'

/** A browser that keeps nothing (private windows, full storage) loses only the convenience. */
const attempt = <T>(run: () => T): T | undefined => {
  try {
    return run()
  } catch {
    return undefined
  }
}

export const keep = (name: string, value: unknown) =>
  attempt(() => localStorage.setItem(prefix + name, JSON.stringify(value)))

export const readKept = (name: string): unknown =>
  attempt((): unknown => JSON.parse(localStorage.getItem(prefix + name) ?? 'null'))

export const forgetKept = () =>
  attempt(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
  })
