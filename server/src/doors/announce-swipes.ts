import type { Services } from '#platform/ctx.ts'
import { screens } from '#platform/live/screens.ts'

/** At most so often: a notice takes a lock that all transactions of the database share. */
const everyMs = 100

/** Tells open screens that there are new swipes: the first at once, a rush of them together. */
export const announceSwipes = (services: Services): (() => void) => {
  let isResting = false
  let isWanted = false

  const tell = () => {
    isResting = true
    isWanted = false
    services.live
      .send([screens.notice({ topic: 'swipes', audience: 'activeMembers' })])
      .catch((error: unknown) => services.log.warn({ err: error }, 'screens were not told of a swipe'))
    setTimeout(() => {
      isResting = false
      if (isWanted) tell()
    }, everyMs).unref()
  }
  return () => {
    if (isResting) isWanted = true
    else tell()
  }
}
