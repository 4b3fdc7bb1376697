import { useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { Button, Modal, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

let isOpen = false
const listeners = new Set<() => void>()
const set = (open: boolean) => {
  isOpen = open
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Offers to log in over whatever page is open. */
export const openLoginDialog = () => set(true)
export const closeLoginDialog = () => set(false)
export const useIsLoginDialogOpen = () => useSyncExternalStore(subscribe, () => isOpen)

type Props = { children: ReactNode; onLeave: () => void }

/** The form inside is the accounts domain's; the root puts it here, since the platform knows no domain. */
export const LoginDialog = ({ children, onLeave }: Props) => {
  const { t } = useTranslation('platform')
  const opened = useIsLoginDialogOpen()
  return (
    <Modal
      opened={opened}
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
