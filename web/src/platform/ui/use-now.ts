import { useEffect, useState } from 'react'

/**
 * The time, drawn again as often as asked for while the screen is open. Of what is told when it begins, such as an
 * opening, give the time it was heard of: by a clock that was last read before, it would still be to come.
 */
export const useNow = (everyMs: number, heardAt = 0): number => {
  const [now, setNow] = useState(() => Date.now()) // oxlint-disable-line eslint/no-restricted-properties -- the time itself
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs) // oxlint-disable-line eslint/no-restricted-properties -- the time itself
    return () => clearInterval(timer)
  }, [everyMs])
  return Math.max(now, heardAt)
}
