import { useQueries, useQuery } from '@tanstack/react-query'
import { rosterWindow, windowSize } from './api.ts'
import type { RosterSearch } from './read-search.ts'

/** The list as windows: the first always, for its numbers, and those in which a row between `from` and `to` lies. */
export const useWindows = (search: RosterSearch, shown: { from: number; to: number }) => {
  const first = useQuery(rosterWindow(search, 0))
  const from = Math.max(1, Math.floor(shown.from / windowSize))
  const to = first.isPlaceholderData ? 0 : Math.floor(shown.to / windowSize)
  const indices = Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)
  const others = useQueries({ queries: indices.map((index) => rosterWindow(search, index)) })
  const rowAt = (index: number) => {
    const at = Math.floor(index / windowSize)
    const rows = at === 0 ? first.data : others[indices.indexOf(at)]?.data
    return rows?.members[index % windowSize]
  }
  return { first, rowAt }
}
