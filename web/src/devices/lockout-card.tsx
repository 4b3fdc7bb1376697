import { useState } from 'react'
import { Button, Card, Stack, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Device } from '@spacekeeper/contract/devices.ts'
import { formatSince } from '#platform/i18n/format.ts'
import { notify } from '#platform/ui/notify.tsx'
import { refreshDevices, setLockout } from './api.ts'
import { LockoutDialog } from './lockout-dialog.tsx'

/** Locks a device for everybody and unlocks it. Locking asks for the reason; unlocking can be taken back. */
export const LockoutCard = ({ device }: { device: Device }) => {
  const { t } = useTranslation('devices')
  const client = useQueryClient()
  const [isAsked, setAsked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const { id: deviceId, name, lockout } = device

  const set = async (isLockedOut: boolean, reason: string) => {
    await setLockout({ deviceId, isLockedOut, reason })
    await refreshDevices(client)
  }
  const lock = async (reason: string) => {
    await set(true, reason)
    const undo = () => void set(false, '').catch(notify.failed)
    notify.done({ text: t('doneLocked', { device: name }), undo })
  }
  const unlock = async () => {
    setBusy(true)
    const reason = lockout?.reason ?? ''
    try {
      await set(false, '')
      const undo = () => void set(true, reason).catch(notify.failed)
      notify.done({ text: t('doneUnlocked', { device: name }), undo })
    } catch (error) {
      notify.failed(error)
    }
    setBusy(false)
  }
  const since = lockout ? formatSince(lockout.since) : ''
  return (
    <Card component="section" aria-labelledby="lockout">
      <Title order={2} id="lockout" mb={6}>
        {t('lockoutTitle')}
      </Title>
      <Stack gap="sm" align="flex-start">
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {lockout === null
            ? t('lockoutOff')
            : t(lockout.reason ? 'lockedBecause' : 'lockedSince', { since, reason: lockout.reason ?? '' })}
        </Text>
        {lockout ? (
          <Button h={44} loading={isBusy} onClick={() => void unlock()}>
            {t('unlock')}
          </Button>
        ) : (
          <Button variant="default" h={44} onClick={() => setAsked(true)}>
            {t('lock')}
          </Button>
        )}
      </Stack>
      {isAsked ? <LockoutDialog device={device} run={lock} onClose={() => setAsked(false)} /> : null}
    </Card>
  )
}
