import { useEffect, useEffectEvent, useState } from 'react'

const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const
const tickMs = 250

/** By a clock that is never set, since small computers set theirs as soon as they find the time. */
const now = () => performance.now()

/** Counts down while the page is not touched; each touch starts again. `onIdle` is called once. */
export const useIdle = ({ seconds, onIdle }: { seconds: number; onIdle: () => void }): number => {
  const [left, setLeft] = useState(seconds)
  const end = useEffectEvent(onIdle)
  useEffect(() => {
    let until = now() + seconds * 1000
    let isOver = false
    const restart = () => {
      until = now() + seconds * 1000
      if (!isOver) setLeft(seconds)
    }
    const tick = () => {
      const rest = Math.max(0, Math.ceil((until - now()) / 1000))
      if (isOver) return
      setLeft(rest)
      isOver = rest === 0
      if (isOver) end()
    }
    const timer = setInterval(tick, tickMs)
    for (const sign of signs) window.addEventListener(sign, restart, { passive: true })
    return () => {
      clearInterval(timer)
      for (const sign of signs) window.removeEventListener(sign, restart)
    }
  }, [seconds])
  return left
}
