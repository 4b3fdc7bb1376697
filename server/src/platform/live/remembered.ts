import type { Channel } from './channel.ts'
import type { Live } from './live.ts'

/** How long a value is believed while changes cannot be heard of. */
const deafCacheMs = 1000

/** A value that is loaded when it is asked for and remembered until a change of it is heard, in whichever process. */
export const remember = <T>(live: Live, input: { load: () => Promise<T>; until: Channel }): (() => Promise<T>) => {
  const { load, until } = input
  let cached: Promise<T> | undefined
  let cachedAt = 0
  const forget = () => {
    cached = undefined
  }
  live.on(until, forget)
  live.onReconnect(forget)
  return () => {
    if (!live.isConnected() && Date.now() - cachedAt > deafCacheMs) forget()
    if (!cached) {
      const loading = load()
      cached = loading
      cachedAt = Date.now()
      loading.catch(() => {
        if (cached === loading) forget()
      })
    }
    return cached
  }
}
