// On its own: it is there with the first page, what it loads is not.
import { useEffect } from 'react'
import { readPushMemory } from './device-memory.ts'

const afterMs = 3000

/** Keeps notifications going in a browser in which this member turned them on. Few have, so the rest is loaded then. */
export const usePushRenewal = (memberId: number | null) => {
  useEffect(() => {
    if (memberId === null || readPushMemory()?.memberId !== memberId) return undefined
    const timer = setTimeout(() => {
      void import('./this-device.ts').then(({ renewPush }) => renewPush(memberId)).catch(() => null)
    }, afterMs)
    return () => clearTimeout(timer)
  }, [memberId])
}

/** Opens the page of a notification that is tapped on a phone, also of one that started the app. */
export const usePushOpened = (openPage: (path: string) => void) => {
  useEffect(() => window.mobileShell?.push?.onOpened(openPage), [openPage])
}
