import { useCallback, useState } from 'react'

const step = 100

const countsOf = (state: unknown): object =>
  typeof state === 'object' &&
  state !== null &&
  'rows' in state &&
  typeof state.rows === 'object' &&
  state.rows !== null
    ? state.rows
    : {}

/**
 * How many rows a list had when its page was left, in the entry of the history that Back leads to. The router hears of
 * what is written by its own methods, and would load the page anew.
 */
const kept = {
  read: (name: string): number => {
    const found = Object.entries(countsOf(globalThis.history.state)).find(([key]) => key === name)?.[1]
    return typeof found === 'number' ? found : step
  },
  write: (name: string, count: number) => {
    const { state } = globalThis.history
    const entry: object = typeof state === 'object' && state !== null ? state : {}
    History.prototype.replaceState.call(
      globalThis.history,
      { ...entry, rows: { ...countsOf(state), [name]: count } },
      '',
    )
  },
}

/**
 * Long lists are drawn a hundred rows at a time: more whenever the mark below the last row comes near. Back finds as many
 * as there were. `name` tells the lists of a page apart; another one begins anew.
 */
export const useGrowing = (total: number, name: string) => {
  const [path] = useState(() => globalThis.location.pathname)
  const [state, setState] = useState({ count: kept.read(name), name })
  if (state.name !== name) setState({ count: kept.read(name), name })
  const grow = useCallback(
    () =>
      setState((now) => {
        const count = now.count + step
        // While the next page is on its way, the entry is that of the next page already.
        if (globalThis.location.pathname === path) kept.write(now.name, count)
        return { ...now, count }
      }),
    [path],
  )
  const mark = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return undefined
      const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && grow(), { rootMargin: '600px' })
      observer.observe(element)
      return () => observer.disconnect()
    },
    [grow],
  )
  return { count: Math.min(state.count, total), hasMore: state.count < total, mark }
}
