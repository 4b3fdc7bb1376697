import { useState } from 'react'
import { Button, Card, Stack, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Device } from '@spacekeeper/contract/devices.ts'
import { notify } from '#platform/ui/notify.tsx'
import { refreshDevices, setAuthorised } from './api.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

/** Whether a device may connect. Withdrawing cuts its line, so it is asked about. */
export const AuthorisationCard = ({ device }: { device: Device }) => {
  const { t } = useTranslation('enrolments')
  const client = useQueryClient()
  const [isAsked, setAsked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const { id: deviceId, name, isAuthorised } = device
  const set = async (wanted: boolean) => {
    await setAuthorised({ deviceId, isAuthorised: wanted })
    await refreshDevices(client)
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
          <Button variant="default" h={44} onClick={() => setAsked(true)}>
            {t('withdraw')}
          </Button>
        ) : (
          <Button h={44} loading={isBusy} onClick={() => void authorise()}>
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
