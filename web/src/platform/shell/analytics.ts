import { useEffect } from 'react'

declare global {
  interface Window {
    dataLayer?: unknown[]
  }
}

let isLoaded = false

const load = (id: string) => {
  isLoaded = true
  const layer = (window.dataLayer ??= [])
  // The script tells commands from data by their being an arguments object, so an array will not do.
  const gtag: (...command: unknown[]) => void = function () {
    layer.push(arguments)
  }
  gtag('js', new Date())
  gtag('config', id)
  const script = document.createElement('script')
  script.async = true
  script.src = `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(id)}`
  document.head.append(script)
}

/** Loads the analytics script once, and only for a site that has given an id. */
export const useAnalytics = (id: string) => {
  useEffect(() => {
    if (id !== '' && !isLoaded) load(id)
  }, [id])
}
