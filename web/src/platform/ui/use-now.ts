import { useEffect, useState } from 'react'

/** The time, drawn again as often as asked for while the screen is open. */
export const useNow = (everyMs: number) => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
