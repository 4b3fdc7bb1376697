import { readUrl } from '@spacekeeper/contract/read-url.ts'

/** Names by which a machine reaches itself, and no other one. */
const ownNames = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** Whether an address works on one machine only. */
export const isLocal = (address: URL): boolean => ownNames.test(address.hostname)

/** Why what the portal calls itself would lead its readers wrong; null where this browser uses that address, too. */
export const judgeSiteAddress = (siteUrl: string, here: URL): 'local' | 'other' | null => {
  const own = readUrl(siteUrl)
  if (!own) return null
  if (isLocal(own)) return 'local'
  return own.origin === here.origin ? null : 'other'
}
