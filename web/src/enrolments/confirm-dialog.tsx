import { type ReactNode, useState } from 'react'
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { errorText } from '#platform/api/error-text.ts'
import { FormError } from '#platform/ui/form-error.tsx'

type Props = {
  title: string
  text: string
  /** The verb on the button. */
  action: string
  isDangerous?: boolean
  isReady?: boolean
  children?: ReactNode
  run: () => Promise<unknown>
  onClose: () => void
}

/** Asks once before something that cannot be taken back, and says why it failed if it does. */
export const ConfirmDialog = ({ title, text, action, isDangerous, isReady = true, children, run, onClose }: Props) => {
  const { t } = useTranslation('enrolments')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const confirm = async () => {
    if (isBusy) return
    setBusy(true)
    setError(null)
    try {
      await run()
      onClose()
    } catch (failure) {
      setError(failure)
      setBusy(false)
    }
  }
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('cancel') }}>
      <Stack gap="md">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {text}
        </Text>
        {children}
        {error ? <FormError>{errorText(error)}</FormError> : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" h={44} onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            h={44}
            loading={isBusy}
            disabled={!isReady}
            {...(isDangerous && { color: 'red' })}
            onClick={() => void confirm()}
          >
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
