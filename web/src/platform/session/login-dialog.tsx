import type { ReactNode } from 'react'
import { Button, Modal, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

type Props = { children: ReactNode; onLeave: () => void }

/** The form inside is the accounts domain's; the root puts it here, since the platform knows no domain. */
export const LoginDialog = ({ children, onLeave }: Props) => {
  const { t } = useTranslation('platform')
  return (
    <Modal
      opened
      onClose={onLeave}
      closeOnClickOutside={false}
      size={440}
      title={t('sessionEndedTitle')}
      closeButtonProps={{ 'aria-label': t('sessionLeave') }}
    >
      <Stack gap="md">
        <Text c="dimmed">{t('sessionEndedText')}</Text>
        {children}
        <Button variant="default" onClick={onLeave}>
          {t('sessionLeave')}
        </Button>
      </Stack>
    </Modal>
  )
}
