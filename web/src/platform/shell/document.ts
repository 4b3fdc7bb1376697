import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

const splashMs = 500

/** The splash goes half a second after the portal is drawn. */
export const useSplash = () => {
  useEffect(() => {
    const splash = document.getElementById('splash')
    const timer = setTimeout(() => {
      splash?.classList.add('done')
      setTimeout(() => splash?.remove(), 200)
    }, splashMs)
    return () => clearTimeout(timer)
  }, [])
}

export const useTitle = (title: string) => {
  useEffect(() => {
    document.title = title
  }, [title])
}

export const useFavicon = (address: string) => {
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    if (!link || address === '') return
    link.removeAttribute('type')
    link.href = address
  }, [address])
}

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
