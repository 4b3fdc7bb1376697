// On its own: the page, the empty list and the key of a device use it.
import { readUrl } from '@spacekeeper/contract/read-url.ts'
import { isLocal } from '#platform/session/site-address.ts'

/** Where devices reach the portal: as it calls itself, unless no other machine can use that; then as this browser does. */
export const portalAddress = (siteUrl: string | undefined, here: URL): URL => {
  const own = readUrl(siteUrl ?? '') ?? here
  return isLocal(own) ? here : own
}

/** What a controller connects to, up to its serial number. */
export const socketAddress = ({ protocol, host }: URL): string =>
  `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/ws/access/door/`
