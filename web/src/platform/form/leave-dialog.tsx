import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

type Props = {
  /** Asked when somebody is about to go elsewhere in the portal. */
  mustAsk: () => boolean | Promise<boolean>
  /** Asked when the window is about to close. */
  hasUnsaved: () => boolean
  title: string
  text: string
}

/** Asks before changes that were not saved are lost. */
export const LeaveDialog = ({ mustAsk, hasUnsaved, title, text }: Props) => {
  const { t } = useTranslation('platform')
  const { status, proceed, reset } = useBlocker({
    // Who was logged out cannot save; the way to the login stays open.
    shouldBlockFn: ({ next }) => next.pathname !== '/login' && mustAsk(),
    enableBeforeUnload: hasUnsaved,
    withResolver: true,
  })
  return (
    <Modal opened={status === 'blocked'} onClose={() => reset?.()} title={title} size={440}>
      <Stack gap="md">
        <Text style={{ overflowWrap: 'anywhere' }}>{text}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => reset?.()} data-autofocus>
            {t('leaveStay')}
          </Button>
          <Button color="red" onClick={() => proceed?.()}>
            {t('leaveGo')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
