import { isOwnName, readUrl } from '@spacekeeper/contract/read-url.ts'

/** Whether an address works on one machine only. */
export const isLocal = (address: URL): boolean => isOwnName(address.hostname)

/** Why what the portal calls itself would lead its readers wrong; null where this browser uses that address, too. */
export const judgeSiteAddress = (siteUrl: string, here: URL): 'local' | 'other' | null => {
  const own = readUrl(siteUrl)
  if (!own) return null
  if (isLocal(own)) return 'local'
  return own.origin === here.origin ? null : 'other'
}
