import { App } from '@capacitor/app'
import type { MobileShell } from '@spacekeeper/contract/mobile-shell.ts'

/** The address that started the app is there for as long as it runs, and pages may load again. */
const seenKey = 'startedWith'

/**
 * Hears of addresses the phone opens in the app. Started once, and what comes before the page listens waits for it: at
 * the first start it asks for a portal first.
 */
export const watchAddresses = (): MobileShell['onLink'] => {
  const listeners = new Set<(url: string) => void>()
  let waiting: string | null = null
  const hear = (url: string) => {
    if (listeners.size === 0) waiting = url
    for (const listener of listeners) listener(url)
  }
  void App.addListener('appUrlOpen', ({ url }) => {
    sessionStorage.setItem(seenKey, url)
    hear(url)
  })
  void App.getLaunchUrl().then((launch) => {
    if (!launch?.url || sessionStorage.getItem(seenKey) === launch.url) return
    sessionStorage.setItem(seenKey, launch.url)
    hear(launch.url)
  })
  return (listener) => {
    listeners.add(listener)
    const url = waiting
    waiting = null
    if (url !== null) listener(url)
    return () => void listeners.delete(listener)
  }
}
