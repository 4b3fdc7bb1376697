import { startTransition, useEffect, useState } from 'react'

const waiting = new Set<() => void>()
let isServed = false

const serveNext = () => {
  const [next] = waiting
  isServed = next !== undefined
  if (!next) return
  waiting.delete(next)
  next()
}

/** In a task of its own, so that a touch or a key in between is answered first. */
const endTurn = () => void setTimeout(serveNext, 0)

/**
 * A value once it is this part's turn; until then the one before, at first undefined. Of many parts that are costly to
 * draw, one is drawn at a time, in their order on the page, and React makes what it is drawn of in pieces.
 */
export const useInTurn = <T>(value: T): T | undefined => {
  const [drawn, setDrawn] = useState<{ value: T } | null>(null)
  const isDrawn = drawn !== null && Object.is(drawn.value, value)
  useEffect(() => {
    if (isDrawn) return undefined
    let isTaken = false
    const take = () => {
      isTaken = true
      startTransition(() => setDrawn({ value }))
    }
    waiting.add(take)
    if (!isServed) {
      isServed = true
      endTurn()
    }
    return () => {
      waiting.delete(take)
      // What it was given is drawn by now, or the part is gone. With no one waiting, the next one begins anew.
      if (waiting.size === 0) isServed = false
      else if (isTaken) endTurn()
    }
  }, [isDrawn, value])
  return drawn?.value
}
