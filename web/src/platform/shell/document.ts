import { useEffect } from 'react'

const splashMs = 500

/** The splash goes half a second after the portal is drawn. */
export const useSplash = () => {
  useEffect(() => {
    const splash = document.getElementById('splash')
    const timer = setTimeout(() => {
      splash?.classList.add('done')
      void window.mobileShell?.hideSplash()
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
