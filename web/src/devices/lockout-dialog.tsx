import { useState } from 'react'
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Device } from '@spacekeeper/contract/devices.ts'
import { errorText } from '#platform/api/error-text.ts'
import { FormError } from '#platform/ui/form-error.tsx'

const longest = 200
type Props = { device: Device; run: (reason: string) => Promise<void>; onClose: () => void }

/** Says what locking does, takes the reason members will read, and does it. */
export const LockoutDialog = ({ device, run, onClose }: Props) => {
  const { t } = useTranslation('devices')
  const [reason, setReason] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const confirm = async () => {
    if (isBusy) return
    setBusy(true)
    try {
      await run(reason.trim())
      onClose()
    } catch (failure) {
      setError(failure)
      setBusy(false)
    }
  }
  return (
    <Modal opened onClose={onClose} title={t('lock')} closeButtonProps={{ 'aria-label': t('cancel') }}>
      <Stack gap="md">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {t('lockoutAsk', { device: device.name })}
        </Text>
        {device.isOffline ? <Text size="sm">{t('lockoutOffline')}</Text> : null}
        <TextInput
          label={t('reason')}
          description={t('reasonHint')}
          value={reason}
          maxLength={longest}
          autoComplete="off"
          data-autofocus
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {error ? <FormError>{errorText(error)}</FormError> : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" h={44} onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button h={44} color="red" loading={isBusy} onClick={() => void confirm()}>
            {t('lock')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
