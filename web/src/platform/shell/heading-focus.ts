import { useLocation, useMatches } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** Names the page that is open. A dialog in the address is a part of its page: what opened it has the focus when it closes. */
export const usePlace = (pathname: string): string => {
  const routeId = useMatches({ select: (matches) => matches.at(-1)?.routeId ?? '' })
  return routeId.endsWith('/$dialog') ? routeId : pathname
}

/** Screen readers hear of a new page when the focus moves to its heading; the first page is announced anyway. */
export const useHeadingFocus = () => {
  const { pathname, hash } = useLocation()
  const place = usePlace(pathname)
  const previous = useRef(place)
  useEffect(() => {
    if (previous.current === place) return
    previous.current = place
    // A way back may name what it was opened from; that takes the focus itself, once it is there.
    if (hash !== '') return
    // In a task of its own: the browser lays the page out to move the focus.
    setTimeout(() => {
      // A field or a dialog that asked for the focus keeps it.
      const { activeElement } = document
      if (activeElement instanceof HTMLInputElement || activeElement?.closest('[role=dialog]')) return
      document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
    }, 0)
  }, [place, hash])
}
