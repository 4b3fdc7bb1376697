import { Button, Modal, Stack, Text } from '@mantine/core' // oxlint-disable-line eslint/no-restricted-imports -- it stays until its member has logged in
import type { ReactNode } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import type { LoginCause } from './login-dialog-state.ts'

type Props = { cause: LoginCause; children: ReactNode; onLeave: () => void }

/**
 * The form inside is the accounts domain's; the root puts it here, since the platform knows no domain. What stands behind
 * cannot be read: another member may sit here by now.
 */
export const LoginDialog = ({ cause: { reason, isWrite }, children, onLeave }: Props) => {
  const { t } = useTranslation('platform')
  return (
    <Modal
      opened
      onClose={onLeave}
      closeOnClickOutside={false}
      overlayProps={{ blur: 12, backgroundOpacity: 0.6 }}
      size={440}
      title={t('sessionEndedTitle')}
      closeButtonProps={{ 'aria-label': t('sessionLeave') }}
    >
      <Stack gap="md">
        <Text c="dimmed">
          {t(`sessionEnd.${reason ?? 'expired'}`)} {t(isWrite ? 'sessionEndedWrite' : 'sessionEndedRead')}
        </Text>
        {children}
        <Button variant="default" onClick={onLeave}>
          {t('sessionLeave')}
        </Button>
      </Stack>
    </Modal>
  )
}
