import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useState } from 'react'

const overscan = 12

/** With the row that is kept come its neighbours, so that Tab goes on from it in order. */
const withKept = (range: Range, kept: readonly number[]) => {
  const near = kept.filter((index) => index >= 0).flatMap((index) => [index - 1, index, index + 1])
  const drawn = new Set([...defaultRangeExtractor(range), ...near.filter((index) => index >= 0 && index < range.count)])
  return [...drawn].toSorted((a, b) => a - b)
}

type WindowRowsOptions = {
  total: number
  /** How high a row is as long as it was not measured. */
  rowPx: number
  /** Rows that stay drawn however far away the list is scrolled; below zero is none. */
  kept: readonly number[]
}

/** The rows near the window of a list that scrolls with the page, and the room that the others take. */
export const useWindowRows = ({ total, rowPx, kept }: WindowRowsOptions) => {
  const [top, setTop] = useState(0)
  const list = useCallback((element: HTMLElement | null) => {
    if (element) setTop(element.getBoundingClientRect().top + window.scrollY)
  }, [])
  // oxlint-disable-next-line react/incompatible-library -- nothing it returns is kept from one drawing to the next
  const virtual = useWindowVirtualizer({
    count: total,
    estimateSize: () => rowPx,
    rangeExtractor: (range) => withKept(range, kept),
    // Where nothing is laid out, a row counts as high as others.
    measureElement: (element) => element.getBoundingClientRect().height || rowPx,
    overscan,
    useFlushSync: false,
    scrollMargin: top,
  })
  const items = virtual.getVirtualItems()
  const last = items.at(-1)
  return {
    list,
    /** `room` is what the rows take that are not drawn, between it and the one drawn before it. */
    items: items.map(({ index, start }, at) => ({ index, room: Math.max(0, start - (items[at - 1]?.end ?? top)) })),
    after: last ? Math.max(0, virtual.getTotalSize() + top - last.end) : 0,
    measure: virtual.measureElement,
  }
}
