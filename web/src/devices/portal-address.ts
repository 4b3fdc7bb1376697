// On its own: the page, the empty list and the key of a device use it.
import { readUrl } from '@spacekeeper/contract/read-url.ts'

/** Names by which a machine reaches itself, and no other one. */
const ownNames = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** Whether an address works on one machine only. */
export const isLocal = (address: URL): boolean => ownNames.test(address.hostname)

/** Where devices reach the portal: as it calls itself, unless no other machine can use that; then as this browser does. */
export const portalAddress = (siteUrl: string | undefined, here: URL): URL => {
  const own = readUrl(siteUrl ?? '') ?? here
  return isLocal(own) ? here : own
}

/** What a controller connects to, up to its serial number. */
export const socketAddress = ({ protocol, host }: URL): string =>
  `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/ws/access/door/`
