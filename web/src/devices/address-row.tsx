// On its own: the page, the empty list and the key of a device use it.
import { readUrl } from '@spacekeeper/contract/read-url.ts'
import { portalOrigin } from '#platform/api/transport.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { isLocal } from '#platform/session/site-address.ts'
import { AddressWarning } from '#platform/ui/address-warning.tsx'
import { Status } from '#platform/ui/status.tsx'

/** Where devices reach the portal: as it calls itself, unless no other machine can use that; then as this browser does. */
export const portalAddress = (siteUrl: string | undefined, here: URL): URL => {
  const own = readUrl(siteUrl ?? '') ?? here
  return isLocal(own) ? here : own
}

/** The address a controller connects to, up to its serial number. */
export const socketAddress = ({ protocol, host }: URL): string =>
  `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/ws/access/door/`

/** Warns of an address that a device is given and this browser does not use. */
export const AddressRow = ({ address }: { address: URL }) => {
  const { t } = useTranslation('devices')
  if (isLocal(address)) return <Status kind="warning">{t('localAddress', { host: address.hostname })}</Status>
  return address.origin === portalOrigin() ? null : <AddressWarning />
}
