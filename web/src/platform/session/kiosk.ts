import type { SiteConfig } from '@spacekeeper/contract/home/shapes.ts'
import { useSite } from './site.ts'

/** Whether this browser is a shared screen: staff authorised it as one, or it is the desktop app. */
export const isKioskOf = (site: Pick<SiteConfig, 'kiosk'> | null): boolean =>
  site?.kiosk === 'authorised' || window.shell !== undefined

export const useIsKiosk = () => isKioskOf(useSite())
