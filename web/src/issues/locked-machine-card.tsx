import { Button, Card, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { Status } from '#platform/ui/status.tsx'
import { unlockDevice } from './api.ts'

type Props = { deviceId: number; name: string; isDone: boolean }

/** A machine that was locked because it was unsafe asks to be unlocked once it is safe. */
export const LockedMachineCard = ({ deviceId, name, isDone }: Props) => {
  const { t } = useTranslation('issues')
  const [isAsking, setAsking] = useState(false)
  return (
    <Card component="section" aria-label={t('lockedNow', { name })}>
      <Stack gap="sm" align="flex-start">
        <Status kind="locked" size="md">
          {t(isDone ? 'stillLocked' : 'lockedNow', { name })}
        </Status>
        <Text c="dimmed">{t('stillLockedText')}</Text>
        <Button variant={isDone ? 'filled' : 'default'} onClick={() => setAsking(true)}>
          {t('unlock', { name })}
        </Button>
      </Stack>
      {isAsking ? (
        <ConfirmDialog
          title={`${t('unlock', { name })}?`}
          text={t('unlockText')}
          action={t('unlock', { name })}
          run={async () => {
            await unlockDevice(deviceId)
            notify.done({ text: t('unlocked', { name }) })
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </Card>
  )
}
