import { useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Of many rows a few are left out at a time: React allows fifty drawings in a row. */
const fewOf = (count: number) => Math.ceil(count / 12)

/**
 * How many rows of a list are shown, so that none is cut off by the end of its box: all, or as many as there is room for.
 * They are counted anew when the list changes, or the box.
 */
export const useFitting = (list: unknown, total: number) => {
  const box = useRef<HTMLDivElement>(null)
  const [fits, setFits] = useState({ list, count: total })
  if (fits.list !== list) setFits({ list, count: total })
  useLayoutEffect(() => {
    const element = box.current
    if (!element || fits.count <= 1 || element.scrollHeight <= element.clientHeight) return
    setFits(({ count, ...rest }) => ({ ...rest, count: count - fewOf(count) }))
  }, [fits])
  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const observer = new ResizeObserver(() => setFits((now) => ({ ...now, count: total })))
    observer.observe(element)
    return () => observer.disconnect()
  }, [total])
  return { box, count: Math.min(fits.count, total) }
}
