import type { QueryClient } from '@tanstack/react-query'
import { isPartComing } from '#platform/ui/coming.ts'

/** A page that takes longer is seen as far as it is there. */
const patienceMs = 3000

/** Whether the page waits for a first answer; one that failed is waited for no longer. */
const isAnswerComing = (client: QueryClient): boolean =>
  client
    .getQueryCache()
    .getAll()
    .some((query) => {
      const { data, fetchStatus, fetchFailureCount } = query.state
      return (
        data === undefined && fetchStatus === 'fetching' && fetchFailureCount === 0 && query.getObserversCount() > 0
      )
    })

/** Parts that come may ask for more once they are drawn, so a page is whole when nothing came for two frames. */
const quietFrames = 2

/** Calls back when everything that a page first asks for is there, or takes too long. Returns what gives up waiting. */
export const onArrival = (client: QueryClient, arrived: () => void): (() => void) => {
  let quiet = 0
  let frame = 0
  const look = () => {
    quiet = isPartComing() || isAnswerComing(client) ? 0 : quiet + 1
    if (quiet < quietFrames) frame = requestAnimationFrame(look)
    else arrived()
  }
  frame = requestAnimationFrame(look)
  const timer = setTimeout(arrived, patienceMs)
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
