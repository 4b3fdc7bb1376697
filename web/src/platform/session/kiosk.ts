import type { SiteConfig } from '@spacekeeper/contract/home/shapes.ts'
import { useSite } from './site.ts'

/** Whether this browser is a shared screen: staff authorised it as one, or it is the desktop app. */
export const isKioskOf = (site: Pick<SiteConfig, 'kiosk'> | null): boolean =>
  site?.kiosk === 'authorised' || window.shell !== undefined

/** By which name this browser asked to be a kiosk, if it ever did. */
export const kioskIdKey = 'kioskId'

/** Whether it may be one, while the portal does not say how it is set up. */
export const mayBeKiosk = (): boolean => {
  try {
    return window.shell !== undefined || localStorage.getItem(kioskIdKey) !== null
  } catch {
    return false
  }
}

export const useIsKiosk = () => isKioskOf(useSite())
