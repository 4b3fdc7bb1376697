import { Button, Group, Stack, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { BasicDialog } from '#platform/ui/basic-dialog.tsx'

type Props = {
  /** Asked when the reader is about to go elsewhere in the portal. */
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
    // After a logout nothing can be saved, so the way to the login stays open.
    shouldBlockFn: ({ next }) => next.pathname !== '/login' && mustAsk(),
    enableBeforeUnload: hasUnsaved,
    withResolver: true,
  })
  return (
    <BasicDialog opened={status === 'blocked'} onClose={() => reset?.()} title={title} size={440}>
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
    </BasicDialog>
  )
}
