import { useCallback, useState } from 'react'

const step = 100

/** Long lists are drawn a hundred rows at a time: more whenever the mark below the last row comes near. */
export const useGrowing = (total: number, resetKey: string) => {
  const [state, setState] = useState({ count: step, resetKey })
  if (state.resetKey !== resetKey) setState({ count: step, resetKey })
  const mark = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && setState((now) => ({ ...now, count: now.count + step })),
      { rootMargin: '600px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { count: Math.min(state.count, total), hasMore: state.count < total, mark }
}
