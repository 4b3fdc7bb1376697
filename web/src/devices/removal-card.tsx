import { Card, Title, Stack, Text, Button, TextInput } from '@mantine/core'
import type { Device } from '@spacekeeper/contract/devices/shapes.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { refreshAfter } from '#platform/api/refresh.ts'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { removeDevice } from './api.ts'

/** Takes a device out of use, once its name was typed. */
export const RemovalCard = ({ device }: { device: Device }) => {
  const { t } = useTranslation('devices')
  const navigate = useNavigate()
  const [isAsked, setAsked] = useState(false)
  const [typed, setTyped] = useState('')
  const { name } = device
  const isName = (text: string) => text.trim().toLowerCase() === name.toLowerCase()
  const isRight = isName(typed)
  const open = () => {
    setTyped('')
    setAsked(true)
  }
  const remove = () =>
    refreshAfter(async () => {
      await removeDevice(device)
      notify.done({ text: t('removed', { name }) })
      await navigate({ to: '/manage/devices' })
    })
  return (
    <Card component="section" aria-labelledby="removal">
      <Title order={2} id="removal" mb={6}>
        {t('removeTitle')}
      </Title>
      <Stack gap="sm" align="flex-start">
        <Text size="sm" c="dimmed">
          {t('removeText')}
        </Text>
        <Button variant="default" onClick={open}>
          {t('remove')}
        </Button>
      </Stack>
      {isAsked ? (
        <ConfirmDialog
          title={t('removeAsk', { name })}
          text={t('removeMeaning')}
          action={t('remove')}
          isDangerous
          isReady={isRight}
          run={remove}
          onClose={() => setAsked(false)}
        >
          <TextInput
            label={t('removeConfirm')}
            placeholder={name}
            required={!isName('')}
            value={typed}
            error={typed.trim().length >= name.length && !isRight ? t('removeWrong') : null}
            autoComplete="off"
            data-autofocus
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </ConfirmDialog>
      ) : null}
    </Card>
  )
}
