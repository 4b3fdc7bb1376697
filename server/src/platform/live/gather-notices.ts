import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'

export type GatheredNotices = {
  /** Returns at once. The same said twice is told once. */
  add: (texts: readonly string[]) => void
  close: () => Promise<void>
}

const restMs = 20
const retryMs = 1_000

/** Sends what may be told a moment late: the first at once, a rush of it together. What fails is sent again. */
export const gatherNotices = (input: {
  send: (texts: readonly string[]) => Promise<void>
  log: Logger
}): GatheredNotices => {
  const waiting = new Set<string>()
  const stop = new AbortController()
  let sending: Promise<void> | undefined

  const sendWaiting = async (): Promise<boolean> => {
    const texts = [...waiting]
    waiting.clear()
    try {
      await input.send(texts)
      return true
    } catch (error) {
      for (const text of texts) waiting.add(text)
      input.log.warn({ err: error }, 'screens were not told of a change; they will be')
      return false
    }
  }
  const run = async () => {
    while (waiting.size > 0 && !stop.signal.aborted) {
      const isSent = await sendWaiting()
      // Ended early by closing.
      await sleep(isSent ? restMs : retryMs, undefined, { ref: false, signal: stop.signal }).catch(() => undefined)
    }
    sending = undefined
  }
  return {
    add: (texts) => {
      for (const text of texts) waiting.add(text)
      if (waiting.size > 0) sending ??= run()
    },
    close: async () => {
      stop.abort()
      await sending
      if (waiting.size > 0) await sendWaiting()
    },
  }
}
