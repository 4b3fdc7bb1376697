import { Button, Card, Stack, Text, Title } from '@mantine/core'
import type { Device } from '@spacekeeper/contract/devices/shapes.ts'
import { formatSince } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useLockout } from './device-command-dialog.tsx'

/** Whether the device has heard of it, which staff would otherwise have to guess. */
const DeliveryText = ({ device }: { device: Device }) => {
  const { t } = useTranslation('devices')
  const { kind, lockout, lockoutDelivery: delivery, isOffline } = device
  if (delivery === null || (delivery.isHeard && lockout === null)) return null
  const at = formatSince(delivery.at)
  if (delivery.isHeard) return <Text size="sm">{t('lockoutHeard', { at })}</Text>
  const offline = kind === 'door' ? 'lockoutUnheardDoor' : 'lockoutUnheardOffline'
  const key = lockout === null ? 'lockoutEndUnheard' : isOffline ? offline : 'lockoutUnheard'
  return (
    <Text size="sm" fw={600}>
      {t(key, { since: at })}
    </Text>
  )
}

/** Locks a device for everyone and unlocks it. Locking asks for the reason; unlocking can be undone. */
export const LockoutCard = ({ device }: { device: Device }) => {
  const { t } = useTranslation('devices')
  const locking = useLockout(device)
  const { kind, lockout } = device
  const since = lockout ? formatSince(lockout.since) : ''
  return (
    <Card component="section" aria-labelledby="lockout">
      <Title order={2} id="lockout" mb={6}>
        {t('lockoutTitle')}
      </Title>
      <Stack gap="sm" align="flex-start">
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {lockout === null
            ? t(kind === 'memberbucks' ? 'lockoutOffVending' : 'lockoutOff')
            : t(lockout.reason ? 'lockedBecause' : 'lockedSince', { since, reason: lockout.reason ?? '' })}
        </Text>
        <DeliveryText device={device} />
        {lockout ? (
          <Button loading={locking.isBusy} onClick={locking.end}>
            {t('endLockout')}
          </Button>
        ) : (
          <Button variant="default" onClick={locking.ask}>
            {t('lockOut')}
          </Button>
        )}
      </Stack>
      {locking.dialog}
    </Card>
  )
}
