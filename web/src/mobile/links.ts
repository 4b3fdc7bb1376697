import { readUrl } from '@spacekeeper/contract/read-url.ts'
// On its own: what may come from outside is decided here.
import { readAddress } from './portal-address.ts'

/** What an address that the phone opened in the app asks for. */
export type OpenedLink = { path: string } | { portal: string } | { foreign: string }

/**
 * Reads an address that the phone opened in the app: a page of this portal, a portal to connect to, or another portal’s
 * page. Null for what is no page. The app’s own scheme comes without anything that says who made the link, so it does
 * nothing but open pages.
 */
export const readLink = (address: string, portal: string | null): OpenedLink | null => {
  const url = readUrl(address)
  if (!url) return null
  const isWeb = /^https?:$/.test(url.protocol)
  if (!isWeb && url.host === 'connect') {
    const found = readAddress(address)
    return 'origin' in found ? { portal: found.origin } : null
  }
  const path = (url.pathname || '/') + url.search + url.hash
  if (!path.startsWith('/') || path.startsWith('//') || /^\/(?:api|ws|assets)\//.test(path)) return null
  const isOwn = portal !== null && (isWeb ? url.origin === portal : url.host === new URL(portal).host)
  return isOwn ? { path } : { foreign: url.host }
}
