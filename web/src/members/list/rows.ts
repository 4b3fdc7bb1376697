import { useQuery, useQueries } from '@tanstack/react-query'
import { useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual'
import { useState, useEffect } from 'react'
import { memberWindowQuery, windowSize } from '../api.ts'
import type { MemberSearch } from './search.ts'

/** The list as windows: the first always, for its numbers, and those in which a row between `from` and `to` lies. */
export const useWindows = (search: MemberSearch, shown: { from: number; to: number }) => {
  const first = useQuery(memberWindowQuery(search, 0))
  const from = Math.max(1, Math.floor(shown.from / windowSize))
  const to = first.isPlaceholderData ? 0 : Math.floor(shown.to / windowSize)
  const indices = Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)
  const others = useQueries({ queries: indices.map((index) => memberWindowQuery(search, index)) })
  const rowAt = (index: number) => {
    const at = Math.floor(index / windowSize)
    const rows = at === 0 ? first.data : others[indices.indexOf(at)]?.data
    return rows?.members[index % windowSize]
  }
  return { first, rowAt }
}

const rowPx = 44

const headPx = 40

const cardPx = 84

const overscan = 12

/** The rows that are drawn, and how much room the others take above and below. */
const drawn = (virtual: { getVirtualItems: () => { index: number; start: number; end: number }[] }, size: number) => {
  const items = virtual.getVirtualItems()
  const [first, last] = [items[0], items.at(-1)]
  return { items: items.map(({ index }) => index), before: first?.start ?? 0, after: last ? size - last.end : 0 }
}

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
  useEffect(() => {
    scroller?.scrollTo?.({ top: 0 })
  }, [scroller, of])
  const { startIndex = 0, endIndex = 0 } = virtual.range ?? {}
  return {
    scroller: setScroller,
    ...drawn(virtual, virtual.getTotalSize()),
    inSight: { from: startIndex, to: endIndex },
    show: (index: number) => virtual.scrollToIndex(index),
  }
}

export type VirtualRows = ReturnType<typeof useVirtualRows>

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
  const size = virtual.getTotalSize()
  const { items, before, after } = drawn(virtual, size)
  const margin = virtual.options.scrollMargin
  const { startIndex = 0, endIndex = 0 } = virtual.range ?? {}
  return {
    list: setList,
    items,
    before: Math.max(0, before - margin),
    after: items.length > 0 ? Math.max(0, after + margin) : size,
    measure: virtual.measureElement,
    inSight: { from: startIndex, to: endIndex },
  }
}

export type VirtualCards = ReturnType<typeof useVirtualCards>
