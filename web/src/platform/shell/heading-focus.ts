import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** Screen readers hear of a new page when the focus moves to its heading; the first page is announced anyway. */
export const useHeadingFocus = () => {
  const { pathname, hash } = useLocation()
  const previous = useRef(pathname)
  useEffect(() => {
    if (previous.current === pathname) return
    previous.current = pathname
    // A field that asked for the focus keeps it.
    if (document.activeElement instanceof HTMLInputElement) return
    // A way back may name what it was opened from; that takes the focus itself, once it is there.
    if (hash !== '') return
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  }, [pathname, hash])
}
