import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useState } from 'react'

const overscan = 12

/** The rows near the window of a list that scrolls with the page, and the room that the others take. */
export const useWindowRows = (total: number, rowPx: number) => {
  const [top, setTop] = useState(0)
  const list = useCallback((element: HTMLElement | null) => {
    if (element) setTop(element.getBoundingClientRect().top + window.scrollY)
  }, [])
  // oxlint-disable-next-line react/incompatible-library -- nothing it returns is kept from one drawing to the next
  const virtual = useWindowVirtualizer({
    count: total,
    estimateSize: () => rowPx,
    // Where nothing is laid out, a row counts as high as others.
    measureElement: (element) => element.getBoundingClientRect().height || rowPx,
    overscan,
    useFlushSync: false,
    scrollMargin: top,
  })
  const items = virtual.getVirtualItems()
  const [first, last] = [items[0], items.at(-1)]
  return {
    list,
    items: items.map(({ index }) => index),
    before: first ? Math.max(0, first.start - top) : 0,
    after: last ? Math.max(0, virtual.getTotalSize() + top - last.end) : 0,
    measure: virtual.measureElement,
  }
}
