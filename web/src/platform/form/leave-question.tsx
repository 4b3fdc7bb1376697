import { Button, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { BasicDialog } from '#platform/ui/basic-dialog.tsx'

type Props = { opened: boolean; title: string; text: string; onStay: () => void; onGo: () => void }

export const LeaveQuestion = ({ opened, title, text, onStay, onGo }: Props) => {
  const { t } = useTranslation('platform')
  return (
    <BasicDialog opened={opened} onClose={onStay} title={title} size={440}>
      <Stack gap="md">
        <Text style={{ overflowWrap: 'anywhere' }}>{text}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onStay} data-autofocus>
            {t('leaveStay')}
          </Button>
          <Button color="red" onClick={onGo}>
            {t('leaveGo')}
          </Button>
        </Group>
      </Stack>
    </BasicDialog>
  )
}
