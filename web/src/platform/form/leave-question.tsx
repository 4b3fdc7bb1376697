import { Button, Group, Modal, Stack, Text } from '@mantine/core' // oxlint-disable-line eslint/no-restricted-imports -- it is the question itself
import { useTranslation } from '#platform/i18n/use-translation.ts'

type Props = { opened: boolean; title: string; text: string; goLabel?: string; onStay: () => void; onGo: () => void }

/** Made of the library's dialog, because all others ask this question themselves. */
export const LeaveQuestion = ({ opened, title, text, goLabel, onStay, onGo }: Props) => {
  const { t } = useTranslation('platform')
  return (
    <Modal opened={opened} onClose={onStay} title={title} size={440} closeButtonProps={{ 'aria-label': t('close') }}>
      <Stack gap="md">
        <Text style={{ overflowWrap: 'anywhere' }}>{text}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onStay} data-autofocus>
            {t('leaveStay')}
          </Button>
          <Button color="red" onClick={onGo}>
            {goLabel ?? t('leaveGo')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
