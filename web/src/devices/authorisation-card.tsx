import { Card, Title, Stack, Text, Button } from '@mantine/core'
import type { Device } from '@spacekeeper/contract/devices/shapes.ts'
import { useState } from 'react'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { setAuthorised } from './api.ts'

/** Whether a device may connect. Withdrawing cuts its line, so it is asked about. */
export const AuthorisationCard = ({ device }: { device: Device }) => {
  const { t } = useTranslation('devices')
  const [isAsked, setAsked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const { id: deviceId, name, isAuthorised } = device
  const set = async (wanted: boolean) => {
    await setAuthorised({ deviceId, isAuthorised: wanted })
    notify.done({ text: t(wanted ? 'doneAuthorised' : 'doneWithdrawn', { name }) })
  }
  const authorise = async () => {
    setBusy(true)
    await set(true).catch(notify.failed)
    setBusy(false)
  }
  return (
    <Card component="section" aria-labelledby="authorisation">
      <Title order={2} id="authorisation" mb={6}>
        {t('authorisedTitle')}
      </Title>
      <Stack gap="sm" align="flex-start">
        <Text size="sm" c="dimmed">
          {t(isAuthorised ? 'authorisedOn' : 'authorisedOff')}
        </Text>
        {isAuthorised ? (
          <Button variant="default" onClick={() => setAsked(true)}>
            {t('withdraw')}
          </Button>
        ) : (
          <Button loading={isBusy} onClick={() => void authorise()}>
            {t('authorise')}
          </Button>
        )}
      </Stack>
      {isAsked ? (
        <ConfirmDialog
          title={t('withdrawTitle', { name })}
          text={t('withdrawText')}
          action={t('withdraw')}
          isDangerous
          run={() => set(false)}
          onClose={() => setAsked(false)}
        />
      ) : null}
    </Card>
  )
}
