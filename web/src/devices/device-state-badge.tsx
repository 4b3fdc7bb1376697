import { useTranslation } from 'react-i18next'
import type { Device } from '@spacekeeper/contract/devices.ts'
import { formatSince } from '#platform/i18n/format.ts'
import { Status } from '#platform/ui/status.tsx'

/** Locked comes first, since it is what people ask about; whether it can be reached stands beside it. */
export const DeviceStateBadge = ({ device, withReason = false }: { device: Device; withReason?: boolean }) => {
  const { t } = useTranslation('devices')
  const { lockout, isOffline, lastSeen } = device
  const reason = withReason ? lockout?.reason : null
  return (
    <>
      {device.isAuthorised ? null : <Status kind="warning">{t('notAuthorised')}</Status>}
      {lockout ? (
        <Status kind="locked">
          {t(reason ? 'lockedBecause' : 'lockedSince', { since: formatSince(lockout.since), reason: reason ?? '' })}
        </Status>
      ) : null}
      {isOffline ? (
        <Status kind="offline">
          {lastSeen === null ? t('neverConnected') : t('offlineSince', { since: formatSince(lastSeen) })}
        </Status>
      ) : lockout ? null : (
        <Status kind="fine">{t('online')}</Status>
      )}
    </>
  )
}
