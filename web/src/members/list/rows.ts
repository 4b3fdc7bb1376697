import { useQuery, useQueries } from '@tanstack/react-query'
import { useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState } from 'react'
import { memberWindowQuery, windowSize } from '../api.ts'
import type { MemberSearch } from './search.ts'

/** The rows between two, and one more that may be far away from them. */
type RowsInSight = { from: number; to: number; also?: number | null }

/** Any row of the list, which comes in windows: those in which a row in sight lies, and the first, for its numbers. */
export const useWindows = (search: MemberSearch, { from, to, also = null }: RowsInSight) => {
  const first = useQuery(memberWindowQuery(search, 0))
  const windowOf = (row: number) => Math.floor(row / windowSize)
  const shown = Array.from({ length: windowOf(to) - windowOf(from) + 1 }, (_, at) => windowOf(from) + at)
  const wanted = first.isPlaceholderData ? [] : [...new Set(also === null ? shown : [...shown, windowOf(also)])]
  const indices = wanted.filter((index) => index > 0)
  const others = useQueries({ queries: indices.map((index) => memberWindowQuery(search, index)) })
  return (row: number) => {
    const at = windowOf(row)
    const rows = at === 0 ? first.data : others[indices.indexOf(at)]?.data
    return rows?.members[row % windowSize]
  }
}

/** As in the style sheet. */
export const rowPx = 44

const headPx = 40

const cardPx = 84

const overscan = 12

/** The rows of a table that scrolls in itself. `of` is what the list is of: another one begins at its top. */
export const useVirtualRows = (total: number, of: string) => {
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  // oxlint-disable-next-line react/incompatible-library -- nothing it returns is kept from one drawing to the next
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => scroller,
    estimateSize: () => rowPx,
    overscan,
    useFlushSync: false,
    scrollPaddingStart: headPx,
  })
  // Not where it was drawn just now: Back leads to the row that was left.
  const drawnOf = useRef(of)
  useEffect(() => {
    if (drawnOf.current !== of) scroller?.scrollTo?.({ top: 0 })
    drawnOf.current = of
  }, [scroller, of])
  const { startIndex = 0, endIndex = 0 } = virtual.range ?? {}
  return {
    scroller: setScroller,
    items: virtual.getVirtualItems().map(({ index }) => index),
    inSight: { from: startIndex, to: endIndex },
    show: (index: number) => virtual.scrollToIndex(index),
  }
}

/** The same for a list that scrolls with the page. */
export const useVirtualCards = (total: number) => {
  const [list, setList] = useState<HTMLUListElement | null>(null)
  // oxlint-disable-next-line react/incompatible-library -- nothing it returns is kept from one drawing to the next
  const virtual = useWindowVirtualizer({
    count: total,
    estimateSize: () => cardPx,
    overscan,
    useFlushSync: false,
    scrollMargin: list?.offsetTop ?? 0,
  })
  const items = virtual.getVirtualItems()
  const [first, last] = [items[0], items.at(-1)]
  const { scrollMargin } = virtual.options
  const { startIndex = 0, endIndex = 0 } = virtual.range ?? {}
  return {
    list: setList,
    items: items.map(({ index }) => index),
    // How much room the others take above and below.
    before: first ? Math.max(0, first.start - scrollMargin) : 0,
    after: last ? Math.max(0, virtual.getTotalSize() + scrollMargin - last.end) : virtual.getTotalSize(),
    measure: virtual.measureElement,
    inSight: { from: startIndex, to: endIndex },
  }
}
