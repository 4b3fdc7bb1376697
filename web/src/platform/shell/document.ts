import { useEffect, useLayoutEffect } from 'react'

const splashMs = 500

/** What stands there before the portal goes once the portal is drawn, and the picture of the app for phones half a second later. */
export const useSplash = (isDrawn = true) => {
  useLayoutEffect(() => {
    if (isDrawn) document.getElementById('splash')?.remove()
  }, [isDrawn])
  useEffect(() => {
    if (!isDrawn) return undefined
    const timer = setTimeout(() => void window.mobileShell?.hideSplash(), splashMs)
    return () => clearTimeout(timer)
  }, [isDrawn])
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
