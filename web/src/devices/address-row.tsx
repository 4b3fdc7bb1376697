// On its own: the empty list and the key of a device use it.
import { portalOrigin } from '#platform/api/transport.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { isLocal } from '#platform/session/site-address.ts'
import { AddressWarning } from '#platform/ui/address-warning.tsx'
import { Status } from '#platform/ui/status.tsx'

/** What is wrong with the address that a device is given; nothing where this browser uses it as well. */
export const AddressRow = ({ address }: { address: URL }) => {
  const { t } = useTranslation('devices')
  if (isLocal(address)) return <Status kind="warning">{t('localAddress', { host: address.hostname })}</Status>
  return address.origin === portalOrigin() ? null : <AddressWarning />
}
